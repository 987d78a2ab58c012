import { readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { EXCLUDED_TABLES } from "./constants.ts";

export type BackupColumn = { name: string; type: string };
export type BackupTable = { name: string; columns: BackupColumn[] };

const MIGRATIONS_FOLDER = "drizzle";
/**
 * Types whose text sorts by the rules of the database's language; "C" sorts by bytes, so that every
 * server has one order.
 */
const SORTED_BY_LANGUAGE = new Set(["text", "character varying"]);
export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Makes the text form of values the same on every server and time zone, and lets long reads take
 * their time. A value that is written as text this way, and cast back to its type, is the same
 * value.
 */
export async function setExactText(tx: pg.PoolClient): Promise<void> {
  await tx.query(
    `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex';
     set local extra_float_digits = 1; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
  );
}

/** Name of the migration that the database is at, as the folder drizzle/ calls it. */
export async function readSchemaTag(tx: pg.PoolClient): Promise<string> {
  const { rows } = await tx.query<{ at: string | null }>(
    "select max(created_at)::text as at from drizzle.__drizzle_migrations",
  );
  const journal = JSON.parse(
    readFileSync(join(MIGRATIONS_FOLDER, "meta/_journal.json"), "utf8"),
  ) as { entries: { when: number; tag: string }[] };
  const entry = journal.entries.find(({ when }) => String(when) === rows[0]?.at);
  if (!entry) throw new Error("The database is at a migration that this program does not know.");
  return entry.tag;
}

/**
 * Tables of a backup with their stored columns (generated ones make themselves), those that others
 * point to first.
 */
export async function listBackupTables(tx: pg.PoolClient): Promise<BackupTable[]> {
  const { rows: columns } = await tx.query<{ table: string; name: string; type: string }>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by c.relname, a.attnum`,
  );
  const { rows: links } = await tx.query<{ table: string; target: string }>(
    `select c.relname as table, t.relname as target from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class t on t.oid = f.confrelid
     where f.contype = 'f' and f.connamespace = 'public'::regnamespace and c.oid <> t.oid`,
  );
  const kept = Map.groupBy(
    columns.filter(({ table }) => !Object.hasOwn(EXCLUDED_TABLES, table)),
    ({ table }) => table,
  );
  return sortByLinks([...kept.keys()], links).map((name) => ({
    name,
    columns: (kept.get(name) ?? []).map((column) => ({ name: column.name, type: column.type })),
  }));
}

/** Names in an order in which each stands after those it points to. */
function sortByLinks(names: string[], links: { table: string; target: string }[]): string[] {
  const sorted: string[] = [];
  const open = new Set(names);
  while (open.size > 0) {
    const ready = [...open].filter(
      (name) => !links.some((link) => link.table === name && open.has(link.target)),
    );
    if (ready.length === 0)
      throw new Error(
        `The tables ${[...open].join(", ")} point to each other in a circle; no order fits.`,
      );
    for (const name of ready) open.delete(name);
    sorted.push(...ready);
  }
  return sorted;
}

/** Statement that reads a table as text, in the order of its primary key. */
export async function selectAsText(
  tx: pg.PoolClient,
  { name, columns }: BackupTable,
): Promise<string> {
  const { rows: keys } = await tx.query<{ name: string; type: string }>(
    `select a.attname as name, format_type(a.atttypid, null) as type from pg_index i
     cross join unnest(i.indkey) with ordinality as k (attnum, place) join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
     where i.indrelid = $1::regclass and i.indisprimary order by k.place`,
    [`public.${quoteName(name)}`],
  );
  if (keys.length === 0)
    throw new Error(`The table ${name} has no primary key; its rows have no order.`);
  const order = keys.map(
    (key) => `${quoteName(key.name)}${SORTED_BY_LANGUAGE.has(key.type) ? ' collate "C"' : ""}`,
  );
  return `select ${columns.map((column) => `${quoteName(column.name)}::text`).join(", ")} from public.${quoteName(name)} order by ${order.join(", ")}`;
}
