import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { loadQueue, QUEUE_ROWS } from "#app/features/requests/inbox/queue.server.ts";
import { openTestDatabase, queryRows, siteSettings } from "../factories.ts";

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
  loadQueue(
    { db: context.db, now: () => NOW, settings: { get: async () => siteSettings } as never },
    { userId: randomUUID() },
  );

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
const TRIED = { first_attempt_at: ago(5), attempt_count: 1 };

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
  expect(queue.counts).toEqual({ emergency: 2, overdue: 2, returned: 1, waiting: 1 });
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
    fresh: 2,
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
    counts: { emergency: 0, overdue: 0, returned: 0, waiting: 0 },
    fresh: 0,
    oldest: null,
    oldestFresh: null,
    requests: [],
  });
});

test("the longest wait leaves out who opted out, and attempts end it", async () => {
  await store("Opted out", 900, { phone_hash: "hash" });
  await context.owner.$client.query(
    `insert into suppressions (id, contact_hash, kind, scope, source, opted_out_at)
     values ($1, 'hash', 'phone', 'all', 'staff', $2)`,
    [randomUUID(), NOW],
  );
  await store("Tried", 800, { ...EMERGENCY, ...TRIED });
  expect((await load()).oldest).toBeNull();
  await store("Waits", 70);
  expect((await load()).oldest).toMatchObject({ ms: ago(70).getTime() });
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

test("finds the longest wait in the index of requests that nobody has tried", async () => {
  await context.owner.$client.query(
    `insert into service_requests (id, body_hash, customer_name, customer_phone, service_type, project_type, project_size, additional_details, first_attempt_at, created_at)
     select gen_random_uuid(), '-', 'Name', '404', 'Plumbing', '-', '-', '{}',
       case when i < 4900 then $1::timestamptz end, $1::timestamptz - i * interval '1 minute'
     from generate_series(1, 5000) i`,
    [NOW],
  );
  await context.owner.$client.query("analyze service_requests");
  const plan = await queryRows(
    context.owner,
    `explain select created_at from service_requests
     where status = 'new' and first_attempt_at is null and merged_into_id is null
     order by created_at asc, id asc limit 1`,
  );
  expect(JSON.stringify(plan)).toContain("service_requests_unattempted");
  expect(JSON.stringify(plan)).not.toContain("Sort");
  expect(await load()).toMatchObject({
    counts: { overdue: 101 },
    oldest: { ms: ago(5_000).getTime() },
  });
});
