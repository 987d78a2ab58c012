import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { openSession } from "./staff.ts";

test("the calling rules of all states are listed with their sources", async ({ page, db }) => {
  await openSession(page, db, await createStaff(db, { role: "staff" }));
  await page.goto("/backyard/calling-rules#RI");
  await expect(page.getByRole("heading", { level: 1, name: "Calling rules" })).toBeVisible();
  const row = page.getByRole("row", { name: /^Rhode Island/ });
  await expect(row).toBeInViewport();
  await expect(row).toContainText("9 AM to 6 PM");
  await expect(row).toContainText("Sundays: No calls");
  expect(await axeFindings(page)).toEqual([]);
});
