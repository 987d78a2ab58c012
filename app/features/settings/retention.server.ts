import { and, desc, eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { auditLog } from "#app/db/tables/audit.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { keepUsable } from "./queries.server.ts";
import { type RetentionSettings, retentionSchema } from "./retention.ts";
import { readSettings } from "./store-settings.server.ts";

export const RETENTION_ACTOR = "retention";

export type RetentionRun = { at: Date; changes: Record<string, number> };

/** How long things are kept; what is not stored, or cannot be used, has its default. */
export async function getRetention(db: Connection): Promise<RetentionSettings> {
  const stored = await readSettings(db, Object.keys(retentionSchema.shape));
  return retentionSchema.parse(keepUsable(retentionSchema.shape, stored));
}

/** The latest runs of the nightly job, newest first: its audit rows. */
export async function listRetentionRuns(db: Database, limit: number): Promise<RetentionRun[]> {
  const { at, changes, entity, action, actor } = auditLog;
  const isRun = and(eq(entity, "retention"), eq(action, "run"), eq(actor, RETENTION_ACTOR));
  const rows = await db
    .select({ at, changes })
    .from(auditLog)
    .where(isRun)
    .orderBy(desc(at))
    .limit(limit);
  return rows.map((row) => ({
    at: row.at,
    changes: (row.changes ?? {}) as Record<string, number>,
  }));
}

const SHOWN_RUNS = 7;

/** What the retention page shows. */
export async function getRetentionPage(
  db: Database,
): Promise<{ values: RetentionSettings; runs: RetentionRun[] }> {
  const [values, runs] = await Promise.all([getRetention(db), listRetentionRuns(db, SHOWN_RUNS)]);
  return { values, runs };
}
