import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { isSessionLive } from "#app/features/auth/live-session.server.ts";
import { createRequestCounts } from "#app/features/requests/inbox/request-counts.server.ts";
import { createRequestFeed } from "#app/features/requests/inbox/request-feed.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { listen } from "#app/lib/listen.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { openTestDatabase, storeRequest } from "../factories.ts";

const NOW = new Date("2026-05-04T16:00:00Z");
let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());
afterEach(() => vi.restoreAllMocks());

const store = async (secondsAgo: number) =>
  (
    (await storeRequest(context.db, { now: new Date(NOW.getTime() - secondsAgo * 1_000) })) as {
      id: string;
    }
  ).id;

/** Listens on a channel, once its connection is open. */
async function startListening(channel: string, onPayload: (payload: string) => void) {
  const { promise: connected, resolve } = Promise.withResolvers<void>();
  const listener = listen({
    url: async () => context.url,
    channels: [channel],
    onNotification: (_channel, payload) => onPayload(payload),
    onConnect: resolve,
    log: createLogger("silent"),
  });
  await connected;
  return listener;
}

test("the totals are counted in the business time zone, cached, and adjusted after our own changes", async () => {
  const syncedId = await store(60);
  await store(16 * 3_600 + 60); // Yesterday in London and in New York.
  await store(14 * 3_600); // 02:00 in London, 22:00 the day before in New York.
  await context.db.$client.query("update service_requests set synced_at = now() where id = $1", [
    syncedId,
  ]);
  const createCounts = (timeZone: string) =>
    createRequestCounts({
      db: context.db,
      timeZone: async () => timeZone,
      now: () => NOW,
      log: createLogger("silent"),
    });
  expect(await createCounts("America/New_York").get()).toEqual({
    total: 3,
    new: 3,
    today: 1,
    synced: 1,
    at: NOW,
  });
  expect((await createCounts("UTC").get())?.today).toBe(2);
  expect(await createCounts("Nowhere/Land").get()).toBeNull();
  const cache = createCounts("UTC");
  await cache.get();
  await store(0);
  expect((await cache.get())?.total).toBe(3);
  cache.adjust({ total: 1, new: -1 });
  expect(await cache.get()).toMatchObject({ total: 4, new: 2 });
});

test("totals survive a failed count, and soon have what was deleted or added with an old date", async () => {
  let clock = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => clock);
  let isDown = true;
  const timeZone = async () => {
    if (isDown) throw new Error("the database is down");
    return "UTC";
  };
  const log = createLogger("silent");
  const cache = createRequestCounts({ db: context.db, timeZone, now: () => NOW, log });
  /** The total a minute later. */
  const getTotal = async () => {
    clock += MINUTE_MS;
    return (await cache.get())?.total;
  };
  const change = (text: string) => context.owner.$client.query(text, [NOW]);
  expect(await getTotal()).toBeUndefined();
  isDown = false;
  const { rows } = await context.db.$client.query("select count(*)::int from service_requests");
  const before = rows[0].count;
  await expect.poll(getTotal).toBe(before);
  await change(
    `insert into service_requests (id, body_hash, customer_name, customer_phone, service_type,
       project_type, project_size, additional_details, created_at)
     select gen_random_uuid(), '', 'Added', '4045550000', 'Roofing', 'a', 'b', '{}',
       $1::timestamptz - i * interval '40 days' from generate_series(0, 1) i`,
  );
  await expect.poll(getTotal).toBe(before + 2);
  isDown = true;
  expect(await getTotal()).toBe(before + 2);
  isDown = false;
  await change("delete from service_requests where customer_name = 'Added' and created_at < $1");
  await expect.poll(getTotal).toBe(before + 1);
});

test("open portals are notified of the requests of a person whom nobody may call any more", async () => {
  const changed: string[][] = [];
  const listener = await startListening(
    "request_changed",
    (payload) => void changed.push(payload.split(",").toSorted()),
  );
  const storeFor = async (phone: string, email: string) =>
    ((await storeRequest(context.db, { now: NOW, values: { phone, email } })) as { id: string }).id;
  const phone = "404-555-0171";
  const [open, synced, closed, merged, target, other, newer] = [
    await storeFor(phone, "a@example.com"),
    await storeFor(phone, "b@example.com"),
    await storeFor(phone, "c@example.com"),
    await storeFor(phone, "d@example.com"),
    await storeFor("404-555-0172", "d@example.com"),
    await storeFor("404-555-0173", "e@example.com"),
    await storeFor(phone, "f@example.com"),
  ];
  const change = (text: string, ...values: unknown[]) => context.db.$client.query(text, values);
  // Known to the CRM, from long before.
  await change(
    "update service_requests set ghl_contact_id = 'c', created_at = $2::timestamptz - interval '90 days' where id = $1",
    synced,
    NOW,
  );
  await change("update service_requests set status = 'closed' where id = $1", closed);
  await change("update service_requests set merged_into_id = $2 where id = $1", merged, target);
  await change(
    "update service_requests set created_at = $2::timestamptz + interval '1 minute' where id = $1",
    newer,
    NOW,
  );
  const optOut = async (kind: "phone" | "email", id: string) =>
    change(
      `insert into suppressions (id, kind, contact_hash, source, opted_out_at) select gen_random_uuid(), $1, ${kind}_hash, 'test', $3 from service_requests where id = $2`,
      kind,
      id,
      NOW,
    );
  await optOut("phone", open);
  await optOut("email", other);
  await expect.poll(() => changed).toEqual([[open, synced, merged, target].toSorted(), [other]]);
  await listener.close();
});

test("every instance is notified of a stored request", async () => {
  const receivedIds: string[][] = [];
  const receiver = createRequestFeed({ db: context.db, onNew: () => {} });
  receiver.subscribe((event) => event.kind === "new" && receivedIds.push(event.ids));
  const listener = await startListening("request_new", (payload) =>
    receiver.handleCreated(payload),
  );
  const sender = createRequestFeed({ db: context.db, onNew: () => {} });
  const ids = Array.from({ length: 450 }, () => randomUUID());
  for (const id of ids) sender.publishCreated(id);
  await expect.poll(() => receivedIds.flat().length).toBe(450);
  // The notifications use several connections, so their order is not fixed.
  expect(receivedIds.flat().toSorted()).toEqual(ids.toSorted());
  expect(receivedIds).toHaveLength(3);
  await listener.close();
});

test("a change of a merged request is one of the request that it was merged into", async () => {
  const [sourceId, middleId, targetId] = [await store(0), await store(0), await store(0)] as const;
  for (const [id, into] of [
    [sourceId, middleId],
    [middleId, targetId],
  ])
    await context.db.$client.query(
      "update service_requests set merged_into_id = $2 where id = $1",
      [id, into],
    );
  const changed = new Set<string>();
  const feed = createRequestFeed({ db: context.db, onNew: () => {} });
  feed.subscribe((event) => {
    if (event.kind === "changed") for (const id of event.ids) changed.add(id);
  });
  const listener = await startListening("request_changed", (payload) =>
    feed.handleChanged(payload),
  );
  // One that is not stored is announced as well, as every id is.
  const other = randomUUID();
  for (const id of [sourceId, other]) feed.publishChange(id);
  await expect.poll(() => changed.size).toBe(3);
  expect([...changed].toSorted()).toEqual([sourceId, targetId, other].toSorted());
  await listener.close();
});

test("a stream's session is valid while it is recent, and its person active with the right role", async () => {
  const sessionId = randomUUID();
  const userId = randomUUID();
  await context.db.$client.query(
    "insert into staff_users (id, name, email, created_at, updated_at) values ($1, 'Live', 'live@example.com', now(), now())",
    [userId],
  );
  await context.db.$client.query(
    "insert into admin_users (user_id, role, is_active, created_at) values ($1, 'staff', true, now())",
    [userId],
  );
  await context.db.$client.query(
    "insert into staff_sessions (id, token, user_id, expires_at, created_at, updated_at) values ($1::uuid, $1::text, $2, $3::timestamptz + interval '1 hour', $3, $3)",
    [sessionId, userId, NOW],
  );
  const isLive = (minutes: number, role: "staff" | "superadmin" = "staff") =>
    isSessionLive(context.db, {
      sessionId,
      role,
      now: new Date(NOW.getTime() + minutes * MINUTE_MS),
    });
  expect([await isLive(1), await isLive(61), await isLive(1, "superadmin")]).toEqual([
    true,
    false,
    false,
  ]);
  await context.db.$client.query("update admin_users set is_active = false where user_id = $1", [
    userId,
  ]);
  expect(await isLive(1)).toBe(false);
});
