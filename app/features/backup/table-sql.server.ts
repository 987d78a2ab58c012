import type pg from "pg";
import { listPrimaryKey, listTruncateTriggers } from "./catalog.sql.ts";
import { BATCH_CHARACTERS, BATCH_ROWS, EXCLUDED_TABLES } from "./constants.ts";
import type { BackupTable } from "./tables.server.ts";

// SQL built from the table names in the catalog, because a backup has every table, including those
// added later.

/** One connection within an open transaction. */
export type BackupTransaction = { $client: pg.PoolClient };

/**
 * Types that sort by the database's collation; "C" sorts by bytes, which is the same on every server.
 */
const COLLATED_TYPES = new Set(["text", "character varying"]);
const TEXT_GROWTH = 4;
const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;
const quoteTable = (name: string) => `public.${quoteName(name)}`;
const listTables = (tables: readonly BackupTable[]) =>
  tables.map(({ name }) => quoteTable(name)).join(", ");

/** Builds the statement that reads a table as text, ordered by its primary key. */
async function buildSelect(tx: BackupTransaction, { name, columns }: BackupTable): Promise<string> {
  const keys = await listPrimaryKey.rows(tx, { table: quoteTable(name) });
  if (keys.length === 0)
    throw new Error(`The table ${name} has no primary key; its rows have no order.`);
  const order = keys.map(
    (key) => `${quoteName(key.name)}${COLLATED_TYPES.has(key.type) ? ' collate "C"' : ""}`,
  );
  const texts = columns.map((column) => `${quoteName(column.name)}::text`);
  return `select ${texts.join(", ")} from ${quoteTable(name)} order by ${order.join(", ")}`;
}

/**
 * How many rows of a table fit into a batch, by its widest row as it is stored. Read as text, bytes
 * take twice as much, and a compressed text several times.
 */
async function chooseBatchRows(
  tx: BackupTransaction,
  { name, columns }: BackupTable,
): Promise<number> {
  const sizes = columns.map((column) => `coalesce(pg_column_size(${quoteName(column.name)}), 0)`);
  const { rows } = await tx.$client.query<{ bytes: number }>(
    `select coalesce(max(${sizes.join(" + ")}), 0)::int as bytes from ${quoteTable(name)}`,
  );
  return limitRows((rows[0]?.bytes ?? 0) * TEXT_GROWTH);
}

const limitRows = (charactersOfOne: number) =>
  Math.min(BATCH_ROWS, Math.max(1, Math.floor(BATCH_CHARACTERS / Math.max(1, charactersOfOne))));

/**
 * The lines of a table in batches: each row is a JSON array of its columns as text or null.
 */
export async function* readRows(
  tx: BackupTransaction,
  table: BackupTable,
): AsyncGenerator<string[]> {
  const select = await buildSelect(tx, table);
  let count = await chooseBatchRows(tx, table);
  await tx.$client.query(`declare backup_rows no scroll cursor for ${select}`);
  for (;;) {
    const { rows } = await tx.$client.query<(string | null)[]>({
      text: `fetch ${count} from backup_rows`,
      rowMode: "array",
    });
    const lines = rows.map((row) => JSON.stringify(row));
    if (lines.length > 0) yield lines;
    if (lines.length < count) break;
    count = Math.min(count, limitRows(Math.max(...lines.map(({ length }) => length))));
  }
  await tx.$client.query("close backup_rows");
}

/**
 * Inserts lines. The database parses them and casts each text to the column's type, so that no value
 * is converted in JavaScript.
 */
export async function insertRows(
  tx: BackupTransaction,
  { name, columns }: BackupTable,
  lines: string[],
): Promise<void> {
  const names = columns.map((column) => quoteName(column.name));
  const values = columns.map(({ type }, index) => `(line ->> ${index})::${type}`);
  await tx.$client.query(
    `insert into ${quoteTable(name)} (${names.join(", ")}) select ${values.join(", ")} from unnest($1::json[]) as line`,
    [lines],
  );
}

/** Keeps others from writing to the tables until the transaction ends. */
export async function lockTables(tx: BackupTransaction, tables: BackupTable[]): Promise<void> {
  await tx.$client.query(`lock table ${listTables(tables)} in exclusive mode`);
}

export async function hasRows(tx: BackupTransaction, tables: BackupTable[]): Promise<boolean> {
  const checks = tables.map(({ name }) => `exists (select from ${quoteTable(name)})`);
  const { rows } = await tx.$client.query<{ found: boolean }>(
    `select ${checks.join(" or ")} as found`,
  );
  return rows[0]?.found ?? false;
}

/** Empties all tables, including those that are not backed up; disables the triggers that forbid it. */
export async function truncateTables(tx: BackupTransaction, tables: BackupTable[]): Promise<void> {
  const names = [...tables.map(({ name }) => name), ...Object.keys(EXCLUDED_TABLES)];
  const triggers = await listTruncateTriggers.rows(tx, { tables: names });
  const alter = (trigger: (typeof triggers)[number], action: string) =>
    tx.$client.query(
      `alter table ${quoteTable(trigger.table)} ${action} trigger ${quoteName(trigger.name)}`,
    );
  for (const trigger of triggers) await alter(trigger, "disable");
  await tx.$client.query(`truncate ${names.map(quoteTable).join(", ")}`);
  for (const trigger of triggers) await alter(trigger, trigger.always ? "enable always" : "enable");
}

/** Updates the planner's statistics, which autovacuum would do only later. */
export async function analyzeTables(tx: BackupTransaction, tables: BackupTable[]): Promise<void> {
  await tx.$client.query(`analyze ${listTables(tables)}`);
}
