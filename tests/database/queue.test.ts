import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { listRequests } from "#app/features/requests/inbox/queries.server.ts";
import { callCounts, loadQueue, QUEUE_ROWS } from "#app/features/requests/inbox/queue.server.ts";
import { parseFilters } from "#app/features/requests/inbox/schema.ts";
import { toWorkableRequest } from "#app/features/requests/inbox/workable-request.ts";
import { explainQuery } from "../explain-query.ts";
import { openTestDatabase, siteSettings } from "../factories.ts";

const NOW = new Date("2026-05-04T16:00:00Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());
beforeEach(() =>
  context.owner.$client.query("truncate service_requests, providers, suppressions cascade"),
);

const load = () =>
  loadQueue({
    db: context.db,
    now: () => NOW,
    settings: { get: async () => siteSettings } as never,
  });
const listView = async (view: string) => {
  const filters = parseFilters(new URLSearchParams({ view }));
  const { rows } = await listRequests(context.db, { filters, userId: randomUUID(), now: NOW });
  return rows.map(({ name }) => name);
};

async function insert(table: string, row: Record<string, unknown>): Promise<string> {
  const columns = { id: randomUUID(), ...row };
  const names = Object.keys(columns);
  await context.owner.$client.query(
    `insert into ${table} (${names}) values (${names.map((_, index) => `$${index + 1}`)})`,
    Object.values(columns),
  );
  return columns.id;
}

/** Stores a request that arrived some minutes ago. */
const store = (name: string, minutes: number, columns: Record<string, unknown> = {}) =>
  insert("service_requests", {
    body_hash: "-",
    customer_name: name,
    customer_phone: "(404) 555-0100",
    phone_e164: "+14045550100",
    zip_valid: "30301",
    service_type: "Plumbing",
    project_type: "-",
    project_size: "-",
    additional_details: "{}",
    created_at: ago(minutes),
    ...columns,
  });

async function storeAcceptedOffer(requestId: string) {
  const provider = await insert("providers", {
    company_name: "Test Co",
    contact_name: "Pat",
    phone: "404",
    created_at: NOW,
  });
  await insert("offers", {
    request_id: requestId,
    provider_id: provider,
    state: "accepted",
    token_hash: randomUUID(),
    cost: 0,
    offered_by: "test",
    created_at: NOW,
    expires_at: NOW,
  });
}

const EMERGENCY = { timeframe: "emergency" };
const tryAgo = (minutes: number) => ({
  first_attempt_at: ago(minutes),
  last_attempt_at: ago(minutes),
  attempt_count: 1,
});
const TRIED = tryAgo(5);
const NOBODY = { emergency: 0, overdue: 0, returned: 0, waiting: 0, "to-call": 0, "to-retry": 0 };

test("lists who to call first, and counts the views that it links to", async () => {
  await store("Just arrived", 5);
  await store("Arrived earlier", 20);
  await store("Tried without success", 400, TRIED);
  await store("Late", 90);
  await store("Later", 600);
  await store("Fire", 3, EMERGENCY);
  await store("Flood, tried", 700, { ...EMERGENCY, ...TRIED });
  await store("Came back", 100, { returned_at: ago(10) });
  await store("Asleep", 800, { snoozed_until: ago(-30), snooze_kind: "time" });
  await store("Merged", 800, { merged_into_id: await store("Kept", 900, { status: "closed" }) });
  await storeAcceptedOffer(await store("Say yes", 500, { status: "contacted" }));
  const queue = await load();
  expect(queue.counts).toEqual({
    emergency: 2,
    overdue: 2,
    returned: 1,
    waiting: 1,
    "to-call": 2,
    "to-retry": 0,
  });
  expect(queue.requests.map(({ name }) => name)).toEqual([
    "Fire",
    "Flood, tried",
    "Came back",
    "Later",
    "Late",
    "Say yes",
    "Arrived earlier",
    "Just arrived",
  ]);
  expect(queue).toMatchObject({
    oldest: { ms: ago(600).getTime() },
    oldestFresh: { ms: ago(20).getTime() },
    now: NOW.getTime(),
  });
  expect(queue.requests[0]).toMatchObject({
    isEmergency: true,
    phoneHref: "tel:+14045550100",
    calling: [{ state: "GA" }, { state: "GA" }],
  });
});

test("is empty where nobody waits", async () => {
  await store("Spoken with", 500, { status: "contacted" });
  expect(await load()).toMatchObject({
    counts: NOBODY,
    oldest: null,
    oldestFresh: null,
    requests: [],
  });
});

const optOut = (contactHash: string, optedOutAt = NOW) =>
  insert("suppressions", {
    contact_hash: contactHash,
    kind: "phone",
    scope: "all",
    source: "staff",
    opted_out_at: optedOutAt,
  });

test("leaves out who opted out and what looks like spam, in rows, counts and the longest wait", async () => {
  await optOut("hash");
  const hold = async (requestId: string) =>
    insert("crm_outbox", {
      request_id: requestId,
      target: "contact-sync",
      state: "held",
      next_attempt_at: NOW,
      created_at: NOW,
    });
  const optedOut = { phone_hash: "hash" };
  await hold(await store("Held", 800, EMERGENCY));
  for (const [minutes, columns] of [
    [900, EMERGENCY],
    [800, {}],
    [700, { returned_at: ago(10) }],
    [10, {}],
    [600, tryAgo(590)],
  ] as const) {
    await store("Opted out", minutes, { ...columns, ...optedOut });
    await store("Erased", minutes, { ...columns, body_hash: "erased" });
    await hold(await store("Held", minutes, columns));
  }
  expect(await load()).toMatchObject({
    counts: NOBODY,
    oldest: null,
    oldestFresh: null,
    requests: [],
  });
  // A newer request ends the opt-out.
  await context.owner.$client.query("update suppressions set opted_out_at = $1", [ago(20)]);
  expect(await load()).toMatchObject({
    counts: { ...NOBODY, "to-call": 1 },
    oldest: null,
    oldestFresh: { ms: ago(10).getTime() },
    requests: [{ name: "Opted out" }],
  });
});

test("an attempt ends the longest wait", async () => {
  await store("Tried", 800, { ...EMERGENCY, ...TRIED });
  expect((await load()).oldest).toBeNull();
  await store("Waits", 70);
  expect((await load()).oldest).toMatchObject({ ms: ago(70).getTime() });
});

test("who did not answer comes back after the first calls, when it is time to try again", async () => {
  const wake = (requestId: string, minutes: number, by = "clock") =>
    insert("request_events", {
      request_id: requestId,
      at: ago(minutes),
      kind: "snooze-ended",
      detail: JSON.stringify({ by }),
    });
  await store("Fresh", 10);
  await store("Tried lately", 300, tryAgo(239));
  await store("Tried in the morning", 500, tryAgo(240));
  await store("Tried yesterday", 2_000, tryAgo(1_500));
  await store("Asleep", 500, { ...tryAgo(400), snoozed_until: ago(-5), snooze_kind: "time" });
  await store("Spoken with", 500, { ...tryAgo(400), status: "contacted" });
  await store("Fire", 500, { ...tryAgo(400), ...EMERGENCY });
  const woken = await store("Woken", 90, tryAgo(60));
  await wake(woken, 5);
  await wake(await store("Woken, then tried", 90, tryAgo(30)), 35);
  await wake(await store("Answered", 700, tryAgo(300)), 2, "customer");
  const { counts, requests } = await load();
  expect(counts).toEqual({ ...NOBODY, emergency: 1, "to-call": 1, "to-retry": 4 });
  expect(requests.map(({ name, wokeAt }) => [name, wokeAt?.ms ?? null])).toEqual([
    ["Fire", null],
    ["Fresh", null],
    ["Woken", ago(5).getTime()],
    ["Tried in the morning", null],
    ["Answered", null],
    ["Tried yesterday", null],
  ]);
  expect(await listView("to-call")).toEqual(["Fresh"]);
  expect(await listView("to-retry")).toEqual([
    "Woken",
    "Tried in the morning",
    "Answered",
    "Tried yesterday",
  ]);
});

test("shows only the first rows, emergencies before all others", async () => {
  for (let index = 0; index < QUEUE_ROWS + 2; index++)
    await store(`Fire ${index}`, 30 - index, EMERGENCY);
  await store("Late", 300);
  const { requests, counts } = await load();
  expect(requests.map(({ name }) => name)).toEqual(
    Array.from({ length: QUEUE_ROWS }, (_, index) => `Fire ${index}`),
  );
  expect(counts).toMatchObject({ emergency: QUEUE_ROWS + 2, overdue: 1 });
});

test("reads indexes, for the longest wait that of requests that nobody has tried", async () => {
  await context.owner.$client.query(
    `insert into service_requests (id, body_hash, customer_name, customer_phone, service_type, project_type, project_size, additional_details, first_attempt_at, created_at)
     select gen_random_uuid(), '-', 'Name', '404', 'Plumbing', '-', '-', '{}',
       case when i < 4900 then $1::timestamptz end, $1::timestamptz - i * interval '1 minute'
     from generate_series(1, 5000) i`,
    [NOW],
  );
  await context.owner.$client.query("analyze service_requests");
  const toSQL = () => callCounts.toSQL(context.db, { now: NOW });
  const plan = await explainQuery(context.db, { toSQL });
  expect(plan).toContain("service_requests_unattempted");
  expect(plan).not.toContain("Seq Scan on service_requests");
  expect(await load()).toMatchObject({
    counts: { overdue: 101 },
    oldest: { ms: ago(5_000).getTime() },
  });
});

test("no row calls a person who was called often enough, for whichever of their requests", async () => {
  await store("First", 90);
  const other = await store("Second", 600, { status: "contacted", ...TRIED, attempt_count: 4 });
  await store("Somebody else", 80, { phone_e164: "+14045550199", attempt_count: 9 });
  for (const minutes of [10, 700, 1430, 1450])
    await insert("contact_attempts", {
      request_id: other,
      at: ago(minutes),
      channel: "call",
      result: "no-answer",
    });
  const { requests } = await load();
  const canDial = (now: Date) =>
    Object.fromEntries(
      requests.map((request) => [request.name, toWorkableRequest(request, now.getTime()).canDial]),
    );
  expect(canDial(NOW)).toEqual({ First: false, "Somebody else": true });
  expect(canDial(ago(-15))).toEqual({ First: true, "Somebody else": true });
});
