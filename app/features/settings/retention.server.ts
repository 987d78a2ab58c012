import type pg from "pg";
import { type RetentionSettings, retentionSchema } from "./retention.ts";

export const RETENTION_ACTOR = "retention";

export type RetentionRun = { at: Date; changes: Record<string, number> };

/** How long things are kept; what is not stored, or cannot be used, has its default. */
export async function getRetention(pool: pg.Pool | pg.PoolClient): Promise<RetentionSettings> {
  const { rows } = await pool.query<{ key: string; value: unknown }>(
    "select key, value from settings where key = any($1)",
    [Object.keys(retentionSchema.shape)],
  );
  const fields = retentionSchema.shape as Record<
    string,
    { safeParse: (value: unknown) => { success: boolean } } | undefined
  >;
  return retentionSchema.parse(
    Object.fromEntries(
      rows
        .filter(({ key, value }) => fields[key]?.safeParse(value).success)
        .map(({ key, value }) => [key, value]),
    ),
  );
}

/** The latest runs of the nightly job, newest first: its audit rows. */
export async function listRetentionRuns(
  pool: pg.Pool | pg.PoolClient,
  limit: number,
): Promise<RetentionRun[]> {
  const { rows } = await pool.query<RetentionRun>(
    "select at, changes from audit_log where entity = 'retention' and action = 'run' and actor = $1 order by at desc limit $2",
    [RETENTION_ACTOR, limit],
  );
  return rows;
}

const SHOWN_RUNS = 7;

/** What the retention page shows. */
export async function getRetentionPage(
  pool: pg.Pool,
): Promise<{ values: RetentionSettings; runs: RetentionRun[] }> {
  const [values, runs] = await Promise.all([
    getRetention(pool),
    listRetentionRuns(pool, SHOWN_RUNS),
  ]);
  return { values, runs };
}
