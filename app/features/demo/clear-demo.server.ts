import type pg from "pg";
import { adjustCredits } from "#app/features/credits/ledger.server.ts";
import type { FunnelRow } from "./make-activity.ts";

/** Where the counts that the demo added are remembered: the table of counts has no mark for demo rows. */
const FUNNEL_KEY = "demo.funnel";
type Remembered = { days: string[]; counts: Record<string, number[]> };

const ADD_COUNTS = `
  insert into funnel_counts (day, name, count) select * from unnest($1::date[], $2::text[], $3::bigint[])
  on conflict (day, name) do update set count = funnel_counts.count + excluded.count`;

const columnsOf = (rows: FunnelRow[]) => [rows.map(({ day }) => day), rows.map(({ name }) => name), rows.map(({ count }) => count)];

/** Adds counts to those of real visitors, and remembers how many. */
export async function addFunnelCounts(tx: pg.PoolClient, { rows, now }: { rows: FunnelRow[]; now: Date }): Promise<void> {
  const byName = Map.groupBy(rows, ({ name }) => name);
  const counts = Object.fromEntries([...byName].map(([name, list]) => [name, list.map(({ count }) => count)]));
  const remembered: Remembered = { days: [...new Set(rows.map(({ day }) => day))], counts };
  await tx.query(ADD_COUNTS, columnsOf(rows));
  await tx.query("insert into settings (key, value, updated_at, updated_by) values ($1, $2, $3, 'command-line') on conflict (key) do update set value = $2, updated_at = $3", [
    FUNNEL_KEY,
    JSON.stringify(remembered),
    now,
  ]);
}

async function takeFunnelCounts(tx: pg.PoolClient): Promise<void> {
  const { rows } = await tx.query<{ value: Remembered }>("delete from settings where key = $1 returning value", [FUNNEL_KEY]);
  const before = rows[0]?.value;
  if (!before) return;
  const added = Object.entries(before.counts).flatMap(([name, counts]) => counts.map((count, index) => ({ day: before.days[index] ?? "", name, count: -count })));
  await tx.query(ADD_COUNTS, columnsOf(added));
  await tx.query("delete from funnel_counts where count <= 0");
}

/** The ledger outlives its providers: what demo providers have goes back to where it came from before they go. */
async function returnCredits(tx: pg.PoolClient, now: Date): Promise<void> {
  const { rows } = await tx.query<{ providerId: string; amount: number }>(
    'select id as "providerId", -credits::float8 as amount from providers where is_demo and credits <> 0 for update',
  );
  await adjustCredits(tx, { adjustments: rows, actor: "command-line", note: "demo", now });
}

/**
 * Takes away all demo rows and nothing else. Notes, events and offers go with their requests, subscriptions and settings with
 * their providers. Consent records stay: nothing takes them away.
 */
export async function clearDemo(tx: pg.PoolClient, { now }: { now: Date }): Promise<void> {
  await returnCredits(tx, now);
  // Somebody may have pressed "send again" at a demo request.
  await tx.query("delete from crm_outbox o using service_requests r where r.id = o.request_id and r.is_demo");
  for (const table of ["service_requests", "bid_unlocks", "bids", "jobs", "payments_subscriptions", "providers", "homeowners", "call_attributions", "notifications"])
    await tx.query(`delete from ${table} where is_demo`);
  await tx.query("delete from content_versions v using advertorial_content a where a.id = v.content_id and a.is_demo");
  await tx.query("delete from advertorial_content where is_demo");
  await takeFunnelCounts(tx);
}
