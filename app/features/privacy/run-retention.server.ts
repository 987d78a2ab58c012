import type { Database } from "#app/db/client.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { deleteOldCalls } from "#app/features/api-keys/calls.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { deleteExpired } from "#app/features/auth/delete-expired.server.ts";
import { forgetOldCallers } from "#app/features/calls/queries.server.ts";
import { deleteExpiredContent } from "#app/features/content-editor/delete-expired.server.ts";
import { deleteExpiredPapers } from "#app/features/providers/delete-expired.server.ts";
import { ERASED_HASH, eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import {
  getRetention,
  listRetentionRuns,
  RETENTION_ACTOR,
} from "#app/features/settings/retention.server.ts";
import type { RetentionSettings } from "#app/features/settings/retention.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { isNightlyDue } from "#app/lib/is-nightly-due.ts";
import { withSessionLock } from "#app/lib/session-lock.server.ts";
import { listMergedIds, lockExpiredRequests } from "./queries.sql.ts";

const BATCH = 500;

export type RetentionCounts = {
  requests: number;
  /** Calls whose caller cannot be found any more. */
  callers: number;
  devices: number;
  sessions: number;
  codes: number;
  passwordAttempts: number;
  links: number;
  deletedContent: number;
  drafts: number;
  jobs: number;
  /** Of providers. */
  papers: number;
  changes: number;
  /** Of the API. */
  apiCalls: number;
};

/**
 * Deletes data after the retention times of the settings, once a night, on one instance, and writes
 * the counts to the audit log. Consent records stay. After a crash the next run continues.
 * @returns null if it is not due, or another instance is running it
 */
export async function runRetention(
  db: Database,
  options: { now: Date; timeZone: string; signal?: AbortSignal },
): Promise<RetentionCounts | null> {
  const { now, timeZone, signal } = options;
  return withSessionLock(db, ADVISORY_LOCKS.applyRetention, async () => {
    const [last] = await listRetentionRuns(db, 1);
    if (!isNightlyDue({ now, lastRunAt: last?.at ?? null, timeZone })) return null;
    const settings = await getRetention(db);
    const requests = await eraseOldRequests(db, { settings, now, signal });
    const apiCalls = await deleteOldCalls(db, { now, signal });
    return withTransaction(db, async (tx) => {
      const counts = {
        requests,
        callers: await forgetOldCallers(tx, {
          before: subtractMonths(now, settings.retainOpenMonths),
        }),
        ...(await deleteExpired(tx, { deviceDays: settings.retainDeviceDays, now })),
        ...(await deleteExpiredContent(tx, now)),
        ...(await deleteExpiredPapers(tx, { now, timeZone })),
        apiCalls,
      };
      const context = { actor: RETENTION_ACTOR, now };
      await recordAudit(tx, context, { action: "run", entity: "retention", changes: counts });
      return counts;
    });
  });
}

/**
 * Erases requests after the retention time of the settings, with one transaction per batch.
 * @returns how many were erased
 */
async function eraseOldRequests(
  db: Database,
  options: { settings: RetentionSettings; now: Date; signal?: AbortSignal },
): Promise<number> {
  const { settings, now, signal } = options;
  let erased = 0;
  for (let hasMore = true; hasMore && !signal?.aborted; ) {
    const batch = await withTransaction(db, async (tx) => {
      const ids = await listExpiredIds(tx, { settings, now });
      const merged = (await listMergedIds.rows(tx, { ids })).map(({ id }) => id);
      return {
        full: ids.length === BATCH,
        erased: await eraseRequestFields(tx, [...ids, ...merged]),
      };
    });
    hasMore = batch.full;
    erased += batch.erased;
  }
  return erased;
}

async function listExpiredIds(
  tx: Transaction,
  { settings, now }: { settings: RetentionSettings; now: Date },
): Promise<string[]> {
  const expired = await lockExpiredRequests.rows(tx, {
    now,
    closedMonths: settings.retainClosedMonths,
    openMonths: settings.retainOpenMonths,
    erasedHash: ERASED_HASH,
    limit: BATCH,
  });
  return expired.map(({ id }) => id);
}

function subtractMonths(at: Date, months: number): Date {
  const before = new Date(at);
  before.setUTCMonth(before.getUTCMonth() - months);
  return before;
}
