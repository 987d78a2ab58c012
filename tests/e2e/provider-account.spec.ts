import type { Page } from "@playwright/test";
import type pg from "pg";
import { createSignedInPerson } from "../provider-people.ts";
import { expect, test } from "./fixtures.ts";

/** Opens the account page as an owner with a colleague. */
async function openAccount(page: Page, db: pg.Client): Promise<void> {
  const { token, providerId } = await createSignedInPerson(db);
  await createSignedInPerson(db, { providerId, role: "member", name: "Max Member" });
  const { origin } = new URL(process.env.BASE_URL ?? "");
  await page.context().addCookies([{ name: "pro", value: token, url: origin }]);
  await page.goto("/pro/account");
}

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
  });
});
