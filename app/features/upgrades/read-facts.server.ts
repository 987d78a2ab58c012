import { globSync, readFileSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Database } from "#app/db/client.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { getBackupState } from "#app/features/backup/runs.server.ts";
import type { DatabaseFacts, MachineFacts } from "./facts.ts";
import { readChangelog } from "./read-changelog.ts";
import { findLastStart, readManifest, readRelease } from "./releases.server.ts";
import { describeServer, listAppliedMigrations, setReadOnly } from "./upgrades.sql.ts";

type Journal = { entries: { when: number; tag: string }[] };

/** What this release and this machine are like. Reads files alone. */
export async function readMachineFacts(dataDir: string): Promise<MachineFacts> {
  const { entries } = JSON.parse(readFileSync("drizzle/meta/_journal.json", "utf8")) as Journal;
  return {
    release: readRelease(),
    nodeVersion: process.versions.node,
    nodeRange: readManifest().engines.node,
    migrations: entries.map(({ when, tag }) => ({ at: String(when), tag })),
    changelog: readChangelog(readFileSync("CHANGELOG.md", "utf8")),
    freeBytes: await readFreeBytes(resolve(dataDir)),
    newestFileAt: findNewestFile(dataDir),
  };
}

/** Free space where a folder is, or will be. */
async function readFreeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return readFreeBytes(dirname(folder));
  }
}

/** When the newest backup of `npm run backup` was written to its usual folder. */
function findNewestFile(dataDir: string): Date | null {
  const times = globSync("backups/*.jsonl.gz", { cwd: dataDir }).map((file) =>
    statSync(join(dataDir, file)).mtime.getTime(),
  );
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

/** What the database is like. Changes nothing: its transaction may only read. */
export const readDatabaseFacts = (db: Database): Promise<DatabaseFacts> =>
  withTransaction(db, async (tx) => {
    await setReadOnly.run(tx, {});
    const server = await describeServer.first(tx, {});
    if (!server) throw new Error("The database does not describe itself.");
    const { version, isStandby, bytes, hasMigrations, hasReleases, hasBackups } = server;
    return {
      version,
      isStandby,
      bytes: Number(bytes),
      applied: hasMigrations ? await listApplied(tx) : [],
      lastStart: hasReleases ? await findLastStart(tx) : null,
      newestStoredAt: hasBackups ? ((await getBackupState(tx)).verified?.startedAt ?? null) : null,
    };
  });

const listApplied = async (tx: Transaction) =>
  (await listAppliedMigrations.rows(tx, {})).flatMap(({ at }) => at ?? []);
