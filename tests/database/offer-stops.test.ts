import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, inject, test } from "vitest";
import { createOffer } from "#app/features/offers/mutations.server.ts";
import { openTestDatabase, queryRows, storeRequest } from "../factories.ts";
import { insertProvider } from "../providers.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
const db = () => (context as NonNullable<typeof context>).db;
const pool = () => db().$client;
const now = new Date("2026-11-02T15:00:00Z");

beforeEach(async () => {
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context?.close());

async function addPair() {
  const request = await storeRequest(db(), { now });
  if (!request.ok) throw new Error(request.reason);
  const provider = await insertProvider(pool(), { company_name: "Peach Plumbing" });
  return { requestId: request.id, providerId: provider.id };
}
type Pair = Awaited<ReturnType<typeof addPair>>;

// Staff had found a match before.
const offer = ({ requestId: serviceRequestId, providerId }: Pair) =>
  createOffer(
    { db: db(), actor: randomUUID(), now },
    { serviceRequestId, providerId, cost: 25, canOffer: true },
  );

const STOPS = [
  [
    "the customer opts out",
    "opted-out",
    `insert into suppressions (id, kind, contact_hash, source, opted_out_at)
     select gen_random_uuid(), 'phone', phone_hash, 'stop-link', '${now.toISOString()}'
     from service_requests where id = $1 and $2::uuid is not null`,
  ],
  [
    "the customer stops this provider",
    "no-match",
    `insert into provider_opt_outs (id, provider_id, contact_hash, source, opted_out_at)
     select gen_random_uuid(), $2, phone_hash, 'my-request', '${now.toISOString()}'
     from service_requests where id = $1`,
  ],
  [
    "the provider pauses offers",
    "no-match",
    `insert into provider_settings (provider_id, paused_until)
     select $2, '2026-11-09' from service_requests where id = $1`,
  ],
] as const;

test.each(STOPS)("nothing is offered after %s", async (_, reason, statement) => {
  const pair = await addPair();
  await pool().query(statement, [pair.requestId, pair.providerId]);
  expect(await offer(pair)).toEqual({ ok: false, reason });
});

const countWaiting = async () =>
  (
    await queryRows<{ waiting: number }>(
      db(),
      `select count(*)::int as waiting from pg_locks w
       where not w.granted and exists (
         select from pg_locks h where h.pid = w.pid and h.granted
           and h.database = (select oid from pg_database where datname = current_database())
       )`,
    )
  )[0]?.waiting;

test.each(STOPS)(
  "nothing is offered where %s while the request is locked",
  async (_, reason, statement) => {
    const pair = await addPair();
    const other = await pool().connect();
    try {
      await other.query("begin");
      await other.query("select from service_requests where id = $1 for update", [pair.requestId]);
      const result = offer(pair);
      await expect.poll(countWaiting).toBe(1);
      await other.query(statement, [pair.requestId, pair.providerId]);
      await other.query("commit");
      expect(await result).toEqual({ ok: false, reason });
    } finally {
      // A failure leaves its transaction open.
      other.release(true);
    }
    expect(await queryRows(db(), "select id from offers")).toEqual([]);
  },
);

test("a provider whose pause is over, and whom another customer stopped, is offered the request", async () => {
  const [pair, other] = [await addPair(), await addPair()];
  await pool().query(
    "insert into provider_settings (provider_id, paused_until) values ($1, '2026-11-02T15:00:00Z')",
    [pair.providerId],
  );
  await pool().query(STOPS[1][2], [pair.requestId, other.providerId]);
  expect(await offer(pair)).toMatchObject({ ok: true });
});
