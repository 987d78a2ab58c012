import { listServiceFacts } from "#app/features/catalog/find-service.server.ts";
import { expect, test } from "./fixtures.ts";

// What a thumb has to scroll on a phone of 390 px.
const LIMITS: Record<string, number> = {
  "/": 5_500,
  "/home-services": 5_000,
  "/auto": 5_000,
  "/resources/tools-calculators/maintenance-schedule-planner": 4_000,
};
const SERVICE_LIMIT = 6_000;

test("no page is longer on a phone than somebody in need scrolls", async ({ page }) => {
  const limits = [
    ...Object.entries(LIMITS),
    ...listServiceFacts().map(({ path }) => [path, SERVICE_LIMIT] as const),
  ];
  const tooLong: string[] = [];
  for (const [path, limit] of limits) {
    await page.goto(path);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    if (height > limit) tooLong.push(`${path}: ${height} of ${limit}`);
  }
  expect(tooLong).toEqual([]);
});
