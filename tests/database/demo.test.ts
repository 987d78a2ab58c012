import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sealConsentRecords } from "#app/features/consent/seal-chain.server.ts";
import { verifyConsentChain } from "#app/features/consent/verify-chain.server.ts";
import { checkLedger } from "#app/features/credits/ledger.server.ts";
import { listDemoServices } from "#app/features/demo/demo-services.server.ts";
import { seedDemo } from "#app/features/demo/seed-demo.server.ts";
import { openTestDatabase, rowsOf, storeRequest } from "../factories.ts";

type Context = Awaited<ReturnType<typeof openTestDatabase>>;
const now = new Date("2026-11-20T18:00:00.000Z");
const services = listDemoServices();
const TABLES =
  "service_requests request_events request_notes providers payments_subscriptions provider_settings verification_evidence homeowners jobs bids bid_unlocks call_attributions notifications funnel_counts".split(
    " ",
  );

let context: Context;
const opened: Context[] = [];
const open = async () => {
  const one = await openTestDatabase(inject("templateUrl"));
  opened.push(one);
  return one;
};
beforeAll(async () => {
  context = await open();
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

const seed = (at: Context, changes: { requests?: number; seed?: number; force?: boolean; now?: Date } = {}) =>
  seedDemo(at.owner.$client, { requests: 600, seed: 1, now, services, ...changes });

/** Checksum of all demo rows. */
async function digest(at: Context): Promise<Record<string, string>> {
  const sums = TABLES.map((table) => `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${table} t) as ${table}`);
  const [row = {}] = await rowsOf<Record<string, string>>(at.owner, `select ${sums.join(", ")}`);
  return row;
}
const count = async (at: Context, what: string) => (await rowsOf<{ n: number }>(at.owner, `select count(*)::int as n from ${what}`))[0]?.n;

test("fills every table; each row is marked, and none can be delivered", async () => {
  const result = await seed(context);
  expect(result).toMatchObject({ ok: true, rows: { service_requests: 600, providers: 60, homeowners: 150, call_attributions: 400, provider_settings: 60 } });
  for (const table of TABLES) expect(await count(context, table), table).toBeGreaterThan(0);
  for (const table of ["crm_outbox", "crm_attempts", "consent_records", "suppressions", "staff_users"]) expect(await count(context, table), table).toBe(0);
  for (const table of ["service_requests", "providers", "payments_subscriptions", "homeowners", "jobs", "bids", "bid_unlocks", "call_attributions", "notifications"])
    expect(await count(context, `${table} where not is_demo`), table).toBe(0);
  expect(await count(context, "providers where stripe_customer_id is not null")).toBe(0);
  expect(await count(context, "service_requests where created_at > '2026-11-20T18:00:00Z'")).toBe(0);
  expect(await count(context, "request_events e join service_requests r on r.id = e.request_id where e.at < r.created_at or e.at > '2026-11-20T18:00:00Z'")).toBe(0);
  expect(await count(context, "provider_active")).toBeGreaterThan(10);
});

test("the consent chain does not notice demo requests", async () => {
  expect(await sealConsentRecords(context.db, { now, sweep: true })).toBe(0);
  expect(await verifyConsentChain(context.db)).toEqual({ checked: 0, unsealed: 0, damage: null });
});

test("the same seed gives the same rows, in another database and again in this one; another seed gives others", async () => {
  const other = await open();
  await seed(other);
  const first = await digest(context);
  expect(await digest(other)).toEqual(first);
  await seed(context, { seed: 2 });
  const second = await digest(context);
  for (const table of TABLES) expect(second[table], table).not.toBe(first[table]);
  await seed(context);
  expect(await digest(context)).toEqual(first);
});

test("credits stand in the ledger; those of providers who are gone went back", async () => {
  expect(await checkLedger(context.owner.$client)).toEqual([]);
  expect(await count(context, "providers where credits > 0")).toBeGreaterThan(20);
  const gone = `(select provider_id, sum(amount) as total from ledger_lines where provider_id is not null and provider_id not in (select id from providers) group by 1) l`;
  expect(await count(context, gone)).toBeGreaterThan(0);
  expect(await count(context, `${gone} where total <> 0`)).toBe(0);
});

test("refuses beside requests of real people, and with force touches nothing of theirs", async () => {
  const at = await open();
  await at.owner.$client.query("insert into funnel_counts (day, name, count) values ('2026-11-01', 'page-view', 7), ('2026-11-01', 'something_else', 3)");
  await storeRequest(at.db);
  await at.owner.$client.query("insert into providers (id, company_name, contact_name, phone, created_at) values (gen_random_uuid(), 'Real', 'Real', '1', now())");
  const real = async () => [
    await rowsOf(at.owner, "select r::text, o::text as outbox from service_requests r join crm_outbox o on o.request_id = r.id where not r.is_demo"),
    await rowsOf(at.owner, "select p::text from providers p where not is_demo"),
    await rowsOf(at.owner, "select c::text from consent_records c"),
  ];
  const before = await real();
  expect(await seed(at)).toEqual({ ok: false, reason: "real-requests" });
  expect(await count(at, "service_requests")).toBe(1);
  await seed(at, { force: true });
  const views = "funnel_counts where day = '2026-11-01' and name = 'page-view' and count > 20";
  expect(await count(at, views)).toBe(1);
  // A day later, with fewer requests: only demo rows are replaced.
  await seed(at, { force: true, requests: 40, now: new Date(now.getTime() + 86_400_000) });
  expect(await real()).toEqual(before);
  expect(await count(at, "service_requests where is_demo")).toBe(40);
  expect(await count(at, "crm_outbox")).toBe(1);
  await seed(at, { force: true, requests: 0 });
  expect(await count(at, "service_requests")).toBe(1);
});

test("counts of real visitors are what they were when the demo is counted out again", async () => {
  const at = await open();
  const insert = () =>
    at.owner.$client.query(
      "insert into funnel_counts (day, name, count) values ('2026-11-01', 'page-view', 7) on conflict (day, name) do update set count = funnel_counts.count + 7",
    );
  await insert();
  await seed(at);
  const [first] = await rowsOf<{ count: string }>(at.owner, "select count from funnel_counts where day = '2026-11-01' and name = 'page-view'");
  await insert();
  await seed(at);
  const [second] = await rowsOf<{ count: string }>(at.owner, "select count from funnel_counts where day = '2026-11-01' and name = 'page-view'");
  expect(Number(second?.count) - Number(first?.count)).toBe(7);
});

test("a demo request that somebody sent again does not stop the next run", async () => {
  await context.owner.$client.query(
    "insert into crm_outbox (id, request_id, target, state, next_attempt_at, created_at) select gen_random_uuid(), id, 'contact-sync', 'waiting', now(), now() from service_requests where is_demo limit 1",
  );
  expect(await seed(context)).toMatchObject({ ok: true });
  expect(await count(context, "crm_outbox")).toBe(0);
});
