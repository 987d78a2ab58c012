import { randomBytes } from "node:crypto";
import { createWriteStream, existsSync, mkdirSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type pg from "pg";
import {
  formatHeadLine,
  formatManifestLine,
  formatTableLine,
  type Manifest,
  readBackup,
  writeLines,
} from "./backup-file.server.ts";
import { createTableChecksum, readRows, type TableChecksums } from "./read-rows.server.ts";
import { listBackupTables, readSchemaTag, setExactText } from "./tables.server.ts";

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

export type BackupResult = { ok: true; manifest: Manifest } | { ok: false; reason: "exists" };

/**
 * Writes everything of one moment into one file, reads the file again, and gives it its name only
 * then. The site goes on meanwhile. The file is readable for its owner alone: it holds people's
 * data.
 */
export async function writeBackup(
  pool: pg.Pool,
  { path, now }: { path: string; now: Date },
): Promise<BackupResult> {
  if (existsSync(path)) return { ok: false, reason: "exists" };
  mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
  const temporary = `${path}.${randomBytes(4).toString("hex")}.part`;
  try {
    await writeLines(
      snapshotLines(pool, now),
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

/** All lines of a backup, from one snapshot of the database. */
async function* snapshotLines(pool: pg.Pool, now: Date): AsyncGenerator<string[]> {
  const tx = await pool.connect();
  let failed = true;
  try {
    await tx.query("begin isolation level repeatable read read only");
    await setExactText(tx);
    const about = { schema: await readSchemaTag(tx), createdAt: now.toISOString() };
    yield [formatHeadLine(about)];
    const tables: TableChecksums[] = [];
    for (const table of await listBackupTables(tx)) {
      yield [formatTableLine(table)];
      const meter = createTableChecksum(table.name);
      for await (const lines of readRows(tx, table)) {
        for (const line of lines) meter.add(line);
        yield lines;
      }
      tables.push(meter.figures());
    }
    yield [formatManifestLine({ ...about, tables })];
    await tx.query("commit");
    failed = false;
  } finally {
    // A connection whose transaction did not end is not given back to the pool.
    tx.release(failed);
  }
}
