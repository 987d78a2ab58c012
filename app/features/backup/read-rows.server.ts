import { createHash } from "node:crypto";
import type pg from "pg";
import { ROWS_AT_ONCE } from "./constants.ts";
import { type BackupTable, selectAsText } from "./tables.server.ts";

/** One table of a backup: how many rows, and the sha256 of their lines. */
export type TableChecksums = { name: string; rows: number; sha256: string };

/** Counts lines and hashes them, each with its line end. */
export function createTableChecksum(name: string) {
  const hash = createHash("sha256");
  let rows = 0;
  return {
    add(line: string) {
      rows += 1;
      hash.update(line).update("\n");
    },
    figures: (): TableChecksums => ({ name, rows, sha256: hash.digest("hex") }),
  };
}

/**
 * Lines of a table, some at a time: each row is a JSON list of the texts of its columns, null for
 * null.
 */
export async function* readRows(tx: pg.PoolClient, table: BackupTable): AsyncGenerator<string[]> {
  await tx.query(`declare backup_rows no scroll cursor for ${await selectAsText(tx, table)}`);
  for (;;) {
    const { rows } = await tx.query<(string | null)[]>({
      text: `fetch ${ROWS_AT_ONCE} from backup_rows`,
      rowMode: "array",
    });
    if (rows.length > 0) yield rows.map((row) => JSON.stringify(row));
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await tx.query("close backup_rows");
}
