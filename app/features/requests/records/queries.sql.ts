import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/**
 * The database's time a minute ago. A transaction that is open now may commit a change with a time
 * since then; none takes longer.
 */
export const readFollowedUntil = sqlStatement({
  params: {},
  row: { at: t.instant() },
  sql: `select date_trunc('milliseconds', clock_timestamp() - interval '1 minute') as at`,
});
