import { randomUUID } from "node:crypto";
import { expect, inject } from "vitest";
import { FORMS_PER_MINUTE } from "#app/features/provider-accounts/constants.ts";
import { type PushServiceFake, startPushService } from "../fakes/push-service.ts";
import { insertPlumber, sendCustomer } from "../offers.ts";
import { createSignedInPerson } from "../provider-people.ts";
import { type IsolatedSite, startIsolatedSite } from "../setup/built-site.ts";
import { createSignedInStaff } from "../staff.ts";
import { test as base } from "./http-client.ts";
import { createVisitor } from "./visitor.ts";

const ACCOUNT = "/pro/account";
const ZIP = "10009";

type Push = { ownSite: IsolatedSite; service: PushServiceFake };
const test = base.extend(
  "push",
  { scope: "file" },
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names from the pattern
  async ({}, { onCleanup }): Promise<Push> => {
    const service = await startPushService();
    const ownSite = await startIsolatedSite(inject("sharedSite").templateUrl, service.env);
    onCleanup(async () => {
      await ownSite.stop();
      await service.close();
    });
    return { ownSite, service };
  },
);

/** A person of a new company, in a browser of their own. */
async function openPortal({ ownSite, service }: Push) {
  const { db, url } = ownSite;
  const { id } = await insertPlumber(db, ZIP);
  const person = await createSignedInPerson(db, { providerId: id });
  const browser = createVisitor({ origin: url, headers: person.headers });
  const { rows } = await db.query<{ key: string }>("select public_key as key from push_keys");
  return {
    ...{ person, browser },
    async turnOn() {
      const subscription = service.subscribe(rows[0]?.key);
      const page = await browser.submit(ACCOUNT, { intent: "push-turn-on", ...subscription });
      expect([page.status, page.location]).toEqual([303, `${ACCOUNT}?done=push-on#notice`]);
      return subscription;
    },
    async listDevices() {
      const found = await db.query<{ id: string; endpoint: string }>(
        "select id, endpoint from push_subscriptions where provider_user_id = $1",
        [person.userId],
      );
      return found.rows;
    },
  };
}

test("a person turns a device on, tests it, and removes it, without script from the list", async ({
  push,
}) => {
  const portal = await openPortal(push);
  const before = await portal.browser.open(ACCOUNT);
  expect(before.text).toContain("Notifications need JavaScript");
  expect(before.html).toContain('rel="manifest"');
  const { endpoint } = await portal.turnOn();
  const page = await portal.browser.open(`${ACCOUNT}?done=push-on`);
  expect(page.text).toContain("Notifications are on for this device.");
  expect(page.text).toContain("This browser");
  expect(page.html).not.toContain(endpoint);
  const [device] = await portal.listDevices();
  const tested = await portal.browser.submit(ACCOUNT, {
    ...{ intent: "push-test", device: device?.id ?? "" },
  });
  expect(tested.location).toBe(`${ACCOUNT}?done=push-tested#notice`);
  const sent = push.service.messages.find((message) => message.endpoint === endpoint);
  expect(JSON.parse(sent?.text ?? "")).toEqual({ kind: "test" });
  await portal.browser.submit(ACCOUNT, { intent: "push-turn-off", device: device?.id ?? "" });
  expect(await portal.listDevices()).toEqual([]);
});

test("a new offer reaches the person's device within seconds", async ({ push }) => {
  const portal = await openPortal(push);
  const { endpoint } = await portal.turnOn();
  const { db, url } = push.ownSite;
  const received = push.service.messages.length;
  const customer = await sendCustomer(db, { url, zip: ZIP });
  const { headers } = await createSignedInStaff(db, "staff");
  const staff = createVisitor({ origin: url, headers });
  await staff.submit(`/backyard/service-requests/${customer.id}.data`, {
    ...{ id: customer.id, intent: "offer", providerId: portal.person.providerId },
  });
  const message = (await push.service.waitFor(received + 1)).at(-1);
  const { rows } = await db.query<{ id: string }>("select id from offers where request_id = $1", [
    customer.id,
  ]);
  expect(message).toMatchObject({ endpoint, urgency: "high" });
  expect(JSON.parse(message?.text ?? "")).toEqual({ kind: "new-offer", id: rows[0]?.id });
});

test("nobody removes or tests a device of somebody else", async ({ push }) => {
  const [own, other] = [await openPortal(push), await openPortal(push)];
  await own.turnOn();
  const [device] = await own.listDevices();
  const calls = push.service.calls.length;
  for (const intent of ["push-turn-off", "push-test"])
    await other.browser.submit(ACCOUNT, { intent, device: device?.id ?? "" });
  expect(await own.listDevices()).toHaveLength(1);
  expect(push.service.calls).toHaveLength(calls);
});

test.for<[string, Record<string, string>, string]>([
  ["of an unknown service", { endpoint: "https://example.com/push" }, "does not know"],
  [
    "with a long address",
    { endpoint: `https://fcm.googleapis.com/${"a".repeat(1_000)}` },
    "cannot be read",
  ],
  ["with a wrong key", { p256dh: "BAAA" }, "cannot be read"],
  ["with a field too many", { extra: "1" }, "cannot be read"],
])("a subscription %s is refused", async ([, fields, words], { push }) => {
  const portal = await openPortal(push);
  const subscription = { ...push.service.subscribe(), ...fields };
  const page = await portal.browser.submit(ACCOUNT, { intent: "push-turn-on", ...subscription });
  expect([page.status, page.text.includes(words)]).toEqual([400, true]);
  expect(await portal.listDevices()).toEqual([]);
});

test("forms about devices are limited", async ({ push }) => {
  const { browser } = await openPortal(push);
  const send = () => browser.submit(ACCOUNT, { intent: "push-test", device: randomUUID() });
  for (let count = 0; count < FORMS_PER_MINUTE; count += 1) expect((await send()).status).toBe(400);
  expect((await send()).status).toBe(429);
});

test("signing out ends the notifications of that browser alone; removing access ends all", async ({
  push,
}) => {
  const { db, url } = push.ownSite;
  const owner = await openPortal(push);
  const member = await createSignedInPerson(db, {
    ...{ role: "member", providerId: owner.person.providerId },
  });
  const [phone, laptop] = [1, 2].map(() => createVisitor({ origin: url, headers: member.headers }));
  const { rows } = await db.query<{ key: string }>("select public_key as key from push_keys");
  const turnOn = () => ({ intent: "push-turn-on", ...push.service.subscribe(rows[0]?.key) });
  await phone?.submit(ACCOUNT, turnOn());
  await laptop?.submit(ACCOUNT, turnOn());
  const count = async () =>
    (await db.query("select from push_subscriptions where provider_user_id = $1", [member.userId]))
      .rows.length;
  await phone?.submit("/pro/sign-out?next=/pro/account", {});
  expect(await count()).toBe(2);
  await phone?.submit("/pro/sign-out", {});
  expect(await count()).toBe(1);
  await owner.browser.submit(ACCOUNT, {
    ...{ intent: "change-person", change: "deactivate", person: member.userId },
  });
  expect(await count()).toBe(0);
});

test("staff who look at the portal see nobody's devices", async ({ push }) => {
  const portal = await openPortal(push);
  await portal.turnOn();
  const { headers } = await createSignedInStaff(push.ownSite.db, "staff");
  const staff = createVisitor({ origin: push.ownSite.url, headers });
  const page = await staff.open(`/backyard/providers/${portal.person.providerId}/portal/account`);
  expect([page.status, page.html.includes("data-push-form")]).toEqual([200, false]);
});

test("the portal's manifest and worker need no session, and are no part of the public site", async ({
  send,
}) => {
  const manifest = await send("/pro/manifest.webmanifest");
  expect(manifest.headers.get("content-type")).toBe("application/manifest+json");
  expect(await manifest.json()).toMatchObject({
    name: expect.stringMatching(/ for pros$/),
    start_url: "/pro/today",
    scope: "/pro",
    display: "standalone",
  });
  const worker = await send("/pro/sw.js");
  expect(worker.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  const text = await worker.text();
  expect(text).toContain("showNotification");
  expect(text).not.toContain("fetch");
  for (const response of [manifest, worker])
    expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await (await send("/pro")).text()).toContain('href="/pro/manifest.webmanifest"');
  expect(await (await send("/")).text()).not.toContain("manifest");
});
