import type pg from "pg";

export type Row = Record<string, unknown>;

/**
 * Many rows with one statement: the database unpacks the list by the types of the table. All rows
 * have the same fields.
 */
export async function insertRows(tx: pg.PoolClient, table: string, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
    .map((name) => `"${name}"`)
    .join(", ");
  if (columns === "") return;
  // The same seed at the same moment makes the same requests, whose records stand already.
  const onConflict = table === "consent_records" ? " on conflict do nothing" : "";
  await tx.query(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json)${onConflict}`,
    [JSON.stringify(rows)],
  );
}
