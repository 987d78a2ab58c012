import { randomUUIDv7 } from "node:crypto";
import type pg from "pg";
import { ERASED_HASH } from "#app/features/requests/erase-fields.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { HIGHLEVEL_TARGET } from "#app/lib/delivery-targets.ts";
import { HOUR_MS } from "#app/lib/durations.ts";
import { isNightlyDue } from "#app/lib/is-nightly-due.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { withSessionLock } from "#app/lib/session-lock.server.ts";
import type { HighLevelServices } from "./refresh-tokens.server.ts";
import { openSession } from "./session.server.ts";
import { searchContact } from "./target.server.ts";

export type ReportFacts = {
  at: Date;
  notQueued: number;
  undelivered: number;
  sampled: number;
  missing: number;
  requestIds: { notQueued: string[]; missing: string[] };
};

const GRACE_MS = HOUR_MS;
const SAMPLE = 25;
/** Of what was delivered in these days. */
const SAMPLE_DAYS = 7;
const IDS_KEPT = 20;
const EVENT_DAYS = 180;
const REPORT_DAYS = 365;

export async function getLastReport(pool: pg.Pool): Promise<ReportFacts | null> {
  const { rows } = await pool.query<ReportFacts>(
    `select at, not_queued as "notQueued", undelivered, sampled, missing, request_ids as "requestIds" from crm_reconciliations order by at desc limit 1`,
  );
  return rows[0] ?? null;
}

type Options = {
  pool: pg.Pool;
  log: Logger;
  now: Date;
  timeZone: string;
  highLevel: HighLevelServices | null;
};

/**
 * Once a night, on one instance: are there requests that nobody delivers, and does the CRM still
 * have what it took?
 * @returns null where it is not due, or another instance is at it
 */
export async function reconcileNightly({
  pool,
  log,
  now,
  timeZone,
  highLevel,
}: Options): Promise<ReportFacts | null> {
  return withSessionLock(pool, ADVISORY_LOCKS.reconcileHighLevel, async () => {
    const last = await getLastReport(pool);
    if (!isNightlyDue({ now, lastRunAt: last?.at ?? null, timeZone })) return null;
    const report = await writeReport({ pool, log, now, highLevel });
    await forgetOld(pool, now);
    return report;
  });
}

/** An event is not sent again after so long. */
async function forgetOld(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(
    "delete from crm_events where received_at < $1::timestamptz - make_interval(days => $2)",
    [now, EVENT_DAYS],
  );
  await pool.query(
    "delete from crm_reconciliations where at < $1::timestamptz - make_interval(days => $2)",
    [now, REPORT_DAYS],
  );
}

/** Compares, and keeps what was found. */
async function writeReport({
  pool,
  log,
  now,
  highLevel,
}: Omit<Options, "timeZone">): Promise<ReportFacts> {
  const before = new Date(now.getTime() - GRACE_MS);
  const { rows: orphans } = await pool.query<{ id: string; count: number }>(
    `select r.id, count(*) over ()::int as count from service_requests r where r.created_at < $1 and not r.is_demo and r.body_hash <> $2
       and not exists (select from crm_outbox o where o.request_id = r.id) order by r.created_at desc limit $3`,
    [before, ERASED_HASH, IDS_KEPT],
  );
  const { rows: open } = await pool.query<{ count: number }>(
    `select count(*)::int as count from crm_outbox o join service_requests r on r.id = o.request_id
     where o.state in ('waiting', 'dead') and r.created_at < $1 and r.body_hash <> $2
       and not exists (select from suppressions s where s.contact_hash in (r.phone_hash, r.email_hash) and s.opted_out_at >= r.created_at)`,
    [before, ERASED_HASH],
  );
  const { sampled, missing } = highLevel
    ? await findMissing(pool, highLevel, now)
    : { sampled: 0, missing: [] };
  const report: ReportFacts = {
    at: now,
    notQueued: orphans[0]?.count ?? 0,
    undelivered: open[0]?.count ?? 0,
    sampled,
    missing: missing.length,
    requestIds: { notQueued: orphans.map((row) => row.id), missing: missing.slice(0, IDS_KEPT) },
  };
  await pool.query(
    "insert into crm_reconciliations (id, at, not_queued, undelivered, sampled, missing, request_ids) values ($1, $2, $3, $4, $5, $6, $7)",
    [
      randomUUIDv7(),
      now,
      report.notQueued,
      report.undelivered,
      report.sampled,
      report.missing,
      JSON.stringify(report.requestIds),
    ],
  );
  if (report.notQueued + report.missing > 0)
    log.error(
      { notQueued: report.notQueued, missing: report.missing },
      "alarm: requests without a delivery order, or contacts that the CRM no longer has",
    );
  return report;
}

type Sample = { id: string; phone: string | null; email: string | null };

/**
 * Looks for some of the contacts that the connected location took lately. What it does not answer
 * now is not counted.
 */
async function findMissing(
  pool: pg.Pool,
  services: HighLevelServices,
  now: Date,
): Promise<{ sampled: number; missing: string[] }> {
  const session = await openSession(services);
  if (!session) return { sampled: 0, missing: [] };
  const { rows } = await pool.query<Sample>(
    `select r.id, r.phone_e164 as phone, r.email_normalized as email from crm_outbox o join service_requests r on r.id = o.request_id
     where o.target = $1 and o.progress ->> 'locationId' = $6 and o.state = 'delivered' and o.delivered_at > $2::timestamptz - make_interval(days => $3) and r.body_hash <> $4
     order by random() limit $5`,
    [HIGHLEVEL_TARGET, now, SAMPLE_DAYS, ERASED_HASH, SAMPLE, session.locationId],
  );
  const missing: string[] = [];
  let sampled = 0;
  for (const { id, phone, email } of rows) {
    const found = await searchContact(session, {
      phone: phone ?? undefined,
      email: email ?? undefined,
    });
    if (!found.ok) break;
    sampled += 1;
    if (!found.contact) missing.push(id);
  }
  return { sampled, missing };
}
