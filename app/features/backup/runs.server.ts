import { randomUUIDv7 } from "node:crypto";
import { and, desc, eq, lt, ne } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import {
  type BACKUP_CHECKS,
  type BACKUP_TRIGGERS,
  backupRuns,
} from "#app/db/tables/backups.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { SECOND_MS } from "#app/lib/durations.ts";
import { isNightlyDue } from "#app/lib/is-nightly-due.ts";
import { KEEP_RUNS_MS, OVERDUE_MS, RETRY_AFTER_MS } from "./constants.ts";

/** The process ended while it ran. */
const INTERRUPTED = "interrupted";
/** The process was asked to stop: the next one begins at once. */
export const STOPPED = "stopped";

export type BackupTrigger = (typeof BACKUP_TRIGGERS)[number];
export type BackupCheck = (typeof BACKUP_CHECKS)[number];
type Run = typeof backupRuns.$inferSelect;

/** The latest run that ended, and the latest that left a verified backup. */
export async function getBackupState(
  db: Connection,
): Promise<{ latest: Run | null; verified: Run | null; firstAt: Date | null }> {
  const { startedAt, state } = backupRuns;
  const [latest] = await db
    .select()
    .from(backupRuns)
    .where(ne(state, "running"))
    .orderBy(desc(startedAt))
    .limit(1);
  const [verified] = await db
    .select()
    .from(backupRuns)
    .where(eq(state, "ok"))
    .orderBy(desc(startedAt))
    .limit(1);
  const [first] = await db.select({ startedAt }).from(backupRuns).orderBy(startedAt).limit(1);
  return { latest: latest ?? null, verified: verified ?? null, firstAt: first?.startedAt ?? null };
}

/**
 * Whether a nightly backup is due. One that failed is tried again some hours later; so is one whose
 * process crashed, which may be why.
 */
export async function isBackupDue(
  db: Database,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<boolean> {
  const { startedAt, state, reason } = backupRuns;
  const [last] = await db
    .select({ startedAt, state, reason })
    .from(backupRuns)
    .orderBy(desc(startedAt))
    .limit(1);
  const isUnfinished = last && last.state !== "ok" && last.reason !== STOPPED;
  if (isUnfinished && now.getTime() - last.startedAt.getTime() < RETRY_AFTER_MS) return false;
  // One that somebody wrote by hand during the day must not move the nights.
  const [night] = await db
    .select({ startedAt })
    .from(backupRuns)
    .where(and(eq(state, "ok"), eq(backupRuns.trigger, "night")))
    .orderBy(desc(startedAt))
    .limit(1);
  return isNightlyDue({ now, lastRunAt: night?.startedAt ?? null, timeZone });
}

export type BackupTrouble = {
  /** Changes with each failure, and each day that a backup is missing. */
  subject: string;
  /** Why the latest run failed; null where none did. */
  reason: string | null;
  verifiedAt: Date | null;
};

/** What staff should know: the latest backup failed, or there is none of the last day and a half. */
export async function findBackupTrouble(db: Database, now: Date): Promise<BackupTrouble | null> {
  const { latest, verified, firstAt } = await getBackupState(db);
  if (!firstAt) return null;
  const verifiedAt = verified?.startedAt ?? null;
  if (latest?.state === "failed" && latest.reason !== STOPPED)
    return { subject: latest.id, reason: latest.reason, verifiedAt };
  if (now.getTime() - (verifiedAt ?? firstAt).getTime() <= OVERDUE_MS) return null;
  return { subject: `overdue ${now.toISOString().slice(0, 10)}`, reason: null, verifiedAt };
}

/** For metrics: seconds since the newest verified backup was begun, and whether the last run worked. */
export async function getBackupMetrics(
  db: Database,
  now: Date,
): Promise<{ ageSeconds: number; isLastRunOk: boolean }> {
  const { latest, verified } = await getBackupState(db);
  return {
    ageSeconds: verified
      ? (now.getTime() - verified.startedAt.getTime()) / SECOND_MS
      : Number.POSITIVE_INFINITY,
    isLastRunOk: latest?.state === "ok",
  };
}

/** Records the start of a run; whoever calls it holds the lock, so other open ones were interrupted. */
export async function startRun(
  db: Database,
  { now, trigger, name }: { now: Date; trigger: BackupTrigger; name: string },
): Promise<string> {
  const id = randomUUIDv7();
  await db
    .update(backupRuns)
    .set({ state: "failed", reason: INTERRUPTED, endedAt: now })
    .where(eq(backupRuns.state, "running"));
  await db
    .delete(backupRuns)
    .where(
      and(
        lt(backupRuns.startedAt, new Date(now.getTime() - KEEP_RUNS_MS)),
        eq(backupRuns.state, "failed"),
      ),
    );
  await db.insert(backupRuns).values({ id, startedAt: now, trigger, name });
  return id;
}

export type BackupOutcome =
  | { state: "ok"; verifiedBy: BackupCheck; bytes: number; rows: number }
  | { state: "failed"; reason: string };

export const endRun = (db: Database, id: string, outcome: BackupOutcome & { endedAt: Date }) =>
  db.update(backupRuns).set(outcome).where(eq(backupRuns.id, id));
