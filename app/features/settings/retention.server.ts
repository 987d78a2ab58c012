import { and, desc, eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { auditLog } from "#app/db/tables/audit.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { filterValidSettings } from "./queries.server.ts";
import { type RetentionSettings, retentionSchema } from "./retention.ts";
import { readSettings } from "./store-settings.server.ts";

export const RETENTION_ACTOR = "retention";

export type RetentionRun = { at: Date; changes: Record<string, number> };

/** How long data is retained, with defaults for settings that are not stored or invalid. */
export async function getRetention(db: Connection): Promise<RetentionSettings> {
  const stored = await readSettings(db, Object.keys(retentionSchema.shape));
  return retentionSchema.parse(filterValidSettings(retentionSchema.shape, stored));
}

/** The latest runs of the nightly job from the audit log, newest first. */
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

/** The settings and the latest runs for the retention page. */
export async function getRetentionPage(
  db: Database,
): Promise<{ values: RetentionSettings; runs: RetentionRun[] }> {
  const [values, runs] = await Promise.all([getRetention(db), listRetentionRuns(db, SHOWN_RUNS)]);
  return { values, runs };
}
