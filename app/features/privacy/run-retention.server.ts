import type pg from "pg";
import type { Database } from "#app/db/client.server.ts";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import { deleteExpired } from "#app/features/auth/delete-expired.server.ts";
import { deleteExpiredContent } from "#app/features/content-editor/delete-expired.server.ts";
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
import { inTransaction } from "#app/lib/transaction.server.ts";

const BATCH = 500;

export type RetentionCounts = {
  requests: number;
  devices: number;
  sessions: number;
  codes: number;
  tries: number;
  links: number;
  deletedContent: number;
  drafts: number;
  jobs: number;
};

/**
 * Deletes what is older than the settings allow, once a night, on one instance; its audit row has
 * the counts. Consent records stay. After a crash the next run continues.
 * @returns null where it is not due, or another instance is running it
 */
export async function runRetention(
  db: Database,
  options: { now: Date; timeZone: string; signal?: AbortSignal },
): Promise<RetentionCounts | null> {
  const { now, timeZone, signal } = options;
  const pool = db.$client;
  return withSessionLock(pool, ADVISORY_LOCKS.applyRetention, async () => {
    const [last] = await listRetentionRuns(db, 1);
    if (!isNightlyDue({ now, lastRunAt: last?.at ?? null, timeZone })) return null;
    const settings = await getRetention(db);
    const requests = await eraseOldRequests(pool, { settings, now, signal });
    return inTransaction(pool, async (tx) => {
      const counts = {
        requests,
        ...(await deleteExpired(tx, { deviceDays: settings.retainDeviceDays, now })),
        ...(await deleteExpiredContent(tx, now)),
      };
      await writeAudit(tx, {
        actor: RETENTION_ACTOR,
        action: "run",
        entity: "retention",
        changes: counts,
        now,
      });
      return counts;
    });
  });
}

/**
 * Erases requests on which nothing has happened for the months that settings allow, in batches of a
 * transaction each.
 * @returns how many
 */
async function eraseOldRequests(
  pool: pg.Pool,
  options: { settings: RetentionSettings; now: Date; signal?: AbortSignal },
): Promise<number> {
  const { settings, now, signal } = options;
  let erased = 0;
  for (let batch = BATCH; batch === BATCH && !signal?.aborted; ) {
    batch = await inTransaction(pool, async (tx) =>
      eraseRequestFields(tx, await listExpiredIds(tx, { settings, now })),
    );
    erased += batch;
  }
  return erased;
}

async function listExpiredIds(
  tx: pg.PoolClient,
  { settings, now }: { settings: RetentionSettings; now: Date },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `with ages as (
       select $1::timestamptz - make_interval(months => $2) as closed, $1::timestamptz - make_interval(months => $3) as open
     )
     select r.id from service_requests r, ages
     where r.created_at < greatest(ages.closed, ages.open) and r.body_hash <> $4
       and r.created_at < case r.status when 'closed' then ages.closed else ages.open end
       and not exists (select from request_events e where e.request_id = r.id and e.at >= case r.status when 'closed' then ages.closed else ages.open end)
       and not exists (select from request_notes n where n.request_id = r.id and n.created_at >= case r.status when 'closed' then ages.closed else ages.open end)
       and not exists (select from crm_outbox o where o.request_id = r.id and o.lease_until > $1)
     order by r.created_at, r.id limit $5 for update of r skip locked`,
    [now, settings.retainClosedMonths, settings.retainOpenMonths, ERASED_HASH, BATCH],
  );
  return rows.map((row) => row.id);
}
