import { computeTotp, createStaff, createWrongCode, getCodeSecondsLeft } from "../staff.ts";
import { setOffline } from "./connection.ts";
import { expect, test } from "./fixtures.ts";
import { openSession, signIn } from "./staff.ts";

test.use({
  expectedProblems: [/40[034] \(|ERR_INTERNET_DISCONNECTED|fetching the script/],
  viewport: { width: 1280, height: 800 },
  isMobile: false,
});

test("two-factor sign-in is set up with a QR code, required after the password, and turned off again", async ({
  page,
  db,
}) => {
  const person = await createStaff(db, { role: "superadmin" });
  await openSession(page, db, person);
  await page.goto("/backyard/account");
  const card = page.getByRole("region", { name: "Two-factor sign-in" });
  let secret = "";

  await test.step("it is turned on", async () => {
    await card.getByLabel("Password").fill(person.password);
    await card.getByRole("button", { name: "Set up" }).click();
    await expect(card.getByRole("img", { name: /QR code/ })).toBeVisible();
    secret = (await card.locator("p.font-mono").textContent()) ?? "";
    await expect(card.getByRole("listitem")).toHaveCount(10);
    // Near the end of its 30 seconds, a code could expire before it is checked.
    await expect.poll(getCodeSecondsLeft, { timeout: 10_000 }).toBeGreaterThan(4);
    // Uses the previous code: the current one is for signing in, the next one for turning it off.
    await card.getByLabel("Code from the app").fill(computeTotp(secret, -1));
    await card.getByRole("button", { name: "Turn on" }).click();
    await expect(page.getByText("Two-factor sign-in is on.")).toBeVisible();
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL("/backyard");
  });

  const code = page.getByLabel("Code", { exact: true });
  const verify = page.getByRole("button", { name: "Verify", exact: true });
  await test.step("a code is required after the password", async () => {
    await signIn(page, person);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Two-factor code" })).toBeVisible();
    await expect(verify).toBeDisabled();
    await code.pressSequentially("12a34");
    await expect(code).toHaveValue("1234");
    await expect(verify).toBeDisabled();
    // Some authenticator apps copy codes with a space.
    await code.fill("");
    await page.evaluate(() => document.execCommand("insertText", false, "123 456"));
    await expect(code).toHaveValue("123456");
  });

  await test.step("a code that could not be sent is kept, and the sign-in can be restarted", async () => {
    await setOffline(page, true);
    await verify.click();
    await expect(page.getByRole("alert")).toHaveText("2FA verification failed");
    await expect(code).toHaveValue("123456");
    await setOffline(page, false);
    await code.fill(createWrongCode(secret));
    await verify.click();
    await expect(page.getByRole("alert")).toHaveText("2FA verification failed");
    await page.getByText("Use a recovery code").click();
    await expect(page.getByLabel("Recovery code")).toBeVisible();
    await page.getByRole("button", { name: "Back to login" }).click();
    await expect(page.getByLabel("Email")).toBeVisible();
    await signIn(page, person);
    await code.fill(computeTotp(secret));
    await verify.click();
    await expect(page).toHaveURL("/backyard/dashboard");
  });

  await test.step("it is turned off", async () => {
    await page.goto("/backyard/account");
    await card.getByLabel("Password").fill(person.password);
    await card.getByLabel("Code").fill(computeTotp(secret, 1));
    await card.getByRole("button", { name: "Turn off" }).click();
    await expect(page.getByText("Two-factor sign-in is off.")).toBeVisible();
  });
});

test("staff change their password, keep typed values while offline, and forget a browser", async ({
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
  await change(person.password, "too short");
  await expect(card.getByRole("alert")).toHaveText("Choose a password of at least 12 characters.");
  await setOffline(page, true);
  await change(person.password, "a new long password");
  await expect(page.getByText("Nothing came back from the server.")).toBeVisible();
  await expect(card.getByLabel("New password")).toHaveValue("a new long password");
  await setOffline(page, false);
  await card.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password is changed.")).toBeVisible();
  await page.getByRole("button", { name: "Forget" }).click();
  await expect(page.getByText("The browser is forgotten.")).toBeVisible();
});
