import type { Page } from "@playwright/test";
import { ENROLL_PATH } from "#app/features/auth/factor-rule.ts";
import { POLICIES } from "#app/features/auth/policies.ts";
import {
  computeTotp,
  createStaff,
  createWrongCode,
  getCodeSecondsLeft,
  type TestStaff,
} from "../staff.ts";
import { expect, test } from "./own-site.ts";
import { openSession } from "./staff.ts";

// An isolated site, because the two-factor rule applies to everybody.
test.use({
  viewport: { width: 390, height: 844 },
  expectedProblems: [/40[03] \(/],
});

test.afterEach(({ db }) => db.query("delete from settings where key = 'factorRequiredFor'"));

const fitsScreen = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test("a superadmin invites, disables and signs out members, and a required second factor comes first", async ({
  page,
  db,
}) => {
  test.setTimeout(120_000);
  const superadmin = await createStaff(db, { role: "superadmin" });
  const addMember = async (name: string) => {
    const member = await createStaff(db, { role: "staff" });
    await db.query("update admin_users set display_name = $2 where user_id = $1", [
      member.userId,
      name,
    ]);
    await db.query(
      "insert into staff_sessions (id, token, user_id, expires_at, created_at, updated_at) values (gen_random_uuid(), gen_random_uuid()::text, $1, now() + interval '1 hour', now(), now())",
      [member.userId],
    );
    return member;
  };
  const signedIn = async (...people: TestStaff[]) =>
    (
      await db.query("select user_id from staff_sessions where user_id = any($1)", [
        people.map(({ userId }) => userId),
      ])
    ).rows;
  const robin = await addMember("Robin Example");
  const quinn = await addMember("Quinn Example");
  await openSession(page, db, superadmin);
  await page.goto("/backyard/settings/staff");
  const dialog = page.getByRole("dialog");

  await test.step("an invitation link is shown once", async () => {
    const link = page.getByRole("textbox", { name: "Link for new.person@example.com" });
    await page.getByLabel("Email").fill("new.person@example.com");
    await page.getByRole("button", { name: "Create link" }).click();
    await expect(link).toHaveValue(/^http:\/\/[^/]+\/backyard\/join\//);
    await db.query(
      "update staff_sessions set password_at = now() - interval '11 minutes' where user_id = $1",
      [superadmin.userId],
    );
    await page.reload();
    await expect(link).toBeHidden();
    await expect(page.getByText("new.person@example.com")).toBeVisible();
  });

  await test.step("a member's sessions are ended after typing the password again", async () => {
    await page.getByRole("button", { name: "Manage Quinn Example" }).click();
    await dialog.getByRole("button", { name: "End sessions" }).click();
    const passwordPrompt = dialog.getByRole("alert");
    await expect(passwordPrompt).toContainText("Type your password to go on");
    // The password confirms only the submitted values, so a change hides the prompt.
    await dialog.getByLabel("Role").selectOption("reviewer");
    await expect(passwordPrompt).toBeHidden();
    await dialog.getByRole("button", { name: "End sessions" }).click();
    await expect(passwordPrompt).toContainText("Type your password to go on");
    await dialog.getByLabel("Your password").fill(superadmin.password);
    await page.keyboard.press("Enter");
    await expect(page.getByText("The sessions of this person have ended.")).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(await signedIn(quinn, superadmin)).toEqual([{ user_id: superadmin.userId }]);
  });

  await test.step("disabling a member ends their session", async () => {
    await page.getByRole("button", { name: "Manage Robin Example" }).click();
    await dialog.getByRole("button", { name: "Disable account" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("row", { name: /Robin Example/ })).toContainText("Disabled");
    expect(await signedIn(robin, superadmin)).toEqual([{ user_id: superadmin.userId }]);
  });

  await test.step("a second factor is required at everybody's next sign-in", async () => {
    expect(await fitsScreen(page)).toBe(true);
    await page.getByLabel("Second factor required for").selectOption("Everybody");
    await page.getByRole("button", { name: "Save rule" }).click();
    await expect(page.getByText("Rule saved.")).toBeVisible();
    // The rule does not interrupt the session that set it.
    expect((await page.request.get("/backyard/dashboard")).url()).toMatch(/\/dashboard$/);
  });

  const person = await createStaff(db, { role: "superadmin" });
  await openSession(page, db, person);
  await test.step("nothing else opens until it is set up", async () => {
    const Origin = new URL(page.url()).origin;
    for (const [pattern, policy] of Object.entries(POLICIES)) {
      if (policy === "public" || policy.startsWith("provider") || pattern === ENROLL_PATH) continue;
      const path = pattern
        .replace(":id", "0190163d-8694-739b-aea5-966c26f8ad91")
        .replace(":slug", "none")
        .replace("*", "nowhere");
      const responses = [
        await page.request.get(path, { maxRedirects: 0 }),
        await page.request.post(path, {
          form: { intent: "none" },
          headers: { Origin },
          maxRedirects: 0,
        }),
      ];
      for (const response of responses)
        expect([response.status(), response.headers().location ?? ""], path).toEqual(
          response.status() === 405 ? [405, ""] : [302, ENROLL_PATH],
        );
    }
    const apiResponse = await page.request.post("/functions/v1/get-provider-billing", {
      data: {},
      headers: { Origin },
    });
    expect(apiResponse.status()).toBe(403);
  });

  await test.step("it is set up with password and code", async () => {
    await page.goto("/backyard");
    await expect(page).toHaveURL(ENROLL_PATH);
    await expect(page.getByRole("heading", { name: "Set up your second factor" })).toBeVisible();
    await page.getByLabel("Password").fill(person.password);
    await page.getByRole("button", { name: "Set up" }).click();
    await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
    expect(await fitsScreen(page)).toBe(true);
    const secret = (await page.locator("p.font-mono").textContent()) ?? "";
    await page.getByLabel("Code from the app").fill(createWrongCode(secret));
    await page.getByRole("button", { name: "Turn on" }).click();
    await expect(page.getByRole("alert")).toHaveText("2FA verification failed");
    await expect.poll(getCodeSecondsLeft, { timeout: 10_000 }).toBeGreaterThan(4);
    await page.getByLabel("Code from the app").fill(computeTotp(secret));
    await page.getByRole("button", { name: "Turn on" }).click();
    await expect(page).toHaveURL("/backyard/dashboard");
    await expect(page.getByRole("region", { name: "Reminder" })).toBeHidden();
  });
});
