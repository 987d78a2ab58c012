import type { Page } from "@playwright/test";
import {
  computeTotp,
  createStaff,
  createWrongCode,
  getCodeSecondsLeft,
  type TestStaff,
} from "../staff.ts";
import { expect, test } from "./fixtures.ts";
import { signIn } from "./staff.ts";

test.use({
  expectedProblems: [/40[034] \(|ERR_INTERNET_DISCONNECTED/],
  viewport: { width: 1280, height: 800 },
  isMobile: false,
});

/**
 * Switches the factor on and returns its secret and recovery codes. The code of this half minute is
 * used up.
 */
async function enroll(page: Page, person: TestStaff) {
  await signIn(page, person);
  await page.goto("/backyard/account");
  const card = page.getByRole("region", { name: "Two-factor sign-in" });
  await card.getByLabel("Password").fill(person.password);
  await card.getByRole("button", { name: "Set up" }).click();
  await expect(card.getByRole("img", { name: /QR code/ })).toBeVisible();
  const secret = (await card.locator("p.font-mono").textContent()) ?? "";
  const recoveryCodes = await card.getByRole("listitem").allTextContents();
  // Near the end of its half minute a code could run out on the way.
  await expect.poll(getCodeSecondsLeft, { timeout: 10_000 }).toBeGreaterThan(4);
  // The step before: so that a test that signs in next has a code of its own.
  await card.getByLabel("Code from the app").fill(computeTotp(secret, -1));
  await card.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("Two-factor sign-in is on.")).toBeVisible();
  return { secret, recoveryCodes };
}

async function signOut(page: Page) {
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/backyard");
}

const enterCode = async (page: Page, code: string) => {
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Verify", exact: true }).click();
};

test("with a factor: password, code, dashboard; a reload in between keeps the step, and no session exists before the code", async ({
  page,
  db,
  context,
}) => {
  const person = await createStaff(db, { role: "superadmin" });
  const { secret } = await enroll(page, person);
  await signOut(page);
  await signIn(page, person);
  await expect(page.getByRole("heading", { name: "Two-factor code" })).toBeVisible();
  expect(
    (await db.query("select 1 from staff_sessions where user_id = $1", [person.userId])).rows,
  ).toEqual([]);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Two-factor code" })).toBeVisible();
  await page.goto("/backyard/dashboard");
  await expect(page).toHaveURL("/backyard");

  const verify = page.getByRole("button", { name: "Verify", exact: true });
  await expect(verify).toBeDisabled();
  await page.getByLabel("Code", { exact: true }).pressSequentially("12a34");
  await expect(page.getByLabel("Code", { exact: true })).toHaveValue("1234");
  await expect(verify).toBeDisabled();
  // As it is pasted from some authenticator apps.
  await page.getByLabel("Code", { exact: true }).fill("");
  await page.evaluate(() => document.execCommand("insertText", false, "123 456"));
  await expect(page.getByLabel("Code", { exact: true })).toHaveValue("123456");
  await context.setOffline(true);
  await verify.click();
  await expect(page.getByRole("alert")).toHaveText("2FA verification failed");
  await expect(page.getByLabel("Code", { exact: true })).toHaveValue("123456");
  await context.setOffline(false);
  await enterCode(page, createWrongCode(secret));
  await expect(page.getByRole("alert")).toHaveText("2FA verification failed");

  await page.getByRole("button", { name: "Back to login" }).click();
  await expect(page.getByLabel("E-mail")).toBeVisible();
  await signIn(page, person);
  await enterCode(page, computeTotp(secret));
  await expect(page).toHaveURL("/backyard/dashboard");
});

test("a code works once, a recovery code too", async ({ page, db }) => {
  const person = await createStaff(db, { role: "staff" });
  const { secret, recoveryCodes } = await enroll(page, person);
  await signOut(page);
  await signIn(page, person);
  const code = computeTotp(secret);
  await enterCode(page, code);
  await expect(page).toHaveURL("/backyard/dashboard");
  await signOut(page);
  await signIn(page, person);
  await enterCode(page, code);
  await expect(page.getByRole("alert")).toHaveText("2FA verification failed");

  const [recovery = ""] = recoveryCodes;
  const useRecovery = async () => {
    await page.getByText("Use a recovery code").click();
    await page.getByLabel("Recovery code").fill(recovery);
    await page.getByRole("button", { name: "Verify recovery code" }).click();
  };
  await useRecovery();
  await expect(page).toHaveURL("/backyard/dashboard");
  await signOut(page);
  await signIn(page, person);
  await useRecovery();
  await expect(page.getByRole("alert")).toHaveText("2FA verification failed");
});

test("a hundred wrong codes in a row lock the account until a superadmin opens it", async ({
  page,
  db,
}) => {
  const person = await createStaff(db, { role: "staff" });
  const { secret } = await enroll(page, person);
  await signOut(page);
  await db.query("update admin_users set code_failures = 100 where user_id = $1", [person.userId]);
  await signIn(page, person);
  await enterCode(page, computeTotp(secret));
  await expect(page.getByRole("alert")).toHaveText("2FA verification failed");
});

test("the factor goes only with password and code, and ends the other sessions", async ({
  page,
  db,
  browser,
  baseURL,
}) => {
  const person = await createStaff(db, { role: "staff" });
  const other = await browser.newPage({ baseURL });
  await signIn(other, person);
  await expect(other).toHaveURL("/backyard/dashboard");
  const { secret } = await enroll(page, person);
  await other.goto("/backyard/dashboard");
  await expect(other).toHaveURL("/backyard");
  await other.close();

  const card = page.getByRole("region", { name: "Two-factor sign-in" });
  await card.getByLabel("Password").fill(person.password);
  await card.getByLabel("Code").fill(createWrongCode(secret));
  await card.getByRole("button", { name: "Turn off" }).click();
  await expect(card.getByRole("alert")).toHaveText("2FA verification failed");
  await card.getByLabel("Password").fill(person.password);
  await card.getByLabel("Code").fill(computeTotp(secret));
  await card.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("Two-factor sign-in is off.")).toBeVisible();
  await signOut(page);
  await signIn(page, person);
  await expect(page).toHaveURL("/backyard/dashboard");
});

test("a password is changed with the old one, and the old one is of no use then", async ({
  page,
  db,
}) => {
  const person = await createStaff(db, { role: "staff" });
  await signIn(page, person);
  await page.goto("/backyard/account");
  const card = page.getByRole("region", { name: "Password" });
  const change = async (current: string, next: string) => {
    await card.getByLabel("Current password").fill(current);
    await card.getByLabel("New password").fill(next);
    await card.getByRole("button", { name: "Change password" }).click();
  };
  await change("not mine at all", "another long password");
  await expect(card.getByRole("alert")).toHaveText("That is not your password.");
  await change(person.password, "too short");
  await expect(card.getByRole("alert")).toHaveText("Choose a password of at least 12 characters.");
  await change(person.password, "another long password");
  await expect(page.getByText("Your password is changed.")).toBeVisible();
  await signOut(page);
  await signIn(page, person);
  await expect(page.getByRole("alert")).toHaveText("Login failed");
  await signIn(page, { ...person, password: "another long password" });
  await expect(page).toHaveURL("/backyard/dashboard");
});

test("a colleague who knows a password does not pass with their own code, and the wrong tries stay counted", async ({
  page,
  db,
  browser,
  baseURL,
}) => {
  const person = await createStaff(db, { role: "staff" });
  await enroll(page, person);
  await db.query("update admin_users set code_failures = 7 where user_id = $1", [person.userId]);
  const colleague = await browser.newPage({ baseURL, viewport: { width: 1280, height: 800 } });
  const { secret } = await enroll(colleague, await createStaff(db, { role: "staff" }));
  const send = (form: Record<string, string>) =>
    colleague.request.post("/backyard", {
      form,
      headers: { Origin: baseURL ?? "" },
      maxRedirects: 0,
    });
  expect((await send({ email: person.email, password: person.password })).headers().location).toBe(
    "/backyard",
  );
  const answer = await send({ intent: "code", code: computeTotp(secret) });
  expect(answer.status()).toBe(400);
  expect(await answer.text()).toContain("2FA verification failed");
  const { rows } = await db.query(
    "select code_failures, (select count(*)::int from staff_devices where user_id = $1) as browsers from admin_users where user_id = $1",
    [person.userId],
  );
  expect(rows).toEqual([{ code_failures: 8, browsers: 1 }]);
  await colleague.close();
});

test("a browser that is forgotten is written to the audit log", async ({ page, db }) => {
  const person = await createStaff(db, { role: "staff" });
  await signIn(page, person);
  await page.goto("/backyard/account");
  await page.getByRole("button", { name: "Forget" }).click();
  await expect(page.getByText("The browser is forgotten.")).toBeVisible();
  const { rows } = await db.query(
    "select entity_id from audit_log where actor = $1 and action = 'forget-device'",
    [person.userId],
  );
  expect(rows).toEqual([{ entity_id: person.userId }]);
});

test.describe("without a connection", () => {
  test.use({ expectedProblems: [/ERR_INTERNET_DISCONNECTED|fetching the script/] });
  test("the account says that nothing came back, and keeps what was typed", async ({
    page,
    db,
  }) => {
    const person = await createStaff(db, { role: "staff" });
    await signIn(page, person);
    await page.goto("/backyard/account");
    const card = page.getByRole("region", { name: "Password" });
    await card.getByLabel("Current password").fill(person.password);
    await card.getByLabel("New password").fill("a new long password");
    await page.context().setOffline(true);
    await card.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Nothing came back from the server.")).toBeVisible();
    await expect(card.getByLabel("New password")).toHaveValue("a new long password");
    await page.context().setOffline(false);
    await card.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Your password is changed.")).toBeVisible();
  });
});
