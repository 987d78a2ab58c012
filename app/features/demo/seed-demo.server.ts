import type pg from "pg";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import { adjustCredits } from "#app/features/credits/ledger.server.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { addFunnelCounts, clearDemo } from "./clear-demo.server.ts";
import { makeCalls, makeFunnelCounts, makeNotifications } from "./make-activity.ts";
import { makeCasework } from "./make-casework.ts";
import { makeHomeowners, makeJobs, makeProviders } from "./make-marketplace.ts";
import { makeRandom } from "./make-random.ts";
import { type DemoRequest, type DemoService, makeRequests } from "./make-requests.ts";

const ROWS_AT_ONCE = 2_500;
/** Only the latest requests have notes and a timeline: they are what people open. */
const WITH_CASEWORK = 5_000;

export type SeedOptions = { requests: number; seed: number; now: Date; services: readonly DemoService[]; force?: boolean; onProgress?: (done: number) => void };
export type SeedResult = { ok: true; rows: Record<string, number> } | { ok: false; reason: "real-requests" };
type Row = Record<string, unknown>;

/**
 * Fills the database with a year of demo data in one transaction; rows of an earlier run go first. Demo requests have no
 * consent record (nobody agreed to anything) and no delivery order, so that no worker ever sees them.
 */
export async function seedDemo(pool: pg.Pool, options: SeedOptions): Promise<SeedResult> {
  const { seed, now, services } = options;
  return inTransaction(pool, async (tx): Promise<SeedResult> => {
    await tx.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
    const { rows: real } = await tx.query("select 1 from service_requests where not is_demo limit 1");
    if (real.length > 0 && !options.force) return { ok: false, reason: "real-requests" };
    await clearDemo(tx, { now });
    const market = makeProviders({ seed, now, services });
    const homeowners = makeHomeowners({ seed, now, services });
    const work = makeJobs({ seed, now, services, providers: market.providers, homeowners });
    const tables: Record<string, Row[]> = {
      // Their credits follow by the ledger.
      providers: market.providers.map((provider) => ({ ...provider, credits: 0 })),
      payments_subscriptions: market.subscriptions,
      provider_settings: market.settings,
      verification_evidence: market.evidence,
      homeowners,
      jobs: work.jobs,
      bids: work.bids,
      bid_unlocks: work.unlocks,
      call_attributions: makeCalls({ seed, now }),
      notifications: makeNotifications({ seed, now }),
    };
    for (const [table, rows] of Object.entries(tables)) await insertRows(tx, table, rows);
    await adjustCredits(tx, { adjustments: market.providers.map(({ id, credits }) => ({ providerId: id, amount: credits })), actor: "command-line", note: "demo", now });
    const counts = makeFunnelCounts({ seed, now, requests: options.requests });
    await addFunnelCounts(tx, { rows: counts, now });
    const requests = await insertRequests(tx, options);
    const rows = { ...requests, ...Object.fromEntries(Object.entries(tables).map(([table, list]) => [table, list.length])), funnel_counts: counts.length };
    await writeAudit(tx, { actor: "command-line", action: "seed-demo", entity: "database", changes: { seed, rows }, now });
    return { ok: true, rows };
  });
}

/** After many new rows: the planner and the search index know them at once. Only the owner of the tables may; others skip it. */
export async function refreshStatistics(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("vacuum (analyze) service_requests");
  } finally {
    // Its setting is not for others.
    client.release(true);
  }
}

async function insertRequests(tx: pg.PoolClient, options: SeedOptions): Promise<Record<string, number>> {
  const { requests: count, seed, now, services, onProgress } = options;
  const random = makeRandom(seed, "casework");
  const done = { service_requests: 0, request_events: 0, request_notes: 0 };
  let batch: DemoRequest[] = [];
  const flush = async () => {
    await insertRows(tx, "service_requests", batch);
    const open = batch.filter((_, index) => done.service_requests + index >= count - WITH_CASEWORK);
    const casework = open.map((request) => makeCasework(random, { request, now }));
    const events = casework.flatMap((work) => work.events);
    const notes = casework.flatMap((work) => work.notes);
    await insertRows(tx, "request_events", events);
    await insertRows(tx, "request_notes", notes);
    done.service_requests += batch.length;
    done.request_events += events.length;
    done.request_notes += notes.length;
    batch = [];
    onProgress?.(done.service_requests);
  };
  for (const request of makeRequests({ count, seed, now, services })) {
    batch.push(request);
    if (batch.length === ROWS_AT_ONCE) await flush();
  }
  if (batch.length > 0) await flush();
  return done;
}

/** Many rows with one statement: the database unpacks the list by the types of the table. All rows have the same fields. */
async function insertRows(tx: pg.PoolClient, table: string, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
    .map((name) => `"${name}"`)
    .join(", ");
  if (columns === "") return;
  await tx.query(`insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json)`, [JSON.stringify(rows)]);
}
