import type { Page } from "@playwright/test";
import { createStaff } from "../staff.ts";
import { expect, test } from "./fixtures.ts";
import { signIn } from "./staff.ts";

test.use({
  expectedProblems: [/40[034] \(|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|503 \(/],
});

test("e-mail and password lead to the dashboard, and the login then does too", async ({
  page,
  db,
}) => {
  const person = await createStaff(db, { role: "superadmin" });
  await signIn(page, person);
  await expect(page).toHaveURL("/backyard/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await page.goto("/backyard");
  await expect(page).toHaveURL("/backyard/dashboard");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/backyard");
  await page.goto("/backyard/dashboard");
  await expect(page).toHaveURL("/backyard");
  const { rows } = await db.query("select 1 from staff_sessions where user_id = $1", [
    person.userId,
  ]);
  expect(rows).toEqual([]);
});

test("without a connection the login stays, with the e-mail and password that were typed", async ({
  page,
  db,
  context,
}) => {
  const person = await createStaff(db, { role: "staff" });
  await page.goto("/backyard");
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toHaveText("Login failed");
  await expect(page.getByLabel("E-mail")).toHaveValue(person.email);
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(person.password);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/backyard/dashboard");
});

test("a connection that dies on the way keeps the login too, and a busy server is told from a wrong password", async ({
  page,
  db,
}) => {
  const person = await createStaff(db, { role: "staff" });
  await page.goto("/backyard");
  await page.waitForLoadState("networkidle");
  const fail = async (how: Parameters<Page["route"]>[1]) => {
    await page.route("**/backyard", how);
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert")).toHaveText("Login failed");
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue(person.password);
    await page.unroute("**/backyard");
  };
  await fail((route) =>
    route.request().method() === "POST" ? route.abort("connectionreset") : route.continue(),
  );
  await fail((route) =>
    route.fulfill({ status: 503, contentType: "text/html", body: "<main><h1>Busy</h1></main>" }),
  );
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/backyard/dashboard");
});

test("a sign-out or a lost rank elsewhere reaches a tab when it comes to the front", async ({
  page,
  db,
}) => {
  const person = await createStaff(db, { role: "superadmin" });
  const other = await page.context().newPage();
  await signIn(page, person);
  await expect(page).toHaveURL("/backyard/dashboard");
  await other.goto("/backyard/settings");
  await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
  await db.query("update admin_users set role = 'staff' where user_id = $1", [person.userId]);
  // A page hears of focus once it is alive.
  const focus = (tab: Page, then: () => Promise<void>) =>
    expect(async () => {
      await tab.evaluate(() => window.dispatchEvent(new Event("focus")));
      await then();
    }).toPass();
  await focus(other, () =>
    expect(other.getByRole("heading", { name: "Access Denied" })).toBeVisible({ timeout: 2_500 }),
  );
  await focus(page, () =>
    expect(page.getByText("staff", { exact: true })).toBeAttached({ timeout: 2_500 }),
  );
  await other.goto("/backyard/service-requests");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/backyard");
  await focus(other, () => expect(other).toHaveURL("/backyard", { timeout: 2_500 }));
});

test("a second tab covers what it shows when its person signs out, and when it comes to the front and nobody is signed in", async ({
  page,
  db,
  context,
}) => {
  const person = await createStaff(db, { role: "staff" });
  await signIn(page, person);
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  const other = await context.newPage();
  await other.goto("/backyard/service-requests");
  await other.waitForLoadState("networkidle");
  // What the server says of the session takes long; nothing is shown meanwhile.
  await other.route("**/backyard/session", async () => {});
  await db.query("delete from staff_sessions where user_id = $1", [person.userId]);
  await other.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(other.getByRole("heading", { level: 1 })).toBeHidden({ timeout: 1_000 });
  await other.unroute("**/backyard/session");
  await signIn(page, person);
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await other.goto("/backyard/service-requests");
  await other.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(other.getByRole("heading", { level: 1, name: "Service Requests" })).toBeHidden();
  await expect(other).toHaveURL("/backyard");
});

test("a minute before an idle session ends the portal asks; staying is one click, work in another tab counts, and else it is signed out", async ({
  page,
  db,
}) => {
  const person = await createStaff(db, { role: "staff" });
  await page.clock.install();
  await signIn(page, person);
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  // The menu opens when the page is alive.
  await expect(async () => {
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible({ timeout: 500 });
  }).toPass();
  const leave = async (minutes: number) => {
    await db.query(
      "update staff_sessions set expires_at = now() + make_interval(mins => $2) where user_id = $1",
      [person.userId, minutes],
    );
  };
  const left = async () => {
    const { rows } = await db.query(
      "select round(extract(epoch from expires_at - now()) / 60)::int as minutes from staff_sessions where user_id = $1",
      [person.userId],
    );
    return rows[0]?.minutes;
  };
  const warning = page.getByRole("alertdialog", { name: "Are you still there?" });

  const asked = page.waitForResponse("**/backyard/session");
  await page.clock.fastForward("54:30");
  await asked;
  await expect(warning).toBeHidden();

  await leave(5);
  await page.clock.fastForward("54:30");
  await expect(warning).toContainText(/signed out in \d\d seconds/);
  expect(await left()).toBe(5);
  await warning.getByRole("button", { name: "Stay signed in" }).click();
  await expect(warning).toBeHidden();
  expect(await left()).toBe(60);

  await leave(4);
  await page.clock.fastForward("56:00");
  await expect(page.getByLabel("E-mail")).toBeVisible();
  expect(await left()).toBeUndefined();
});

test("a wrong password and an unknown e-mail say the same; the password can be shown", async ({
  page,
  db,
}) => {
  const person = await createStaff(db, { role: "staff" });
  for (const email of [person.email, "unknown@example.com"]) {
    await signIn(page, { email, password: "not the password" });
    await expect(page.getByRole("alert")).toHaveText("Login failed");
    await expect(page.getByLabel("E-mail")).toHaveValue(email);
  }
  const field = page.getByLabel("Password", { exact: true });
  await field.fill("visible");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(field).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide" }).click();
  await expect(field).toHaveAttribute("type", "password");
});

test("without an active admin record nobody stays signed in", async ({ page, db }) => {
  for (const person of [
    await createStaff(db, { role: null }),
    await createStaff(db, { role: "staff", isActive: false }),
  ]) {
    await signIn(page, person);
    await expect(page.getByRole("alert")).toHaveText("Access denied. Admin privileges required.");
    const { rows } = await db.query("select 1 from staff_sessions where user_id = $1", [
      person.userId,
    ]);
    expect(rows).toEqual([]);
  }
});

test("a record that is switched off ends a session at its next request, and the login says why", async ({
  page,
  db,
}) => {
  const person = await createStaff(db, { role: "staff" });
  await signIn(page, person);
  await expect(page).toHaveURL("/backyard/dashboard");
  await db.query("update admin_users set is_active = false where user_id = $1", [person.userId]);
  await page.goto("/backyard/dashboard");
  await expect(page.getByRole("alert")).toHaveText("Access denied. Admin privileges required.");
  await page.goto("/backyard/dashboard");
  await expect(page).toHaveURL("/backyard");
});

test("a reviewer passes sign-in and sees what the role lacks", async ({ page, db }) => {
  await signIn(page, await createStaff(db, { role: "reviewer" }));
  await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
  await expect(
    page.getByText("Your role (reviewer) does not have sufficient privileges for this area."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Return to Login" }).click();
  await expect(page).toHaveURL("/backyard");
  await expect(page.getByLabel("E-mail")).toBeVisible();
});

test("after five wrong passwords tries wait, from every address; another browser that is known does not", async ({
  page,
  db,
  browser,
  baseURL,
}) => {
  const person = await createStaff(db, { role: "staff" });
  const known = await browser.newPage({ baseURL, viewport: { width: 1280, height: 800 } });
  await signIn(known, person);
  await expect(known).toHaveURL("/backyard/dashboard");
  await known.getByRole("button", { name: "Sign Out" }).click();
  await expect(known).toHaveURL("/backyard");

  for (let tries = 1; tries <= 5; tries++) {
    await signIn(page, { email: person.email, password: `wrong ${tries}` });
    await expect(page.getByRole("alert")).toHaveText("Login failed");
  }
  await signIn(page, person);
  await expect(page.getByRole("alert")).toContainText(
    "Too many tries: wait 1 minute, then try again.",
  );
  await signIn(known, person);
  await expect(known).toHaveURL("/backyard/dashboard");
  await known.close();
});

test("a one-time link makes an account once", async ({ page, db }) => {
  const token = `token-${Date.now()}`;
  await db.query(
    "insert into staff_links (token_hash, purpose, email, role, expires_at, created_by, created_at) values (rtrim(translate(encode(sha256($1), 'base64'), '+/', '-_'), '='), 'invite', $2, 'staff', now() + interval '1 hour', 'test', now())",
    [Buffer.from(token), `${token}@example.com`],
  );
  await page.goto(`/backyard/join/${token}`);
  await page.getByLabel("Your name").fill("New Person");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("alert")).toHaveText("Choose a password of at least 12 characters.");
  await expect(page.getByLabel("Your name")).toHaveValue("New Person");
  await page.getByLabel("Password", { exact: true }).fill("a long enough password");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("status")).toHaveText("Your account is ready. Please sign in.");
  await signIn(page, { email: `${token}@example.com`, password: "a long enough password" });
  await expect(page).toHaveURL("/backyard/dashboard");
  const response = await page.goto(`/backyard/join/${token}`);
  expect(response?.status()).toBe(404);
  await expect(page.getByText("It has been used, or it is older than an hour.")).toBeVisible();
});
