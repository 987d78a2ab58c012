import { randomBytes } from "node:crypto";
import { createWriteStream, existsSync, mkdirSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Database } from "#app/db/client.server.ts";
import {
  formatHeaderLine,
  formatManifestLine,
  formatTableLine,
  type Manifest,
  readBackup,
  writeLines,
} from "./backup-file.server.ts";
import { setTextFormat } from "./catalog.sql.ts";
import { createTableChecksum, type TableChecksum } from "./table-checksum.ts";
import { readRows } from "./table-sql.server.ts";
import { listBackupTables, readSchemaTag } from "./tables.server.ts";

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

export type BackupResult = { ok: true; manifest: Manifest } | { ok: false; reason: "exists" };

/**
 * Writes a snapshot of the database to a temporary file, verifies it, and renames it to its final
 * name. The site keeps running. Only the file's owner can read it, as it contains personal data.
 */
export async function writeBackup(
  db: Database,
  { path, now }: { path: string; now: Date },
): Promise<BackupResult> {
  if (existsSync(path)) return { ok: false, reason: "exists" };
  mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
  const temporary = `${path}.${randomBytes(4).toString("hex")}.part`;
  try {
    await writeLines(
      snapshotLines(db, now),
      createWriteStream(temporary, { mode: PRIVATE_FILE, flags: "wx" }),
    );
    await syncToDisk(temporary);
    const manifest = await readBackup(temporary);
    await rename(temporary, path);
    await syncToDisk(dirname(path));
    return { ok: true, manifest };
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * All lines of a backup, from one snapshot of the database. Does not use `withTransaction`, which
 * ends with its callback: this transaction must last until all lines are read.
 */
export async function* snapshotLines(db: Database, now: Date): AsyncGenerator<string[]> {
  const client = await db.$client.connect();
  const tx = { $client: client };
  let failed = true;
  try {
    await client.query("begin isolation level repeatable read read only");
    await setTextFormat.run(tx, {});
    const snapshot = { schema: await readSchemaTag(tx), createdAt: now.toISOString() };
    yield [formatHeaderLine(snapshot)];
    const tables: TableChecksum[] = [];
    for (const table of await listBackupTables(tx)) {
      yield [formatTableLine(table)];
      const checksum = createTableChecksum(table.name);
      for await (const lines of readRows(tx, table)) {
        for (const line of lines) checksum.add(line);
        yield lines;
      }
      tables.push(checksum.finish());
    }
    yield [formatManifestLine({ ...snapshot, tables })];
    await client.query("commit");
    failed = false;
  } finally {
    // If the transaction did not end, close the connection instead of returning it to the pool.
    client.release(failed);
  }
}
