import { randomUUIDv7 } from "node:crypto";
import { desc, lt } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { crmEvents, crmReconciliations } from "#app/db/tables/crm.server.ts";
import { ERASED_HASH } from "#app/features/requests/erase-fields.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { HIGHLEVEL_TARGET } from "#app/lib/delivery-targets.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/durations.ts";
import { isNightlyDue } from "#app/lib/is-nightly-due.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { withSessionLock } from "#app/lib/session-lock.server.ts";
import { countUndelivered, listNotQueued, sampleDelivered } from "./reconcile.sql.ts";
import type { HighLevelContext } from "./refresh-tokens.server.ts";
import { searchContact } from "./search-contact.server.ts";
import { openSession } from "./session.server.ts";

export type ReconciliationReport = Omit<typeof crmReconciliations.$inferSelect, "id">;

/** Requests younger than this may still be in delivery. */
const GRACE_MS = HOUR_MS;
const SAMPLE_SIZE = 25;
/** The sample is taken from deliveries of this time. */
const SAMPLE_LOOK_BACK_MS = 7 * DAY_MS;
const MAX_LISTED_IDS = 20;
/** HighLevel does not repeat an event after this long. */
const KEEP_EVENTS_MS = 180 * DAY_MS;
const KEEP_REPORTS_MS = 365 * DAY_MS;

export async function getLastReport(db: Database): Promise<ReconciliationReport | null> {
  const { at, notQueued, undelivered, sampled, missing, requestIds } = crmReconciliations;
  const [report] = await db
    .select({ at, notQueued, undelivered, sampled, missing, requestIds })
    .from(crmReconciliations)
    .orderBy(desc(at))
    .limit(1);
  return report ?? null;
}

type Options = { db: Database; log: Logger; now: Date; highLevel: HighLevelContext | null };

/**
 * Once a night, on one instance: looks for requests without a delivery, and for contacts that the
 * CRM accepted and no longer has.
 * @returns null if it is not due, or another instance runs it
 */
export async function reconcileNightly(
  options: Options & { timeZone: string },
): Promise<ReconciliationReport | null> {
  const { db, now, timeZone } = options;
  return withSessionLock(db, ADVISORY_LOCKS.reconcileHighLevel, async () => {
    const last = await getLastReport(db);
    if (!isNightlyDue({ now, lastRunAt: last?.at ?? null, timeZone })) return null;
    const report = await createReport(options);
    await deleteOldRows(db, now);
    return report;
  });
}

async function deleteOldRows(db: Database, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  await db.delete(crmEvents).where(lt(crmEvents.receivedAt, ago(KEEP_EVENTS_MS)));
  await db.delete(crmReconciliations).where(lt(crmReconciliations.at, ago(KEEP_REPORTS_MS)));
}

async function createReport({ db, log, now, highLevel }: Options): Promise<ReconciliationReport> {
  const old = { before: new Date(now.getTime() - GRACE_MS), erasedHash: ERASED_HASH };
  const notQueued = await listNotQueued.rows(db, { ...old, limit: MAX_LISTED_IDS });
  const undelivered = await countUndelivered.first(db, old);
  const { sampled, missing } = highLevel
    ? await findMissing(highLevel, now)
    : { sampled: 0, missing: [] };
  const report: ReconciliationReport = {
    at: now,
    notQueued: notQueued[0]?.count ?? 0,
    undelivered: undelivered?.count ?? 0,
    sampled,
    missing: missing.length,
    requestIds: {
      notQueued: notQueued.map((row) => row.id),
      missing: missing.slice(0, MAX_LISTED_IDS),
    },
  };
  await db.insert(crmReconciliations).values({ id: randomUUIDv7(), ...report });
  if (report.notQueued + report.missing > 0)
    log.error(
      { notQueued: report.notQueued, missing: report.missing },
      "alarm: requests without a delivery order, or contacts that the CRM no longer has",
    );
  return report;
}

/**
 * Looks for a sample of the contacts that the connected location accepted recently. Stops at the
 * first search that fails.
 */
async function findMissing(
  context: HighLevelContext,
  now: Date,
): Promise<{ sampled: number; missing: string[] }> {
  const session = await openSession(context);
  if (!session) return { sampled: 0, missing: [] };
  const requests = await sampleDelivered.rows(context.db, {
    target: HIGHLEVEL_TARGET,
    locationId: session.locationId,
    deliveredAfter: new Date(now.getTime() - SAMPLE_LOOK_BACK_MS),
    erasedHash: ERASED_HASH,
    limit: SAMPLE_SIZE,
  });
  const missing: string[] = [];
  let sampled = 0;
  for (const { id, phone, email } of requests) {
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
