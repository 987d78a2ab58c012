import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/**
 * Makes the text of values the same on every server, and disables timeouts for the long transaction.
 */
export const setTextFormat = sqlStatement({
  params: {},
  row: {
    timeZone: t.text(),
    dateStyle: t.text(),
    intervalStyle: t.text(),
    byteaOutput: t.text(),
    floatDigits: t.text(),
    statementTimeout: t.text(),
    idleTimeout: t.text(),
  },
  sql: `
    select set_config('timezone', 'UTC', true) as "timeZone",
      set_config('datestyle', 'ISO, YMD', true) as "dateStyle",
      set_config('intervalstyle', 'postgres', true) as "intervalStyle",
      set_config('bytea_output', 'hex', true) as "byteaOutput",
      set_config('extra_float_digits', '1', true) as "floatDigits",
      set_config('statement_timeout', '0', true) as "statementTimeout",
      set_config('idle_in_transaction_session_timeout', '0', true) as "idleTimeout"`,
});

/** Tells triggers, until the end of the transaction, that rows are restored: they must not act on them again. */
export const setRestoring = sqlStatement({
  params: {},
  row: { set_config: t.text() },
  sql: "select set_config('henry.restoring', 'on', true)",
});

/** Checks references between rows of one table at the end of the transaction. */
export const deferConstraints = sqlStatement({
  params: {},
  row: {},
  sql: "set constraints all deferred",
});

export const setLockTimeout = sqlStatement({
  params: { wait: t.text() },
  row: { lockTimeout: t.text() },
  sql: `select set_config('lock_timeout', :wait, true) as "lockTimeout"`,
});

export const findLatestMigration = sqlStatement({
  params: {},
  row: { at: t.orNull(t.text()) },
  sql: "select max(created_at)::text as at from drizzle.__drizzle_migrations",
});

/** Stored columns of all tables, without generated ones. */
export const listColumns = sqlStatement({
  params: {},
  row: { table: t.text(), name: t.text(), type: t.text() },
  sql: `
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
      and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attnum`,
});

/** Foreign keys between two tables. */
export const listForeignKeys = sqlStatement({
  params: {},
  row: { table: t.text(), target: t.text() },
  sql: `
    select c.relname as table, t.relname as target
    from pg_constraint f
    join pg_class c on c.oid = f.conrelid
    join pg_class t on t.oid = f.confrelid
    where f.contype = 'f' and f.connamespace = 'public'::regnamespace and c.oid <> t.oid`,
});

/** The columns of a table's primary key, in order. `table`: as `public."name"`. */
export const listPrimaryKey = sqlStatement({
  params: { table: t.text() },
  row: { name: t.text(), type: t.text() },
  sql: `
    select a.attname as name, format_type(a.atttypid, null) as type
    from pg_index i
    cross join unnest(i.indkey) with ordinality as k (attnum, place)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indrelid = :table::text::regclass and i.indisprimary
    order by k.place`,
});

/** Enabled triggers on TRUNCATE. */
export const listTruncateTriggers = sqlStatement({
  params: { tables: t.textArray() },
  row: { name: t.text(), table: t.text(), always: t.boolean() },
  sql: `
    select t.tgname as name, c.relname as table, t.tgenabled = 'A' as always
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and c.relname = any(:tables::text[])
      and not t.tgisinternal and t.tgenabled in ('O', 'A') and t.tgtype & 32 <> 0`,
});
