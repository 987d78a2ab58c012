import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SqlConnection } from "#app/lib/sql-statement.server.ts";
import { findLatestMigration, listColumns, listForeignKeys } from "./catalog.sql.ts";
import { EXCLUDED_TABLES } from "./constants.ts";

export type BackupColumn = { name: string; type: string };
export type BackupTable = { name: string; columns: BackupColumn[] };

/** A process of a newer release has migrated the database. */
export class UnknownSchemaError extends Error {}

const MIGRATIONS_FOLDER = "drizzle";

/** The tag of the latest migration of the database, from drizzle/meta. */
export async function readSchemaTag(tx: SqlConnection): Promise<string> {
  const latest = await findLatestMigration.first(tx, {});
  const journal = JSON.parse(
    readFileSync(join(MIGRATIONS_FOLDER, "meta/_journal.json"), "utf8"),
  ) as { entries: { when: number; tag: string }[] };
  const entry = journal.entries.find(({ when }) => String(when) === latest?.at);
  if (!entry)
    throw new UnknownSchemaError("The database is at a migration that this program does not know.");
  return entry.tag;
}

/**
 * The tables of a backup with their columns, except generated ones. A table comes after those that
 * its foreign keys refer to.
 */
export async function listBackupTables(tx: SqlConnection): Promise<BackupTable[]> {
  const columns = await listColumns.rows(tx, {});
  const foreignKeys = await listForeignKeys.rows(tx, {});
  const byTable = Map.groupBy(
    columns.filter(({ table }) => !Object.hasOwn(EXCLUDED_TABLES, table)),
    ({ table }) => table,
  );
  return sortByForeignKeys([...byTable.keys()], foreignKeys).map((name) => ({
    name,
    columns: (byTable.get(name) ?? []).map((column) => ({ name: column.name, type: column.type })),
  }));
}

/** Sorts table names so that each comes after those it refers to. */
function sortByForeignKeys(
  names: string[],
  foreignKeys: { table: string; target: string }[],
): string[] {
  const sorted: string[] = [];
  const remaining = new Set(names);
  while (remaining.size > 0) {
    const ready = [...remaining].filter(
      (name) => !foreignKeys.some((key) => key.table === name && remaining.has(key.target)),
    );
    if (ready.length === 0)
      throw new Error(
        `The tables ${[...remaining].join(", ")} refer to each other in a circle; no order fits.`,
      );
    for (const name of ready) remaining.delete(name);
    sorted.push(...ready);
  }
  return sorted;
}
