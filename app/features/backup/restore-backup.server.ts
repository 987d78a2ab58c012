import type { ActionContext } from "#app/db/action-context.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { getSqlState } from "#app/lib/errors.server.ts";
import {
  type BackupSource,
  compareChecksums,
  type Manifest,
  readBackup,
} from "./backup-file.server.ts";
import { deferConstraints, setLockTimeout, setRestoring, setTextFormat } from "./catalog.sql.ts";
import { createTableChecksum, type TableChecksum } from "./table-checksum.ts";
import {
  analyzeTables,
  type BackupTransaction,
  hasRows,
  insertRows,
  lockTables,
  readRows,
  truncateTables,
} from "./table-sql.server.ts";
import { type BackupTable, listBackupTables, readSchemaTag } from "./tables.server.ts";

const LOCK_NOT_AVAILABLE = "55P03";
const LOCK_WAIT = "10s";

export type RestoreResult =
  | { ok: true; manifest: Manifest }
  | { ok: false; reason: "not-empty" | "in-use" }
  | { ok: false; reason: "schema"; expected: string; found: string };

/**
 * Inserts the rows of a backup into an empty, migrated database. The transaction commits only if
 * every table, read back, has the rows and the checksum of the manifest. Inserts in the order of the
 * foreign keys need no superuser, and the append-only triggers allow them.
 * @param input.source is read twice
 * @param input.replace empties the database first, in the same transaction; requires the owner of
 * the tables
 */
export async function restoreBackup(
  context: ActionContext,
  { source, replace }: { source: BackupSource; replace: boolean },
): Promise<RestoreResult> {
  // Reads the whole file before anything changes.
  const manifest = await readBackup(source);
  try {
    return await withTransaction(context.db, async (tx): Promise<RestoreResult> => {
      await setTextFormat.run(tx, {});
      await setRestoring.run(tx, {});
      await deferConstraints.run(tx, {});
      const found = await readSchemaTag(tx);
      if (found !== manifest.schema)
        return { ok: false, reason: "schema", expected: manifest.schema, found };
      const tables = await listBackupTables(tx);
      await setLockTimeout.run(tx, { wait: LOCK_WAIT });
      await lockTables(tx, tables);
      if (replace) await truncateTables(tx, tables);
      else if (await hasRows(tx, tables)) return { ok: false, reason: "not-empty" };
      await readBackup(source, {
        onTable: async (table) => checkTable(table, tables),
        onRows: (table, lines) => insertRows(tx, table, lines),
      });
      compareChecksums(manifest.tables, await readChecksums(tx, tables, manifest));
      await analyzeTables(tx, tables);
      await recordAudit(tx, context, {
        action: "restore-backup",
        entity: "database",
        changes: {
          backupOf: manifest.createdAt,
          schema: manifest.schema,
          tables: manifest.tables.length,
          replaced: replace,
        },
      });
      return { ok: true, manifest };
    });
  } catch (error) {
    if (getSqlState(error) === LOCK_NOT_AVAILABLE) return { ok: false, reason: "in-use" };
    throw error;
  }
}

/** Both schemas have the same tag; this names a table that somebody changed by hand. */
function checkTable(table: BackupTable, tables: BackupTable[]): void {
  const known = tables.find(({ name }) => name === table.name);
  const columns = (of: BackupTable) =>
    of.columns.map(({ name, type }) => `${name} ${type}`).join(", ");
  if (!known || columns(known) !== columns(table))
    throw new Error(`The table ${table.name} of this database is not the one of the backup.`);
}

/** Checksums of the tables in the database now, in the order of the manifest. */
async function readChecksums(
  tx: BackupTransaction,
  tables: BackupTable[],
  manifest: Manifest,
): Promise<TableChecksum[]> {
  const checksums: TableChecksum[] = [];
  for (const { name } of manifest.tables) {
    const table = tables.find((other) => other.name === name);
    if (!table) throw new Error(`The table ${name} of the backup does not exist here.`);
    const checksum = createTableChecksum(name);
    for await (const lines of readRows(tx, table)) for (const line of lines) checksum.add(line);
    checksums.push(checksum.finish());
  }
  return checksums;
}
