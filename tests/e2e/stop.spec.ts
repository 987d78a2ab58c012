import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test("anybody finds the stop form in the footer and sends it with the keyboard alone", async ({
  page,
  db,
}) => {
  const email = `stop-${randomInt(1e9)}@example.com`;
  await page.goto("/do-not-sell");
  await page.getByRole("link", { name: "Stop All Contact" }).click();
  await expect(page).toHaveURL("/stop");
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel("Your email address").focus();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("radio", { name: /^Everybody/ })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/stop?done=company");
  await expect(page.getByRole("status")).toContainText("may still call you about the job");
  expect(await axeFindings(page)).toEqual([]);
  const { rows } = await db.query(
    "select scope from suppressions where source = 'stop-form' order by opted_out_at desc limit 1",
  );
  expect(rows).toEqual([{ scope: "company" }]);
});

test.describe("on a narrow screen without JavaScript", () => {
  test.use({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 640 },
    expectedProblems: [/400 \(Bad Request\)/],
  });

  test("the stop form fits, and says beside the field what is missing", async ({ page }) => {
    await page.goto("/stop");
    expect(await isTooWide(page)).toBe(false);
    await page.getByRole("button", { name: "Stop contact" }).click();
    await expect(page.getByLabel("Your phone number")).toHaveAccessibleDescription(
      "Enter your phone number, your email address, or both.",
    );
    expect(await isTooWide(page)).toBe(false);
  });
});
