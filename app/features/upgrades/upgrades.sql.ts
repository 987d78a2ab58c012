import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** The first statement of a transaction that must change nothing. */
export const setReadOnly = sqlStatement({
  params: {},
  row: {},
  sql: "set transaction read only",
});

/** `bytes`: size of the database. The tables are missing before the migrations that add them. */
export const describeServer = sqlStatement({
  params: {},
  row: {
    version: t.integer(),
    isStandby: t.boolean(),
    bytes: t.bigint(),
    hasMigrations: t.boolean(),
    hasReleases: t.boolean(),
    hasBackups: t.boolean(),
  },
  sql: `
    select current_setting('server_version_num')::int as version,
      pg_is_in_recovery() as "isStandby",
      pg_database_size(current_database()) as bytes,
      to_regclass('drizzle.__drizzle_migrations') is not null as "hasMigrations",
      to_regclass('public.started_releases') is not null as "hasReleases",
      to_regclass('public.backup_runs') is not null as "hasBackups"`,
});

/** When each applied migration was made, in milliseconds: the `when` of drizzle/meta/_journal.json. */
export const listAppliedMigrations = sqlStatement({
  params: {},
  row: { at: t.orNull(t.bigint()) },
  sql: "select created_at as at from drizzle.__drizzle_migrations order by created_at",
});
