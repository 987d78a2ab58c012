import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { handlePushForm } from "#app/features/push/actions.server.ts";
import {
  MAX_DEVICES,
  MAX_PUSH_ATTEMPTS,
  MAX_TESTS,
  type PushIntent,
} from "#app/features/push/constants.ts";
import { turnOffBrowser } from "#app/features/push/mutations.server.ts";
import { getNotificationState } from "#app/features/push/queries.server.ts";
import { listEveryone, queuePushes } from "#app/features/push/queue-pushes.server.ts";
import { sendPushes } from "#app/features/push/send-pushes.server.ts";
import { openVapidKeys, type VapidKeys } from "#app/features/push/vapid-keys.server.ts";
import { openContactKeys } from "#app/features/secrets/open-contact-keys.server.ts";
import { rotateSecret } from "#app/features/secrets/rotate-secret.server.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#app/lib/durations.ts";
import { deriveKeys } from "#app/lib/secret.server.ts";
import { createVault, type Vault } from "#app/lib/vault.server.ts";
import { openTestDatabase, queryRows, storeRequest } from "../factories.ts";
import {
  type FakeSubscription,
  type PushServiceFake,
  startPushService,
} from "../fakes/push-service.ts";
import { buildMailApp } from "../mail-app.ts";

const vault = createVault(Buffer.alloc(32, 9));
let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
let service: PushServiceFake;
let vapidKeys: VapidKeys;
let clock: Date;
const db = () => (context as NonNullable<typeof context>).db;
/** Ten in the morning in New York, a Monday. */
const start = new Date("2026-11-02T15:00:00Z");
const later = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};

beforeEach(async () => {
  clock = start;
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
  service = await startPushService();
  vapidKeys = await openVapidKeys(db(), { vault, now: clock });
});
afterEach(() => service.close());
afterAll(() => context?.close());

const app = () => ({
  ...buildMailApp({ db: db(), now: () => clock, env: service.env }),
  vault,
  vapidKeys,
  listRecipients: listEveryone,
  findOfferFacts: async () => [],
});
const send = () => sendPushes(app());
const listPayloads = () => service.messages.map(({ text }) => JSON.parse(text) as unknown);
const listStates = () =>
  queryRows<{ kind: string; state: string; error: string | null }>(
    db(),
    "select kind, state, last_error as error from push_messages order by created_at, id",
  );

async function createMember(role: string | null = "staff", isActive = true): Promise<string> {
  const id = randomUUID();
  await queryRows(
    db(),
    "insert into staff_users (id, name, email, created_at, updated_at) values ($1, 'Test', $2, $3, $3)",
    [id, `${id}@example.com`, clock],
  );
  if (role)
    await queryRows(
      db(),
      "insert into admin_users (user_id, role, is_active, created_at) values ($1, $2, $3, $4)",
      [id, role, isActive, clock],
    );
  return id;
}

type Browser = { token?: string; userAgent?: string };
const submit = (
  actor: string,
  fields: { intent: PushIntent } & Record<string, string>,
  { token = randomBytes(24).toString("base64url"), userAgent = "Chrome/150 Android" }: Browser = {},
) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return handlePushForm(
    { ...app(), actor, now: clock },
    { form, intent: fields.intent, browserToken: token, userAgent },
  );
};
async function turnOn(
  actor: string,
  subscription: FakeSubscription = service.subscribe(vapidKeys.publicKey),
  browser: Browser = {},
): Promise<FakeSubscription> {
  expect(await submit(actor, { intent: "push-turn-on", ...subscription }, browser)).toMatchObject({
    values: { done: "Notifications are on for this device." },
  });
  return subscription;
}
const setQuiet = (actor: string, fields: Record<string, string> = {}) =>
  submit(actor, {
    intent: "push-quiet",
    isOn: "on",
    from: "22:00",
    to: "07:00",
    timeZone: "America/New_York",
    ...fields,
  });
const listDevices = async (userId: string) =>
  (await getNotificationState({ db: db(), vapidKeys }, { userId, browserToken: null })).devices;

async function storeEmergency(values: Record<string, string> = {}): Promise<string> {
  const request = await storeRequest(db(), {
    now: clock,
    values: { timeframe: "emergency", ...values },
  });
  if (!request.ok) throw new Error(request.reason);
  return request.id;
}
const change = (id: string, set: string) =>
  queryRows(db(), `update service_requests set ${set} where id = '${id}'`);

describe("the keys of the site", () => {
  test("are made once, also by ten first starts at the same moment, and stay", async () => {
    await queryRows(db(), "delete from push_keys");
    const made = await Promise.all(
      Array.from({ length: 10 }, () => openVapidKeys(db(), { vault, now: clock })),
    );
    expect(new Set(made.map(({ publicKey }) => publicKey)).size).toBe(1);
    expect(await openVapidKeys(db(), { vault, now: clock })).toEqual(made[0]);
    const [stored] = await queryRows(db(), "select * from push_keys");
    expect(JSON.stringify(stored)).not.toContain(made[0]?.privateKey);
  });

  test("that were encrypted with another secret stop the start with one sentence", async () => {
    const other = createVault(Buffer.alloc(32, 1));
    await expect(openVapidKeys(db(), { vault: other, now: clock })).rejects.toThrow(
      /^The stored push keys do not fit APP_SECRET/,
    );
  });
});

test("after the secret was rotated, browsers that were on before still get notifications", async () => {
  const [oldSecret, newSecret] = [
    "the old secret of this site, long",
    "the new one of this site, long!!",
  ];
  const [old, next] = [deriveKeys(oldSecret), deriveKeys(newSecret)].map(({ vault }) =>
    createVault(vault),
  ) as [Vault, Vault];
  await queryRows(db(), "delete from push_keys");
  await openContactKeys(db(), { secret: oldSecret, now: clock });
  vapidKeys = await openVapidKeys(db(), { vault: old, now: clock });
  const member = await createMember();
  const form = new FormData();
  for (const [name, value] of Object.entries(service.subscribe(vapidKeys.publicKey)))
    form.set(name, value);
  form.set("intent", "push-turn-on");
  await handlePushForm(
    { ...app(), vault: old, actor: member, now: clock },
    { form, intent: "push-turn-on", browserToken: "token", userAgent: null },
  );
  const action = { db: db(), actor: "command-line", now: clock };
  expect(await rotateSecret(action, { oldSecret, newSecret })).toMatchObject({
    ok: true,
    changed: { pushDevices: 1 },
  });
  expect(await openVapidKeys(db(), { vault: next, now: clock })).toEqual(vapidKeys);
  await expect(openVapidKeys(db(), { vault: old, now: clock })).rejects.toThrow("push keys");
  await storeEmergency();
  expect(await sendPushes({ ...app(), vault: next })).toBe(1);
});

describe("an emergency", () => {
  test("notifies each browser of staff and superadmins, once, and names nobody", async () => {
    const [staff, boss] = [await createMember(), await createMember("superadmin")];
    await turnOn(staff);
    await turnOn(staff);
    await turnOn(boss);
    const id = await storeEmergency();
    const sent = await Promise.all(Array.from({ length: 20 }, send));
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(listPayloads()).toEqual(Array(3).fill({ kind: "emergency", id }));
    expect(service.messages[0]).toMatchObject({
      urgency: "high",
      ttl: 30 * 60,
      subject: "mailto:support@henryshelpline.example",
    });
    later(MINUTE_MS);
    expect(await send()).toBe(0);
  });

  test("is not told of other requests", async () => {
    await turnOn(await createMember());
    await storeEmergency({ timeframe: "urgent" });
    expect(await send()).toBe(0);
    expect(await listStates()).toEqual([]);
  });

  test("notifies only browsers that were on when it came in", async () => {
    await storeEmergency();
    later(SECOND_MS);
    await turnOn(await createMember());
    expect(await send()).toBe(0);
  });

  test.each([
    ["demo", "is_demo = true"],
    ["erased", "body_hash = 'erased'"],
    ["closed", "status = 'closed'"],
    ["in hand", "status = 'contacted'"],
    ["attempted", "first_attempt_at = now()"],
    ["half an hour old", "created_at = created_at - interval '30 minutes'"],
  ])("is not told where it is %s", async (_, set) => {
    await turnOn(await createMember());
    await change(await storeEmergency(), set);
    expect(await send()).toBe(0);
    expect(service.calls).toEqual([]);
  });

  test("is not told where it was merged, and told when somebody releases it as no spam", async () => {
    await turnOn(await createMember());
    const held = await storeEmergency();
    await queryRows(db(), "update crm_outbox set state = 'held' where request_id = $1", [held]);
    const merged = await storeEmergency({ phone: "4045550177" });
    await change(merged, `merged_into_id = '${held}'`);
    expect(await send()).toBe(0);
    later(10 * MINUTE_MS);
    await queryRows(db(), "update crm_outbox set state = 'waiting' where request_id = $1", [held]);
    expect(await send()).toBe(1);
    expect(listPayloads()).toEqual([{ kind: "emergency", id: held }]);
  });

  test("is not told of somebody who opted out since, and told of a newer request", async () => {
    await turnOn(await createMember());
    const id = await storeEmergency();
    await queryRows(
      db(),
      "insert into suppressions (id, kind, contact_hash, source, opted_out_at) select gen_random_uuid(), 'phone', phone_hash, 'test', $2 from service_requests where id = $1",
      [id, clock],
    );
    expect(await send()).toBe(0);
    later(MINUTE_MS);
    const newer = await storeEmergency();
    expect(await send()).toBe(1);
    expect(listPayloads()).toEqual([{ kind: "emergency", id: newer }]);
  });

  test("notifies only the recipients of the job", async () => {
    const [onShift, off] = [await createMember(), await createMember()];
    await turnOn(off);
    const { endpoint } = await turnOn(onShift);
    await storeEmergency();
    expect(await sendPushes({ ...app(), listRecipients: async () => [] })).toBe(0);
    expect(await sendPushes({ ...app(), listRecipients: async () => [onShift] })).toBe(1);
    expect(service.messages).toMatchObject([{ endpoint }]);
  });

  test.each([
    ["attempted", "first_attempt_at = now()", "stale"],
    ["closed", "status = 'closed'", "stale"],
  ])("that is %s before the retry is not told any more", async (_, set, error) => {
    await turnOn(await createMember());
    service.fail({ status: 503 });
    const id = await storeEmergency();
    await send();
    service.fail(null);
    await change(id, set);
    later(MINUTE_MS);
    expect(await send()).toBe(0);
    expect(await listStates()).toMatchObject([{ state: "dropped", error }]);
  });

  test.each([
    ["deactivated", "update admin_users set is_active = false"],
    ["made a reviewer", "update admin_users set role = 'reviewer'"],
    ["removed", "delete from admin_users"],
  ])("is not told to a member who was %s in the meantime", async (_, sql) => {
    await turnOn(await createMember());
    service.fail({ status: 503 });
    await storeEmergency();
    await send();
    service.fail(null);
    await queryRows(db(), sql);
    later(MINUTE_MS);
    expect(await send()).toBe(0);
    expect(await listStates()).toMatchObject([{ state: "dropped", error: "no-access" }]);
    await storeEmergency({ phone: "4045550178" });
    expect(await send()).toBe(0);
    expect(service.messages).toEqual([]);
  });
});

describe("what others queue", () => {
  const queue = (kind: "returned" | "nobody-on-shift", requestId: string, userIds: string[]) =>
    withTransaction(db(), (tx) => queuePushes(tx, { kind, requestId, userIds, now: clock }));
  const raiseAlarm = (requestId: string) =>
    queryRows(
      db(),
      "insert into inbox_alarms (id, kind, request_id, raised_at) values (gen_random_uuid(), 'waiting', $1, $2)",
      [requestId, clock],
    );

  test("notifies once for each time that it happened, and nobody where the list is empty", async () => {
    const [one, two] = [await createMember(), await createMember()];
    const { endpoint } = await turnOn(one);
    await turnOn(two);
    const id = await storeEmergency({ timeframe: "urgent" });
    await change(id, `returned_at = '${clock.toISOString()}'`);
    await queue("returned", id, []);
    await queue("returned", id, [one]);
    await queue("returned", id, [one]);
    expect(await send()).toBe(1);
    expect(service.messages).toMatchObject([{ endpoint }]);
    expect(listPayloads()).toEqual([{ kind: "returned", id }]);
    later(HOUR_MS);
    await queue("returned", id, [one, two]);
    expect(await send()).toBe(2);
  });

  test("is not told once somebody has the request again", async () => {
    const member = await createMember();
    await turnOn(member);
    const id = await storeEmergency({ timeframe: "urgent" });
    await queue("returned", id, [member]);
    expect(await send()).toBe(0);
    later(MINUTE_MS);
    await raiseAlarm(id);
    await queue("nobody-on-shift", id, [member]);
    await change(id, `last_attempt_at = '${new Date(clock.getTime() + 1).toISOString()}'`);
    expect(await send()).toBe(0);
    expect(await listStates()).toMatchObject([
      { kind: "returned", state: "dropped", error: "stale" },
      { kind: "nobody-on-shift", state: "dropped", error: "stale" },
    ]);
  });

  test("is rolled back with the caller's transaction", async () => {
    const member = await createMember();
    await turnOn(member);
    const id = await storeEmergency({ timeframe: "urgent" });
    const failed = withTransaction(db(), async (tx) => {
      await queuePushes(tx, {
        kind: "nobody-on-shift",
        requestId: id,
        userIds: [member],
        now: clock,
      });
      throw new Error("not this time");
    });
    await expect(failed).rejects.toThrow("not this time");
    expect(await send()).toBe(0);
  });

  test("that a request came back waits through quiet hours, whatever the box says", async () => {
    const member = await createMember();
    await turnOn(member);
    await setQuiet(member, { alarms: "on" });
    clock = new Date("2026-11-03T05:00:00Z");
    const id = await storeEmergency({ timeframe: "urgent" });
    await change(id, `returned_at = '${clock.toISOString()}'`);
    await queue("returned", id, [member]);
    await raiseAlarm(id);
    await queue("nobody-on-shift", id, [member]);
    expect(await send()).toBe(1);
    expect(listPayloads()).toEqual([{ kind: "nobody-on-shift", id }]);
  });

  test("that nobody is on shift is no news once somebody is", async () => {
    const member = await createMember();
    await turnOn(member);
    const id = await storeEmergency({ timeframe: "urgent" });
    await raiseAlarm(id);
    await queue("nobody-on-shift", id, [member]);
    await queryRows(db(), "update inbox_alarms set ended_at = $1", [clock]);
    expect(await send()).toBe(0);
    expect(await listStates()).toMatchObject([{ state: "dropped", error: "stale" }]);
  });
});

describe("quiet hours", () => {
  test.each([
    ["are quiet", {}, "2026-11-03T05:00:00Z", 0],
    ["are over", {}, "2026-11-03T12:00:00Z", 1],
    ["have not begun", {}, "2026-11-03T02:59:00Z", 1],
    [
      "let emergencies through where the member wants it",
      { alarms: "on" },
      "2026-11-03T05:00:00Z",
      1,
    ],
    ["are in the member's zone", { timeZone: "America/Los_Angeles" }, "2026-11-03T12:00:00Z", 0],
  ])("%s", async (_, fields, time, count) => {
    const member = await createMember();
    await turnOn(member);
    await setQuiet(member, fields);
    clock = new Date(time);
    await storeEmergency();
    expect(await send()).toBe(count);
  });

  test("do not hold others' notifications back", async () => {
    const [quiet, awake] = [await createMember(), await createMember()];
    await turnOn(quiet);
    const { endpoint } = await turnOn(awake);
    await setQuiet(quiet);
    clock = new Date("2026-11-03T05:00:00Z");
    await storeEmergency();
    expect(await send()).toBe(1);
    expect(service.messages).toMatchObject([{ endpoint }]);
  });

  test("that end within half an hour delay a notification, if it is still news then", async () => {
    const member = await createMember();
    await turnOn(member);
    await setQuiet(member);
    clock = new Date("2026-11-03T11:45:00Z");
    await storeEmergency();
    expect(await send()).toBe(0);
    later(14 * MINUTE_MS);
    expect(await send()).toBe(0);
    later(MINUTE_MS);
    expect(await send()).toBe(1);
    expect(service.messages).toMatchObject([{ ttl: 15 * 60 }]);
  });

  test("can be turned off again, and refuse what makes no sense", async () => {
    const member = await createMember();
    expect(await setQuiet(member, { from: "09:00", to: "09:00" })).toMatchObject({
      values: { errors: { to: expect.any(String) } },
    });
    expect(await setQuiet(member, { from: "" })).toMatchObject({
      values: { errors: { from: expect.any(String) } },
    });
    expect(await setQuiet(member, { timeZone: "Moon/Base" })).toMatchObject({ status: 400 });
    expect(await setQuiet(member, { extra: "field" })).toMatchObject({ status: 400 });
    await setQuiet(member);
    const read = async () =>
      (await getNotificationState({ db: db(), vapidKeys }, { userId: member, browserToken: null }))
        .quiet;
    expect(await read()).toEqual({
      quietFrom: 22 * 60,
      quietTo: 7 * 60,
      timeZone: "America/New_York",
      alarmsWhenQuiet: false,
    });
    await submit(member, { intent: "push-quiet", timeZone: "America/New_York" });
    expect(await read()).toMatchObject({ quietFrom: null, quietTo: null });
  });
});

describe("where a push service has trouble", () => {
  test.each([
    ["limits", { status: 429 }],
    ["is down", { status: 503 }],
    ["cuts the connection", "cut"],
  ] as const)("a notification is sent again within seconds when it %s", async (_, fault) => {
    await turnOn(await createMember());
    service.fail(fault);
    await storeEmergency();
    expect(await send()).toBe(0);
    expect(await listStates()).toMatchObject([{ state: "waiting" }]);
    service.fail(null);
    expect(await send()).toBe(0);
    later(6 * SECOND_MS);
    expect(await send()).toBe(1);
  });

  test("one that does not answer delays nobody else, and is asked again", async () => {
    await turnOn(await createMember());
    service.fail("hang");
    await storeEmergency();
    expect(await sendPushes({ ...app(), deadlineMs: 50 })).toBe(0);
    expect(await listStates()).toMatchObject([{ state: "waiting", error: "down" }]);
    service.fail(null);
    later(6 * SECOND_MS);
    expect(await send()).toBe(1);
  });

  test("the time that it asks for is respected", async () => {
    await turnOn(await createMember());
    service.fail({ status: 429, retryAfter: "120" });
    await storeEmergency();
    await send();
    service.fail(null);
    later(119 * SECOND_MS);
    expect(await send()).toBe(0);
    later(SECOND_MS);
    expect(await send()).toBe(1);
  });

  test.each([
    ["hours", "7200"],
    ["forever", "9".repeat(400)],
  ])(
    "a notification ends where it asks for longer than that is news: %s",
    async (_, retryAfter) => {
      await turnOn(await createMember());
      service.fail({ status: 503, retryAfter });
      await storeEmergency();
      await send();
      expect(await listStates()).toMatchObject([{ state: "dead", error: "down" }]);
    },
  );

  test("a notification ends after the last attempt, at the latest when it is no longer news", async () => {
    const member = await createMember();
    await turnOn(member);
    service.fail({ status: 500 });
    await storeEmergency();
    for (let minute = 0; minute < 35; minute += 1) {
      await send();
      later(MINUTE_MS);
    }
    expect(service.calls.length).toBeGreaterThan(3);
    expect(service.calls.length).toBeLessThanOrEqual(MAX_PUSH_ATTEMPTS);
    expect(await listStates()).not.toMatchObject([{ state: "waiting" }]);
  });

  test.each([400, 401, 403, 413])("a refusal is final, and shown: %i", async (status) => {
    const member = await createMember();
    await turnOn(member);
    service.fail({ status });
    await storeEmergency();
    await send();
    expect(await listStates()).toMatchObject([{ state: "dead", error: "refused" }]);
    expect(await listDevices(member)).toMatchObject([{ failures: 1, lastSuccessAt: null }]);
    later(HOUR_MS);
    await send();
    expect(service.calls).toHaveLength(1);
    service.fail(null);
    await storeEmergency({ phone: "4045550178" });
    await send();
    expect(await listDevices(member)).toMatchObject([{ failures: 0, lastSuccessAt: clock }]);
  });

  test("a redirect is not followed", async () => {
    await turnOn(await createMember());
    service.fail("redirect");
    await storeEmergency();
    await send();
    expect(service.calls).toHaveLength(1);
    expect(await listStates()).toMatchObject([{ state: "dead", error: "refused" }]);
  });

  test("a browser that is gone is removed, and the others are notified", async () => {
    const member = await createMember();
    const gone = await turnOn(member);
    const { endpoint } = await turnOn(member);
    service.unsubscribe(gone);
    await storeEmergency();
    expect(await send()).toBe(1);
    expect(service.messages).toMatchObject([{ endpoint }]);
    expect(await listDevices(member)).toHaveLength(1);
  });

  test("a browser that subscribed with other keys of a site refuses, and nothing else happens", async () => {
    await turnOn(await createMember(), service.subscribe("another-key"));
    await storeEmergency();
    expect(await send()).toBe(0);
    expect(await listStates()).toMatchObject([{ state: "dead", error: "refused" }]);
  });

  test("a worker that died leaves its message to the next", async () => {
    await turnOn(await createMember());
    service.fail({ status: 503 });
    await storeEmergency();
    await send();
    service.fail(null);
    await queryRows(db(), "update push_messages set lease_until = $1, next_attempt_at = $2", [
      new Date(clock.getTime() + 30 * SECOND_MS),
      clock,
    ]);
    expect(await send()).toBe(0);
    later(30 * SECOND_MS);
    expect(await send()).toBe(1);
  });
});

describe("a device", () => {
  test.each([
    ["http://127.0.0.1:5432/", "service"],
    ["https://example.com/push", "service"],
    ["not a url", "service"],
  ])("is refused at an address that is no push service: %s", async (endpoint) => {
    const member = await createMember();
    const reply = await submit(member, {
      intent: "push-turn-on",
      ...service.subscribe(),
      endpoint,
    });
    expect(reply).toMatchObject({ status: 400 });
    expect(await listDevices(member)).toEqual([]);
  });

  test.each([
    ["a key that is no point of the curve", { p256dh: Buffer.alloc(65, 4).toString("base64url") }],
    ["a key of another length", { p256dh: "BAAA" }],
    ["a short secret", { auth: "AAAA" }],
    ["a field too many", { extra: "field" }],
  ])("is refused with %s", async (_, fields) => {
    const member = await createMember();
    const reply = await submit(member, {
      intent: "push-turn-on",
      ...service.subscribe(),
      ...fields,
    });
    expect(reply).toMatchObject({ status: 400, values: { failed: expect.any(String) } });
    expect(await listDevices(member)).toEqual([]);
  });

  test("has one subscription: turning it on again replaces it, also for somebody else", async () => {
    const [one, two] = [await createMember(), await createMember()];
    const browser = { token: "browser-token" };
    await turnOn(one, undefined, browser);
    const subscription = await turnOn(one, undefined, browser);
    expect(await listDevices(one)).toHaveLength(1);
    await turnOn(two, subscription, browser);
    expect([await listDevices(one), await listDevices(two)]).toMatchObject([[], [{}]]);
  });

  test("is one of at most ten of a person", async () => {
    const member = await createMember();
    for (let device = 0; device < MAX_DEVICES; device += 1) await turnOn(member);
    const reply = await submit(member, { intent: "push-turn-on", ...service.subscribe() });
    expect(reply).toMatchObject({ status: 400, values: { failed: expect.stringContaining("10") } });
    const [device] = await listDevices(member);
    await submit(member, { intent: "push-turn-off", device: device?.id ?? "" });
    await turnOn(member);
  });

  test("is turned off by its owner alone, and by signing out in it", async () => {
    const [owner, other] = [await createMember(), await createMember()];
    await turnOn(owner, undefined, { token: "first" });
    await turnOn(owner, undefined, { token: "second" });
    const [device] = await listDevices(owner);
    await submit(other, { intent: "push-turn-off", device: device?.id ?? "" });
    expect(await listDevices(owner)).toHaveLength(2);
    await turnOffBrowser({ db: db() }, "first");
    expect(await listDevices(owner)).toHaveLength(1);
    await submit(owner, { intent: "push-turn-off", device: device?.id ?? "" });
    expect(await listDevices(owner)).toEqual([]);
  });

  test("stores its keys encrypted, and the audit log has no address", async () => {
    const subscription = await turnOn(await createMember());
    const rows = JSON.stringify([
      await queryRows(db(), "select encrypted_keys from push_subscriptions"),
      await queryRows(db(), "select * from audit_log"),
    ]);
    for (const secret of Object.values(subscription)) expect(rows).not.toContain(secret);
    expect(rows).toContain("Chrome on Android");
  });
});

describe("a test notification", () => {
  const testDevice = async (actor: string, device?: string) =>
    submit(actor, {
      intent: "push-test",
      device: device ?? (await listDevices(actor))[0]?.id ?? randomUUID(),
    });

  test("reaches only the owner's device, also during quiet hours", async () => {
    const [owner, other] = [await createMember(), await createMember()];
    await turnOn(owner);
    await setQuiet(owner, { from: "00:00", to: "23:59" });
    const [device] = await listDevices(owner);
    expect(await testDevice(other, device?.id)).toMatchObject({
      values: { failed: expect.stringContaining("no longer in the list") },
    });
    expect(await testDevice(owner)).toMatchObject({ values: { done: expect.any(String) } });
    expect(listPayloads()).toEqual([{ kind: "test" }]);
  });

  test("says what went wrong, and removes a device that is gone", async () => {
    const owner = await createMember();
    const subscription = await turnOn(owner);
    service.fail({ status: 503 });
    expect(await testDevice(owner)).toMatchObject({
      values: { failed: expect.stringContaining("did not answer") },
    });
    service.fail(null);
    service.unsubscribe(subscription);
    expect(await testDevice(owner)).toMatchObject({
      values: { failed: expect.stringContaining("no longer takes notifications") },
    });
    expect(await listDevices(owner)).toEqual([]);
  });

  test("is limited", async () => {
    const owner = await createMember();
    await turnOn(owner);
    for (let count = 0; count < MAX_TESTS; count += 1) await testDevice(owner);
    expect(await testDevice(owner)).toMatchObject({
      values: { failed: expect.stringContaining("Too many tests") },
    });
    expect(service.messages).toHaveLength(MAX_TESTS);
  });
});
