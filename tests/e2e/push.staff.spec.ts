import { randomBytes } from "node:crypto";
import { devices, type Page } from "@playwright/test";
import type pg from "pg";
import {
  type FakeSubscription,
  type PushServiceFake,
  startPushService,
} from "../fakes/push-service.ts";
import type { IsolatedSite } from "../setup/built-site.ts";
import { createStaff } from "../staff.ts";
import { expect, test } from "./fixtures.ts";
import { startSiteApart } from "./own-site.ts";
import { openSession } from "./staff.ts";
import { expectNoAxeViolations } from "./staff-pages.ts";

type Push = { site: IsolatedSite; service: PushServiceFake };

/** A site that knows a push service of its own. */
const pushTest = test.extend<object, { push: Push }>({
  push: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const service = await startPushService();
      const site = await startSiteApart(service.env);
      await use({ site, service });
      await site.stop();
      await service.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ push }, use) => use(push.site.url),
  db: async ({ push }, use) => use(push.site.db),
});
test.use({ serviceWorkers: "allow" });

type WorkerScope = {
  registration: ServiceWorkerRegistration;
  /** The next notification. */
  shown: Promise<{ title: string; body?: string; data: unknown }>;
};

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

/**
 * Subscribes at the fake: the browser's own push service is on the internet. A browser without a window
 * grants the permission, but says and behaves as if it were denied.
 */
async function replacePushManager(page: Page, subscription: FakeSubscription): Promise<void> {
  await page.addInitScript(({ endpoint, p256dh, auth }) => {
    const KEY = "test-subscribed";
    const current = {
      endpoint,
      options: { applicationServerKey: null },
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => {
        localStorage.removeItem(KEY);
        return true;
      },
    } as unknown as PushSubscription;
    PushManager.prototype.subscribe = async (options) => {
      if (!options?.userVisibleOnly || !options.applicationServerKey) throw new Error("no options");
      localStorage.setItem(KEY, "yes");
      return current;
    };
    PushManager.prototype.getSubscription = async () =>
      localStorage.getItem(KEY) ? current : null;
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
  }, subscription);
}

/**
 * Delivers a message to the portal's worker, as the browser does.
 * @returns the notification that the worker shows
 */
async function deliver(page: Page, { site }: Push, text: string) {
  const scope = `${site.url}/backyard/`;
  const worker = page
    .context()
    .serviceWorkers()
    .find((running) => running.url().startsWith(scope));
  await worker?.evaluate(() => {
    const scope = self as unknown as WorkerScope;
    scope.shown = new Promise((resolve) => {
      scope.registration.showNotification = async (title, options) =>
        resolve({ title, body: options?.body, data: options?.data });
    });
  });
  const devTools = await page.context().newCDPSession(page);
  const registrationId = new Promise<string>((resolve) =>
    devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === scope);
      if (found) resolve(found.registrationId);
    }),
  );
  await devTools.send("ServiceWorker.enable");
  await devTools.send("ServiceWorker.deliverPushMessage", {
    origin: site.url,
    registrationId: await registrationId,
    data: text,
  });
  await devTools.detach();
  return worker?.evaluate(() => (self as unknown as WorkerScope).shown);
}

pushTest(
  "staff turn notifications on, test them, and turn them off",
  async ({ page, push, db }) => {
    const { service, site } = push;
    const { rows } = await site.db.query<{ key: string }>(
      "select public_key as key from push_keys",
    );
    await replacePushManager(page, service.subscribe(rows[0]?.key));
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
    expect(await deliver(page, push, text)).toEqual({
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
