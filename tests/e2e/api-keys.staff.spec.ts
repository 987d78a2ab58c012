import { createStaff } from "../staff.ts";
import { axeFindingsBelowBar } from "./axe.ts";
import { expect, test } from "./own-site.ts";
import { openSession } from "./staff.ts";

test.use({ viewport: { width: 390, height: 844 }, expectedProblems: [/40[01] \(/] });

test("a superadmin creates a key, sees it once, watches its calls and revokes it", async ({
  page,
  db,
  baseURL,
}) => {
  const superadmin = await createStaff(db, { role: "superadmin" });
  await openSession(page, db, superadmin);
  await db.query(
    "update staff_sessions set password_at = now() - interval '11 minutes' where user_id = $1",
    [superadmin.userId],
  );
  await page.goto("/backyard/settings/api-keys");
  const field = page.getByRole("textbox", { name: "Key for Dispatch board" });
  const call = async (key: string) =>
    (
      await fetch(`${baseURL}/api/v1/requests?limit=1`, {
        headers: { Authorization: `Bearer ${key}` },
      })
    ).status;
  let key = "";

  await test.step("nothing is chosen beforehand, and the password is asked for", async () => {
    await page.getByLabel("Program").fill("Dispatch board");
    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByText("Choose at least one permission.")).toBeVisible();
    await page.getByRole("checkbox", { name: /requests:read/ }).check();
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByLabel("Your password").fill(superadmin.password);
    await page.keyboard.press("Enter");
    await expect(field).toHaveValue(/^hh_live_[0-9a-z]{12}_[0-9a-z]{40}$/);
    key = await field.inputValue();
    expect(await axeFindingsBelowBar(page)).toEqual([]);
  });

  await test.step("the key works, and is not shown again", async () => {
    expect(await call(key)).toBe(200);
    await page.reload();
    await expect(page.getByRole("link", { name: "Dispatch board" })).toBeVisible();
    await expect(field).toBeHidden();
    expect(await page.content()).not.toContain(key);
  });

  await test.step("its page has the call, and the button that revokes it", async () => {
    await page.getByRole("link", { name: "Dispatch board" }).click();
    await expect(page.getByText("listRequests")).toBeVisible();
    expect(await axeFindingsBelowBar(page)).toEqual([]);
    await page.getByRole("button", { name: "Revoke key" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke key" }).click();
    await expect(page.getByText("Dispatch board is revoked.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Revoke key" })).toBeHidden();
    expect(await call(key)).toBe(401);
  });
});

test("the page for developers reads well on a phone, without script", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto(`${baseURL}/api`);
  await page.getByRole("link", { name: "Errors" }).click();
  await expect(page.getByRole("heading", { name: "Errors" })).toBeInViewport();
  await expect(page.getByText("PATCH /api/v1/requests/{id}")).toBeAttached();
  await context.close();
});
