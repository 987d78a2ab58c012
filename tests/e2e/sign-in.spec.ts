import type { Page } from "@playwright/test";
import { createStaff } from "../staff.ts";
import { setOffline } from "./connection.ts";
import { expect, test } from "./fixtures.ts";
import { openSession } from "./staff.ts";

test.use({
  expectedProblems: [/40[034] \(|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|503 \(/],
});

const dashboard = (page: Page) => page.getByRole("heading", { level: 1, name: "Dashboard" });

/** The menu opens only once the page's script runs. Open, it covers its button. */
const openMenu = (page: Page) =>
  expect(async () => {
    const signOutButton = page.getByRole("button", { name: "Sign Out" });
    if (!(await signOutButton.isVisible()))
      await page.getByRole("button", { name: "Menu", exact: true }).click();
    await expect(signOutButton).toBeVisible({ timeout: 500 });
  }).toPass();

async function signOut(page: Page) {
  await openMenu(page);
  await page.getByRole("button", { name: "Sign Out" }).click();
}

test("signing in opens the dashboard, and a failed attempt keeps email and password", async ({
  page,
  db,
}) => {
  const person = await createStaff(db, { role: "superadmin" });
  await page.goto("/backyard");
  await page.waitForLoadState("networkidle");
  const email = page.getByLabel("Email");
  const password = page.getByLabel("Password", { exact: true });
  await test.step("the password can be shown", async () => {
    await password.fill("visible");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(password).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Hide" }).click();
    await expect(password).toHaveAttribute("type", "password");
  });
  const expectFailedSignIn = async () => {
    await email.fill(person.email);
    await password.fill(person.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert")).toHaveText("Login failed");
    await expect(email).toHaveValue(person.email);
    await expect(password).toHaveValue(person.password);
  };
  await test.step("without a connection", async () => {
    await setOffline(page, true);
    await expectFailedSignIn();
    await setOffline(page, false);
  });
  for (const [what, handleRoute] of [
    [
      "when the connection breaks",
      (route) =>
        route.request().method() === "POST" ? route.abort("connectionreset") : route.continue(),
    ],
    [
      "when the server is busy",
      (route) =>
        route.fulfill({
          status: 503,
          contentType: "text/html",
          body: "<main><h1>Busy</h1></main>",
        }),
    ],
  ] satisfies [string, Parameters<Page["route"]>[1]][])
    await test.step(what, async () => {
      await page.route("**/backyard", handleRoute);
      await page.evaluate(() => document.querySelector("[role=alert]")?.replaceChildren());
      await expectFailedSignIn();
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

test("a second tab follows role changes and sign-outs, and hides its content until the session is confirmed", async ({
  page,
  db,
}) => {
  const person = await createStaff(db, { role: "superadmin" });
  await openSession(page, db, person);
  const other = await page.context().newPage();
  await page.goto("/backyard/dashboard");
  await other.goto("/backyard/settings");
  await expect(other.getByRole("heading", { level: 1 })).toBeVisible();

  await test.step("a changed role applies when a tab gets focus", async () => {
    await db.query("update admin_users set role = 'staff' where user_id = $1", [person.userId]);
    // A page listens for focus only once its script runs.
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

  await test.step("a tab hides its content until the server confirms the session", async () => {
    await other.clock.install();
    await other.goto("/backyard/service-requests");
    const heading = other.getByRole("heading", { level: 1 });
    const search = other.getByRole("searchbox");
    // The page listens for being shown once its menu works.
    await openMenu(other);
    await other.getByRole("button", { name: "Close menu" }).press("Enter");
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await other.route("**/backyard/session", async (route) => {
      await held;
      await route.continue();
    });
    // By the page's own clock, which no slow machine delays.
    await other.clock.pauseAt(Date.now() + 60_000);
    await search.focus();
    await other.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(heading).toBeVisible();
    await other.clock.runFor(1_000);
    await expect(heading).toBeHidden();
    answer();
    await expect(heading).toBeVisible();
    await expect(search).toBeFocused();
    await other.clock.resume();
    await other.unroute("**/backyard/session");
  });

  await test.step("signing out in one tab signs out the other", async () => {
    await other.goto("/backyard/service-requests");
    await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
    await other.waitForLoadState("networkidle");
    await signOut(page);
    await expect(other.getByRole("heading", { level: 1, name: "Service Requests" })).toBeHidden();
    await expect(other).toHaveURL("/backyard");
  });
});

test("an idle session warns a minute before it ends, can be extended here or in another tab, and then signs out", async ({
  page,
  db,
}) => {
  const person = await createStaff(db, { role: "staff" });
  await openSession(page, db, person);
  await page.clock.install();
  await page.goto("/backyard/dashboard");
  await openMenu(page);
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
    const check = page.waitForResponse("**/backyard/session");
    await page.clock.fastForward("54:30");
    // If more time passed before the page has read the response, it would sign out.
    await (await check).finished();
    await page.evaluate(() => new Promise(requestAnimationFrame));
  };
  await passIdleTime();
  await expect(warning).toBeHidden();

  await setMinutesLeft(5);
  await passIdleTime();
  await expect(warning).toContainText(/signed out in \d\d seconds/);
  expect(await minutesLeft()).toBe(5);
  await warning.getByRole("button", { name: "Stay signed in" }).click();
  await expect(warning).toBeHidden();
  expect(await minutesLeft()).toBe(60);

  await setMinutesLeft(4);
  await page.clock.fastForward("56:00");
  await expect(page.getByLabel("Email")).toBeVisible();
  expect(await minutesLeft()).toBeUndefined();
});
