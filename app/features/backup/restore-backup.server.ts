import type pg from "pg";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { compareChecksums, type Manifest, readBackup } from "./backup-file.server.ts";
import { EXCLUDED_TABLES } from "./constants.ts";
import { createTableChecksum, readRows, type TableChecksums } from "./read-rows.server.ts";
import {
  type BackupTable,
  listBackupTables,
  quoteName,
  readSchemaTag,
  setExactText,
} from "./tables.server.ts";

const LOCK_WAIT = "10s";

export type RestoreResult =
  | { ok: true; manifest: Manifest }
  | { ok: false; reason: "not-empty" | "in-use" }
  | { ok: false; reason: "schema"; wanted: string; found: string };

/**
 * Puts the rows of a backup into an empty, migrated database, in one transaction that ends only
 * when every table, read back, has the rows and the checksum of the manifest. Plain inserts in the
 * order of the foreign keys: that needs no superuser, and the append-only triggers refuse changes,
 * not new rows.
 * @param options.replace empties the database first, in the same transaction; only the owner of the tables may
 */
export async function restoreBackup(
  pool: pg.Pool,
  options: { path: string; replace: boolean; now: Date },
): Promise<RestoreResult> {
  const { path, replace, now } = options;
  // The whole file is read before anything is touched.
  const manifest = await readBackup(path);
  try {
    return await inTransaction(pool, async (tx): Promise<RestoreResult> => {
      await setExactText(tx);
      const found = await readSchemaTag(tx);
      if (found !== manifest.schema)
        return { ok: false, reason: "schema", wanted: manifest.schema, found };
      const tables = await listBackupTables(tx);
      await lockTables(tx, tables);
      if (replace) await emptyTables(tx, tables);
      else if (await hasRows(tx, tables)) return { ok: false, reason: "not-empty" };
      await readBackup(path, {
        onTable: async (table) => checkTable(table, tables),
        onRows: (table, lines) => insertRows(tx, table, lines),
      });
      compareChecksums(manifest.tables, await readChecksums(tx, tables, manifest));
      // Without figures about the new rows the planner would search slowly until autovacuum comes
      // by.
      await tx.query(`analyze ${tables.map(({ name }) => `public.${quoteName(name)}`).join(", ")}`);
      await writeAudit(tx, {
        actor: "command-line",
        action: "restore-backup",
        entity: "database",
        changes: {
          backupOf: manifest.createdAt,
          schema: manifest.schema,
          tables: manifest.tables.length,
          replaced: replace,
        },
        now,
      });
      return { ok: true, manifest };
    });
  } catch (error) {
    if ((error as { code?: string }).code === "55P03") return { ok: false, reason: "in-use" };
    throw error;
  }
}

/** Nobody reads or writes half of a restore. */
async function lockTables(tx: pg.PoolClient, tables: BackupTable[]): Promise<void> {
  await tx.query(`set local lock_timeout = '${LOCK_WAIT}'`);
  await tx.query(
    `lock table ${tables.map(({ name }) => `public.${quoteName(name)}`).join(", ")} in exclusive mode`,
  );
}

async function hasRows(tx: pg.PoolClient, tables: BackupTable[]): Promise<boolean> {
  const { rows } = await tx.query<{ found: boolean }>(
    `select ${tables.map(({ name }) => `exists (select from public.${quoteName(name)})`).join(" or ")} as found`,
  );
  return rows[0]?.found ?? false;
}

/**
 * Empties all tables, also those that no backup holds; the triggers that refuse it rest for this
 * statement.
 */
async function emptyTables(tx: pg.PoolClient, tables: BackupTable[]): Promise<void> {
  const names = [...tables.map(({ name }) => name), ...Object.keys(EXCLUDED_TABLES)];
  const { rows: guards } = await tx.query<{ name: string; table: string; always: boolean }>(
    `select t.tgname as name, c.relname as table, t.tgenabled = 'A' as always from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and not t.tgisinternal and t.tgenabled in ('O', 'A') and t.tgtype & 32 <> 0`,
    [names],
  );
  const alter = (guard: (typeof guards)[number], what: string) =>
    tx.query(
      `alter table public.${quoteName(guard.table)} ${what} trigger ${quoteName(guard.name)}`,
    );
  for (const guard of guards) await alter(guard, "disable");
  await tx.query(`truncate ${names.map((name) => `public.${quoteName(name)}`).join(", ")}`);
  for (const guard of guards) await alter(guard, guard.always ? "enable always" : "enable");
}

/** The schema is the same by its tag; this names the table where somebody changed it by hand. */
function checkTable(table: BackupTable, tables: BackupTable[]): void {
  const known = tables.find(({ name }) => name === table.name);
  const columns = (of: BackupTable) =>
    of.columns.map(({ name, type }) => `${name} ${type}`).join(", ");
  if (!known || columns(known) !== columns(table))
    throw new Error(`The table ${table.name} of this database is not the one of the backup.`);
}

/**
 * The database takes the lines apart and casts each text to the column's type; nothing is converted
 * on the way.
 */
async function insertRows(
  tx: pg.PoolClient,
  { name, columns }: BackupTable,
  lines: string[],
): Promise<void> {
  const values = columns.map(({ type }, index) => `(line ->> ${index})::${type}`);
  await tx.query(
    `insert into public.${quoteName(name)} (${columns.map((column) => quoteName(column.name)).join(", ")}) select ${values.join(", ")} from unnest($1::json[]) as line`,
    [lines],
  );
}

/** What the database holds now, in the order of the manifest. */
async function readChecksums(
  tx: pg.PoolClient,
  tables: BackupTable[],
  manifest: Manifest,
): Promise<TableChecksums[]> {
  const figures: TableChecksums[] = [];
  for (const { name } of manifest.tables) {
    const table = tables.find((other) => other.name === name);
    if (!table) throw new Error(`The table ${name} of the backup does not exist here.`);
    const meter = createTableChecksum(name);
    for await (const lines of readRows(tx, table)) for (const line of lines) meter.add(line);
    figures.push(meter.figures());
  }
  return figures;
}
