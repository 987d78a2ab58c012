import { getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "#app/db/transaction.server.ts";

export const BATCH_SIZE = 2_500;

/** `decidedAt` is `decided_at`. */
type SnakeCase<S> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : S;
/**
 * The names of a table's columns in the database. Columns of app/db/columns have a name that types
 * do not know: theirs is the one of the property.
 */
type ColumnName<T extends PgTable, Columns = T["_"]["columns"]> = {
  [K in keyof Columns]: Columns[K] extends { _: { name: infer Name } }
    ? string extends Name
      ? SnakeCase<K>
      : Name
    : never;
}[keyof Columns];
/** Rows whose fields are all columns of the table. */
type RowsOf<T extends PgTable, R> = keyof R extends ColumnName<T> ? readonly R[] : never;

/**
 * Inserts many rows with one statement: the database unpacks the JSON list by the types of the
 * table. Drizzle's builder is many times slower for thousands of rows, and a statement of its own
 * for each of the tables would only repeat their columns. All rows have the same fields, which are
 * columns of the table.
 */
export async function insertRows<T extends PgTable, R extends object>(
  tx: Transaction,
  table: T,
  rows: RowsOf<T, R>,
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
    .map((name) => `"${name}"`)
    .join(", ");
  if (columns === "") return;
  const name = getTableName(table);
  // The same seed and time give the same requests, whose consent records exist already.
  const onConflict = name === "consent_records" ? " on conflict do nothing" : "";
  await tx.$client.query(
    `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, $1::json)${onConflict}`,
    [JSON.stringify(rows)],
  );
}

/** Inserts rows in batches. @returns how many */
export async function insertAll<T extends PgTable, R extends object>(
  tx: Transaction,
  table: T,
  rows: RowsOf<T, R>,
): Promise<number> {
  for (let start = 0; start < rows.length; start += BATCH_SIZE)
    await insertRows<T, R>(
      tx,
      table,
      rows.slice(start, start + BATCH_SIZE) as readonly R[] as RowsOf<T, R>,
    );
  return rows.length;
}
