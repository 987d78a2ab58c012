import type { Database } from "#app/db/client.server.ts";

/**
 * The plan of a statement as the code builds it, in one text.
 * @param options.withSeqScan false: as if the table were too large to be read whole
 */
export async function explainQuery(
  db: Database,
  query: { toSQL: () => { sql: string; params: unknown[] } },
  { withSeqScan = true }: { withSeqScan?: boolean } = {},
): Promise<string> {
  const { sql: text, params } = query.toSQL();
  const client = await db.$client.connect();
  try {
    // Of this transaction alone: the connection goes back to the pool.
    await client.query("begin");
    if (!withSeqScan) await client.query("set local enable_seqscan = off");
    const { rows } = await client.query<Record<string, string>>(`explain ${text}`, params);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  } finally {
    await client.query("rollback");
    client.release();
  }
}
