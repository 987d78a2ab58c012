import type { Page } from "@playwright/test";
import type pg from "pg";
import { createDatabase } from "#app/db/client.server.ts";
import { listDemoServices } from "#app/features/demo/demo-services.server.ts";
import { seedDemo } from "#app/features/demo/seed-demo.server.ts";
import type { IsolatedSite } from "../setup/built-site.ts";
import { createStaff } from "../staff.ts";
import { test as base, expect } from "./fixtures.ts";
import { startSiteApart } from "./own-site.ts";
import { takePictures } from "./pictures.ts";
import { openSession } from "./staff.ts";

/** Its own site, since other tests count what is in theirs. */
const test = base.extend<{ site: IsolatedSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  site: async ({}, use) => {
    const site = await startSiteApart();
    await use(site);
    await site.stop();
  },
  baseURL: async ({ site }, use) => use(site.url),
});

const LIST = "/backyard/service-requests";
const ROWS = 60;
/** Long and short; the fonts of the browser that takes pictures have no letters for the last two. */
const NAMES = [
  "Maria del Carmen Fernández-Villavicencio y Castellanos de la Torre",
  "Nguyễn Thị Phương Thảo Hoàng Minh Anh",
  "Александра Константиновна Преображенская-Воскресенская",
  "Wolfeschlegelsteinhausenbergerdorff Hubert",
  "Bo",
  ...(process.env.PICTURES ? [] : ["محمد عبد الرحمن بن عبد العزيز القحطاني", "王小明"]),
];

/** The newest requests of the demo data in every group, with long names, addresses and problems. */
async function seed(db: pg.Client, url: string): Promise<string> {
  const owner = createDatabase({ url, max: 2, onError: () => {} });
  await seedDemo(
    { db: owner, actor: "command-line", now: new Date() },
    { requests: 800, seed: 3, services: listDemoServices(), force: true },
  );
  await owner.$client.end();
  const { rows } = await db.query<{ id: string }>(
    `update service_requests r set
       status = 'new', customer_name = ($1::text[])[1 + n % $2],
       customer_email = case n % 3 when 0 then repeat('household.', 6) || n || '@example.com' else customer_email end,
       timeframe = case n % 4 when 0 then 'emergency' else 'this-week' end,
       returned_at = case n % 4 when 1 then now() end,
       first_attempt_at = case n % 4 when 2 then r.created_at + interval '1 minute' end,
       attempt_count = case n % 4 when 2 then 1 else 0 end,
       description = 'Water under the sink, ' || repeat('and it smells in the whole kitchen ', n % 9)
     from (
       select id, (row_number() over (order by created_at desc))::int as n from service_requests
       where status <> 'closed' order by created_at desc limit $3
     ) newest
     where newest.id = r.id returning r.id`,
    [NAMES, NAMES.length, ROWS],
  );
  return rows[0]?.id ?? "";
}

const getOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Reads the page on a phone, on the narrowest one and with text twice as large. */
async function expectFits(page: Page, path: string) {
  for (const width of [1280, 390, 320])
    for (const text of ["100%", "200%"]) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, text);
      await expect
        .poll(() => getOverflow(page), { message: `${path} at ${width} pixels, text ${text}` })
        .toBe(0);
    }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "";
  });
}

test("the portal's pages fit any screen with many requests and long names", async ({
  page,
  site: { db, databaseUrl },
}) => {
  test.setTimeout(120_000);
  const id = await seed(db, databaseUrl);
  await openSession(page, db, await createStaff(db, { role: "superadmin" }));
  const pages: { path: string; picture?: string }[] = [
    { path: LIST, picture: "inbox-heavy" },
    { path: `${LIST}?q=smell` },
    { path: `${LIST}/${id}`, picture: "inbox-open" },
    { path: "/backyard/dashboard", picture: "portal-dashboard" },
    { path: "/backyard/sources" },
    { path: "/backyard/calling-rules" },
    { path: "/backyard/account" },
  ];
  for (const { path, picture } of pages) {
    await page.goto(path);
    await expectFits(page, path);
    if (picture) await takePictures(page, picture);
  }

  await page.goto(LIST);
  for (const { width, height, tallest } of [
    { width: 1280, height: 800, tallest: 56 },
    { width: 390, height: 844, tallest: 72 },
  ]) {
    await page.setViewportSize({ width, height });
    await expect(page.locator("tr[data-row]").nth(49)).toBeAttached();
    const heights = await page
      .locator("tr[data-row]")
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThanOrEqual(tallest);
  }
});
