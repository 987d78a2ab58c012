import type { Page } from "@playwright/test";
import { createStaff } from "../staff.ts";
import { expect, test } from "./fixtures.ts";
import { openSession } from "./staff.ts";

test.use({
  expectedProblems: [/40[034] \(|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|503 \(/],
});

const dashboard = (page: Page) => page.getByRole("heading", { level: 1, name: "Dashboard" });

async function signOut(page: Page) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Sign Out" }).click();
}

test("e-mail and password lead to the dashboard; whatever fails on the way keeps what was typed", async ({
  page,
  db,
  context,
}) => {
  const person = await createStaff(db, { role: "superadmin" });
  await page.goto("/backyard");
  await page.waitForLoadState("networkidle");
  const email = page.getByLabel("E-mail");
  const password = page.getByLabel("Password", { exact: true });
  await test.step("the password can be shown", async () => {
    await password.fill("visible");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(password).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Hide" }).click();
    await expect(password).toHaveAttribute("type", "password");
  });
  const fails = async () => {
    await email.fill(person.email);
    await password.fill(person.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert")).toHaveText("Login failed");
    await expect(email).toHaveValue(person.email);
    await expect(password).toHaveValue(person.password);
  };
  await test.step("without a connection", async () => {
    await context.setOffline(true);
    await fails();
    await context.setOffline(false);
  });
  for (const [what, answer] of [
    [
      "with a connection that breaks",
      (route) =>
        route.request().method() === "POST" ? route.abort("connectionreset") : route.continue(),
    ],
    [
      "with a busy server",
      (route) =>
        route.fulfill({
          status: 503,
          contentType: "text/html",
          body: "<main><h1>Busy</h1></main>",
        }),
    ],
  ] satisfies [string, Parameters<Page["route"]>[1]][])
    await test.step(what, async () => {
      await page.route("**/backyard", answer);
      await page.evaluate(() => document.querySelector("[role=alert]")?.replaceChildren());
      await fails();
      await page.unroute("**/backyard");
    });
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/backyard/dashboard");
  await expect(dashboard(page)).toBeVisible();
  await page.goto("/backyard");
  await expect(page).toHaveURL("/backyard/dashboard");
  await signOut(page);
  await expect(page).toHaveURL("/backyard");
  await page.goto("/backyard/dashboard");
  await expect(page).toHaveURL("/backyard");
  const { rows } = await db.query("select 1 from staff_sessions where user_id = $1", [
    person.userId,
  ]);
  expect(rows).toEqual([]);
});

test("a second tab follows a lost role, covers what it shows while that is unclear, and follows a sign-out", async ({
  page,
  db,
}) => {
  const person = await createStaff(db, { role: "superadmin" });
  await openSession(page, db, person);
  const other = await page.context().newPage();
  await page.goto("/backyard/dashboard");
  await other.goto("/backyard/settings");
  await expect(other.getByRole("heading", { level: 1 })).toBeVisible();

  await test.step("a role that is changed reaches a tab when it comes to the front", async () => {
    await db.query("update admin_users set role = 'staff' where user_id = $1", [person.userId]);
    // A page hears of focus once its script runs.
    const focus = (tab: Page, then: () => Promise<void>) =>
      expect(async () => {
        await tab.evaluate(() => window.dispatchEvent(new Event("focus")));
        await then();
      }).toPass();
    await focus(other, () =>
      expect(other.getByRole("heading", { name: "Access Denied" })).toBeVisible({
        timeout: 2_500,
      }),
    );
    await focus(page, () =>
      expect(page.getByText("staff", { exact: true })).toBeAttached({ timeout: 2_500 }),
    );
  });

  await test.step("a tab is covered while the server has not said who is signed in", async () => {
    await other.goto("/backyard/service-requests");
    await other.waitForLoadState("networkidle");
    await other.route("**/backyard/session", async () => {});
    await other.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(other.getByRole("heading", { level: 1 })).toBeHidden({ timeout: 1_000 });
    await other.unroute("**/backyard/session");
  });

  await test.step("a sign-out in one tab signs the other one out", async () => {
    await other.goto("/backyard/service-requests");
    await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
    await other.waitForLoadState("networkidle");
    await signOut(page);
    await expect(other.getByRole("heading", { level: 1, name: "Service Requests" })).toBeHidden();
    await expect(other).toHaveURL("/backyard");
  });
});

test("a minute before an idle session ends the portal asks; staying is one click, work in another tab counts, and otherwise it signs out", async ({
  page,
  db,
}) => {
  const person = await createStaff(db, { role: "staff" });
  await openSession(page, db, person);
  await page.clock.install();
  await page.goto("/backyard/dashboard");
  // The menu opens when the page's script runs.
  await expect(async () => {
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible({ timeout: 500 });
  }).toPass();
  const setMinutesLeft = (minutes: number) =>
    db.query(
      "update staff_sessions set expires_at = now() + make_interval(mins => $2) where user_id = $1",
      [person.userId, minutes],
    );
  const minutesLeft = async () => {
    const { rows } = await db.query(
      "select round(extract(epoch from expires_at - now()) / 60)::int as minutes from staff_sessions where user_id = $1",
      [person.userId],
    );
    return rows[0]?.minutes;
  };
  const warning = page.getByRole("alertdialog", { name: "Are you still there?" });

  const passIdleTime = async () => {
    const check = page.waitForRequest("**/backyard/session", { timeout: 5_000 });
    await page.clock.fastForward("54:30");
    await check;
  };
  await passIdleTime();
  await expect(warning).toBeHidden();

  await setMinutesLeft(5);
  // A page that has not read the first response yet starts its idle time only then, and asks nothing now.
  await expect(passIdleTime).toPass();
  await expect(warning).toContainText(/signed out in \d\d seconds/);
  expect(await minutesLeft()).toBe(5);
  await warning.getByRole("button", { name: "Stay signed in" }).click();
  await expect(warning).toBeHidden();
  expect(await minutesLeft()).toBe(60);

  await setMinutesLeft(4);
  await page.clock.fastForward("56:00");
  await expect(page.getByLabel("E-mail")).toBeVisible();
  expect(await minutesLeft()).toBeUndefined();
});
