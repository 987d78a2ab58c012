import type { Page } from "@playwright/test";
import {
  type FakeSubscription,
  type PushServiceFake,
  startPushService,
} from "../fakes/push-service.ts";
import type { IsolatedSite } from "../setup/built-site.ts";
import { test } from "./fixtures.ts";
import { startSiteApart } from "./own-site.ts";

type Push = { site: IsolatedSite; service: PushServiceFake };

/** A site that knows a push service of its own. */
export const pushTest = test.extend<object, { push: Push }>({
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

type WorkerScope = {
  registration: ServiceWorkerRegistration;
  /** The next notification. */
  shown: Promise<{ title: string; body?: string; data: unknown }>;
};

/** The key of the site, which browsers bind their subscriptions to. */
export async function getSiteKey({ db }: IsolatedSite): Promise<string> {
  const { rows } = await db.query<{ key: string }>("select public_key as key from push_keys");
  return rows[0]?.key ?? "";
}

/**
 * Subscribes at the fake: the browser's own push service is on the internet. A browser without a window
 * grants the permission, but says and behaves as if it were denied.
 */
export async function replacePushManager(
  page: Page,
  subscription: FakeSubscription,
): Promise<void> {
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
 * Delivers a message to the worker of a portal, as the browser does.
 * @param options.scope the path of the worker's scope
 * @returns the notification that the worker shows
 */
export async function deliver(
  page: Page,
  { site }: Pick<Push, "site">,
  { scope: path, text }: { scope: string; text: string },
) {
  const scope = site.url + path;
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
