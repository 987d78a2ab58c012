import { randomBytes } from "node:crypto";
import { devices, type Page } from "@playwright/test";
import type pg from "pg";
import { createStaff } from "../staff.ts";
import { expect, test } from "./fixtures.ts";
import { deliver, getSiteKey, pushTest, replacePushManager } from "./push.ts";
import { openSession } from "./staff.ts";
import { expectNoAxeViolations } from "./staff-pages.ts";

test.use({ serviceWorkers: "allow" });

const ACCOUNT = "/backyard/account";
const getSection = (page: Page) =>
  page.getByRole("region", { name: "Notifications on this device" });

/** Opens the account page as a new member of staff, in a browser that has signed in before. */
async function openAccount(page: Page, db: pg.Client): Promise<void> {
  await openSession(page, db, await createStaff(db, { role: "staff" }));
  const [value, url] = [randomBytes(24).toString("hex"), process.env.BASE_URL];
  await page.context().addCookies([{ name: "device", value, url }]);
  await page.goto(ACCOUNT);
}

pushTest(
  "staff turn notifications on, test them, and turn them off",
  async ({ page, push, db }) => {
    const { service, site } = push;
    await replacePushManager(page, service.subscribe(await getSiteKey(site)));
    await page.context().grantPermissions(["notifications"], { origin: site.url });
    await openAccount(page, db);
    const section = getSection(page);
    await section.getByRole("button", { name: "Turn on" }).click();
    await expect(section.getByText("Notifications are on in this browser.")).toBeVisible();
    await expect(section.getByText("Chrome on Android")).toBeVisible();
    await expectNoAxeViolations(page);

    const before = service.messages.length;
    await section.getByRole("button", { name: /^Send a test notification/ }).click();
    await expect(page.getByText("Sent. It should appear within seconds.")).toBeVisible();
    const text = (await service.waitFor(before + 1)).at(-1)?.text ?? "";
    expect(await deliver(page, push, { scope: "/backyard/", text })).toEqual({
      title: "Test notification",
      body: "Notifications work on this device.",
      data: { path: ACCOUNT },
    });

    await page.reload();
    await expect(section.getByText("Notifications are on in this browser.")).toBeVisible();
    await section.getByRole("button", { name: /^Turn off/ }).click();
    await expect(section.getByText("Off in this browser.")).toBeVisible();
    await expect(section.getByText("Devices with notifications")).toBeHidden();
  },
);

test.describe("quiet hours", () => {
  test.use({ expectedProblems: [/400 \(Bad Request\)/] });

  test("are saved with the zone of the browser, and refused where they are empty", async ({
    page,
    db,
  }) => {
    await openAccount(page, db);
    const form = page.getByRole("form", { name: "Quiet hours" });
    await form.getByLabel("No notifications during these hours").check();
    await expect(form.getByLabel("From")).toHaveValue("22:00");
    await form.getByLabel("To").fill("22:00");
    await form.getByLabel(/^Emergencies, and that nobody/).check();
    await form.getByRole("button", { name: "Save quiet hours" }).click();
    await expect(form.getByText("these hours begin and end at once")).toBeVisible();
    await expect(form.getByLabel("To")).toBeFocused();
    await form.getByLabel("To").fill("06:30");
    await form.getByRole("button", { name: "Save quiet hours" }).click();
    await expect(page.getByText("Quiet hours are saved.")).toBeVisible();
    await page.reload();
    await expect(form.getByLabel("To")).toHaveValue("06:30");
    await expect(form.getByLabel(/^Emergencies, and that nobody/)).toBeChecked();
    await expectNoAxeViolations(page);
  });
});

test("a browser in which notifications are blocked says how to allow them", async ({
  page,
  db,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(Notification, "permission", { get: () => "denied" }),
  );
  await openAccount(page, db);
  await expect(getSection(page).getByText("are blocked in this browser")).toBeVisible();
  await expect(getSection(page).getByRole("button", { name: "Turn on" })).toBeHidden();
});

test.describe("on an iPhone", () => {
  test.use({ userAgent: devices["iPhone 15"].userAgent });

  test("the portal goes to the home screen first", async ({ page, db }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, "PushManager"));
    await openAccount(page, db);
    const section = getSection(page);
    await expect(section.getByText("Add this page to your home screen first")).toBeVisible();
    await expect(section.getByText("Tap Share, then Add to Home Screen.")).toBeVisible();
  });
});
