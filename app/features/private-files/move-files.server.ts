import { and, asc, eq, getTableColumns, gt, isNotNull, isNull, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "#app/db/client.server.ts";
import { privateFiles } from "#app/db/tables/private-files.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { forEachConcurrently } from "#app/lib/for-each-concurrently.ts";
import { createMoveReport, type MoveOptions, type MoveReport } from "#app/lib/move-report.ts";
import { hashBytes } from "#app/lib/s3-client.server.ts";
import type { FileOwner } from "./file-owner.ts";
import type { PrivateStore } from "./private-store.server.ts";
import { dropFiles, type PrivateFile, publishFiles, writeFiles } from "./store-files.server.ts";

/** Of these, all bytes are in memory. */
const ROWS_PER_QUERY = 8;
const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

type MoveContext = { db: Database; store: PrivateStore; owner: FileOwner };
type Move = MoveContext & MoveOptions & { report: MoveReport };
/** `files`: what the row itself contains; null where that is nothing. */
type Row = { id: string; fileId: string | null; files: PrivateFile[] | null };

/**
 * Copies the files of one table between its rows and object storage, and compares each with what is read
 * back. It can be stopped and started again, also while files are added and deleted.
 */
export async function movePrivateFiles(
  context: MoveContext,
  options: MoveOptions,
): Promise<MoveReport> {
  const report = createMoveReport();
  const move = { ...context, ...options, report };
  const moveRow = options.to === "s3" ? moveToStore : moveToRow;
  for (let after: string | undefined = LOWEST_ID; after; ) {
    const rows: Row[] = await readRows(move, after);
    await forEachConcurrently(rows, ROWS_PER_QUERY, (row) => moveRow(move, row));
    after = rows.at(-1)?.id;
  }
  return report;
}

async function readRows({ db, owner, to }: Move, after: string): Promise<Row[]> {
  const { table, columns, contentType } = owner;
  const [anyColumn = table.id] = Object.values(columns);
  const isSource = to === "s3" ? isNotNull(anyColumn) : isNotNull(table.fileId);
  const fields: Record<string, PgColumn> = { id: table.id, fileId: table.fileId, ...columns };
  if (typeof contentType !== "string") fields.contentType = contentType;
  const rows: Record<string, unknown>[] = await db
    .select(fields)
    .from(table)
    .where(and(gt(table.id, after), isSource))
    .orderBy(asc(table.id))
    .limit(ROWS_PER_QUERY);
  return rows.map((row) => ({
    id: String(row.id),
    fileId: (row.fileId as string | null) ?? null,
    files: Object.keys(columns).every((name) => row[name])
      ? Object.keys(columns).map((name) => ({
          name,
          bytes: row[name] as Buffer,
          contentType: typeof contentType === "string" ? contentType : String(row.contentType),
        }))
      : null,
  }));
}

/** Changes a row if a condition still holds. @returns whether it did */
async function updateRow(
  db: Pick<Database, "update">,
  { owner, id, where, values }: { owner: FileOwner; id: string; where: SQL; values: object },
): Promise<boolean> {
  const { rowCount } = await db
    .update(owner.table)
    .set(values as Record<string, never>)
    .where(and(eq(owner.table.id, id), where));
  return rowCount === 1;
}

/** Values of the owner's columns, by the names that drizzle gives them. */
function buildValues(
  { table, columns }: FileOwner,
  getValue: (name: string) => Uint8Array | null,
): Record<string, unknown> {
  const properties = Object.entries(getTableColumns(table));
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => {
      const [property = ""] = properties.find(([, candidate]) => candidate === column) ?? [];
      return [property, getValue(name)];
    }),
  );
}

const fail = ({ report, owner, onProblem }: Move, { id }: Row, problem: string) => {
  report.failed += 1;
  onProblem(`The ${owner.label} ${id}: ${problem}`);
};
const countBytes = (files: readonly PrivateFile[]) =>
  files.reduce((sum, { bytes }) => sum + bytes.length, 0);

async function moveToStore(move: Move, row: Row): Promise<void> {
  const { db, owner, report, isDryRun, deletesSource } = move;
  const { id, files } = row;
  if (!files) return;
  const isPresent = row.fileId !== null && (await isStored(move, row.fileId, files));
  report[isPresent ? "present" : "copied"] += 1;
  if (!isPresent) report.bytes += countBytes(files);
  if (isDryRun) return;
  const fileId = isPresent ? row.fileId : await copyToStore(move, row, files);
  if (!fileId) {
    report.copied -= 1;
    report.bytes -= countBytes(files);
    return;
  }
  if (!deletesSource) return;
  const values = buildValues(owner, () => null);
  if (await updateRow(db, { owner, id, where: eq(owner.table.fileId, fileId), values }))
    report.deleted += 1;
}

/** @returns the id of the files; null where they could not be copied, or the row is gone */
async function copyToStore(move: Move, row: Row, files: PrivateFile[]): Promise<string | null> {
  const { db, store, owner } = move;
  const { id } = row;
  const fileId = await writeFiles({ db, store }, files);
  try {
    if (!(await isStored(move, fileId, files))) {
      fail(move, row, "what was read back differs from what was written.");
      return null;
    }
    return await withTransaction(db, async (tx) => {
      // Where it had damaged objects, a trigger has them removed.
      const { fileId: column } = owner.table;
      const where = row.fileId === null ? isNull(column) : eq(column, row.fileId);
      if (!(await updateRow(tx, { owner, id, where, values: { fileId } }))) return null;
      await publishFiles(tx, [fileId]);
      return fileId;
    });
  } finally {
    await dropFiles(db, [fileId]);
  }
}

async function isStored(
  { store }: Move,
  fileId: string,
  files: readonly PrivateFile[],
): Promise<boolean> {
  for (const { name, bytes } of files) {
    const copy = await readObject(store, `${fileId}/${name}`);
    if (!copy || hashBytes(copy) !== hashBytes(bytes)) return false;
  }
  return true;
}

async function readObject(store: PrivateStore, name: string): Promise<Uint8Array | null> {
  const object = await store.get(name);
  return object && new Response(object.open()).bytes();
}

async function moveToRow(move: Move, row: Row): Promise<void> {
  const { db, owner, report, isDryRun, deletesSource } = move;
  const { id, fileId } = row;
  if (!fileId) return;
  if (row.files && (await hasStoredChecksums(db, fileId, row.files))) report.present += 1;
  else if (!(await copyToRow(move, row, fileId))) return;
  if (isDryRun || !deletesSource) return;
  const [anyColumn = owner.table.id] = Object.values(owner.columns);
  const where = and(eq(owner.table.fileId, fileId), isNotNull(anyColumn)) as SQL;
  // A trigger marks the files, and the job removes them.
  if (await updateRow(db, { owner, id, where, values: { fileId: null } })) report.deleted += 1;
}

async function hasStoredChecksums(
  db: Database,
  fileId: string,
  files: readonly PrivateFile[],
): Promise<boolean> {
  const [stored] = await db
    .select({ checksums: privateFiles.checksums })
    .from(privateFiles)
    .where(eq(privateFiles.id, fileId));
  return files.every(({ name, bytes }) => stored?.checksums[name] === hashBytes(bytes));
}

/** @returns whether the row has its bytes now, or would have */
async function copyToRow(move: Move, row: Row, fileId: string): Promise<boolean> {
  const { db, store, owner, report, isDryRun } = move;
  const [stored] = await db
    .select({ checksums: privateFiles.checksums })
    .from(privateFiles)
    .where(eq(privateFiles.id, fileId));
  const contents = new Map<string, Uint8Array>();
  for (const name of Object.keys(owner.columns)) {
    const bytes = await readObject(store, `${fileId}/${name}`);
    if (!bytes || hashBytes(bytes) !== stored?.checksums[name]) {
      // Deleted in the meantime, it is not missing.
      if (stored) fail(move, row, `its object is ${bytes ? "damaged" : "missing"}.`);
      return false;
    }
    contents.set(name, bytes);
  }
  const values = buildValues(owner, (name) => contents.get(name) ?? null);
  const where = eq(owner.table.fileId, fileId);
  if (!isDryRun && !(await updateRow(db, { owner, id: row.id, where, values }))) return false;
  report.copied += 1;
  for (const bytes of contents.values()) report.bytes += bytes.length;
  return true;
}
