import type { Page } from "@playwright/test";
import type pg from "pg";
import { createSignedInPerson } from "../provider-people.ts";
import { axeFindingsBelowBar } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

/** Opens the account page as an owner with a colleague. */
async function openAccount(page: Page, db: pg.Client): Promise<void> {
  const { token, providerId } = await createSignedInPerson(db);
  await createSignedInPerson(db, { providerId, role: "member", name: "Max Member" });
  const { origin } = new URL(process.env.BASE_URL ?? "");
  await page.context().addCookies([{ name: "pro", value: token, url: origin }]);
  await page.goto("/pro/account");
}
const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
/** Copies by a tap, once the script of the page has loaded. */
const copy = (page: Page, name: string) =>
  expect(async () => {
    await page.getByRole("button", { name }).click();
    await expect(page.getByText("Copied.")).toBeVisible({ timeout: 2_000 });
  }).toPass();

test("the key of the authenticator app and an invitation are copied by a tap", async ({
  page,
  db,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openAccount(page, db);
  await page.getByRole("button", { name: "Set it up" }).click();
  await copy(page, "Copy key");
  const key = await readClipboard(page);
  expect(key).toMatch(/^[A-Z2-7]{16,}$/);
  await expect(page.getByText(key, { exact: true })).toBeVisible();
  expect(await axeFindingsBelowBar(page)).toEqual([]);

  await page.goto("/pro/account");
  await page.getByText("Invite somebody").click();
  await page.getByRole("button", { name: "Make a link" }).click();
  await copy(page, "Copy link");
  expect(await readClipboard(page)).toMatch(/\/pro\/join\/[\w-]{43}$/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("removing access takes a second tap", async ({ page, db }) => {
    await openAccount(page, db);
    const button = page.getByRole("button", { name: /^Remove access.*Max Member/ });
    await expect(button).toBeHidden();
    await page.getByText("Remove access…").click();
    await expect(page.getByText("Max Member is signed out everywhere at once")).toBeVisible();
    await button.click();
    await expect(page.getByText("No access")).toBeVisible();
    await page.getByText("Invite somebody").click();
    await page.getByRole("button", { name: "Make a link" }).click();
    await expect(page.getByRole("link", { name: "Text it" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Copy link" })).toBeHidden();
  });
});
