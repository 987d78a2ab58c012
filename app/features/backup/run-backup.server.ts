import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, globSync, mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Database } from "#app/db/client.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { getSqlState, isDatabaseDown } from "#app/lib/errors.server.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { S3Error } from "#app/lib/s3-error.ts";
import { withSessionLock } from "#app/lib/session-lock.server.ts";
import {
  BackupDamageError,
  type BackupSource,
  readBackup,
  writeLines,
} from "./backup-file.server.ts";
import { type BackupStore, buildBackupName } from "./backup-store.server.ts";
import { chooseExpired } from "./choose-expired.ts";
import { restoreBackup } from "./restore-backup.server.ts";
import {
  type BackupCheck,
  type BackupOutcome,
  type BackupTrigger,
  endRun,
  STOPPED,
  startRun,
} from "./runs.server.ts";
import { withScratchDatabase } from "./scratch-database.server.ts";
import { UnknownSchemaError } from "./tables.server.ts";
import { snapshotLines } from "./write-backup.server.ts";

const ACTOR = "backup-check";
const DISK_FULL = "53100";
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

export type BackupContext = {
  /** Connections of the owner of the tables, past any pooler, without limits for statements. */
  owner: Database;
  ownerUrl: string;
  store: BackupStore;
  dataDir: string;
  now: () => Date;
  log: Pick<Logger, "error" | "warn">;
  signal?: AbortSignal;
};
export type BackupRun = BackupOutcome & { name: string };

/**
 * Writes an encrypted backup to object storage, downloads it again, restores it into a scratch
 * database, and deletes backups that are not needed any more. The site keeps running. Each run is
 * recorded, also where it fails.
 * @param options.isDue asked once no other process can begin one
 * @returns null if it is not due, or another process is writing one
 */
export async function runBackup(
  context: BackupContext,
  options: { trigger: BackupTrigger; isDue?: () => Promise<boolean> },
): Promise<BackupRun | null> {
  const { owner, now } = context;
  return withSessionLock(owner, ADVISORY_LOCKS.backUp, async () => {
    if (options.isDue && !(await options.isDue())) return null;
    const name = buildBackupName(now(), randomBytes(4).toString("hex"));
    const id = await startRun(owner, { now: now(), trigger: options.trigger, name });
    const outcome = await tryBackup(context, name);
    await endRun(owner, id, { ...outcome, endedAt: now() });
    if (outcome.state === "ok") await removeExpired(context);
    return { name, ...outcome };
  });
}

async function tryBackup(context: BackupContext, name: string): Promise<BackupOutcome> {
  const { owner, store, now, log, signal } = context;
  try {
    await removeLeftovers(context);
    let bytes = 0;
    const upload = async (plain: AsyncIterable<Uint8Array>) => {
      bytes = await store.write(name, plain);
    };
    await writeLines(snapshotLines(owner, now()), upload, signal);
    const { rows, verifiedBy, schema } = await withDownload(context, name, (source) =>
      verifyBackup(context, source),
    );
    await store.markVerified(name, { verifiedBy, rows, bytes, schema });
    return { state: "ok", verifiedBy, bytes, rows };
  } catch (error) {
    const reason = signal?.aborted ? STOPPED : findReason(error);
    if (reason !== STOPPED)
      log.error({ err: error, reason }, "alarm: the backup to object storage failed");
    return { state: "failed", reason };
  }
}

/** A code for the record and the mail, without personal data. */
function findReason(error: unknown): string {
  if (error instanceof S3Error) return "storage";
  if (error instanceof BackupDamageError) return "damaged";
  if (error instanceof UnknownSchemaError) return "schema";
  if ((error as NodeJS.ErrnoException).code === "ENOSPC" || getSqlState(error) === DISK_FULL)
    return "no-space";
  return isDatabaseDown(error) ? "database-down" : "error";
}

/**
 * Downloads a backup into a temporary file, still encrypted, so that it can be read more than once.
 * @param work gets the decrypted bytes of that file
 */
export async function withDownload<T>(
  { store, dataDir, signal }: Pick<BackupContext, "store" | "dataDir" | "signal">,
  name: string,
  work: (source: BackupSource) => Promise<T>,
): Promise<T> {
  const folder = join(dataDir, "backups");
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const file = join(folder, `${name}.encrypted`);
  try {
    await pipeline(store.read(name), createWriteStream(file, { mode: PRIVATE_FILE }), { signal });
    return await work(() => store.decrypt(name, createReadStream(file, { signal })));
  } finally {
    await rm(file, { force: true });
  }
}

type Verified = { rows: number; schema: string; verifiedBy: BackupCheck };

/** Restores a backup into a scratch database; reads it where the server allows none. */
async function verifyBackup(context: BackupContext, source: BackupSource): Promise<Verified> {
  const restored = await withScratchDatabase(context, async (scratch) => {
    const target = { db: scratch, actor: ACTOR, now: context.now() };
    const result = await restoreBackup(target, { source, replace: false });
    if (!result.ok) throw new BackupDamageError(`The backup cannot be restored: ${result.reason}.`);
    return result.manifest;
  });
  const { tables, schema } = restored?.result ?? (await readBackup(source));
  return {
    rows: tables.reduce((sum, table) => sum + table.rows, 0),
    schema,
    verifiedBy: restored ? "restoring" : "reading",
  };
}

/** Removes what interrupted runs have left, here and in the storage. */
async function removeLeftovers({ store, dataDir, log }: BackupContext): Promise<void> {
  const folder = join(dataDir, "backups");
  for (const file of globSync("*.encrypted", { cwd: folder }))
    await rm(join(folder, file), { force: true });
  const stored = await store.listStored();
  await removeAll(
    { store, log },
    stored.filter(({ isVerified }) => !isVerified),
  );
}

/** Failing to delete does not make the backup a bad one: the next run tries again. */
async function removeExpired({ store, log }: BackupContext): Promise<void> {
  try {
    const stored = await store.listStored();
    await removeAll({ store, log }, chooseExpired(stored.filter(({ isVerified }) => isVerified)));
  } catch (error) {
    log.warn({ err: error }, "old backups could not be deleted; the next run tries again");
  }
}

async function removeAll(
  { store, log }: Pick<BackupContext, "store" | "log">,
  backups: { name: string }[],
): Promise<void> {
  const gone: boolean[] = [];
  for (const { name } of backups) gone.push(await store.remove(name));
  if (gone.includes(false))
    log.error("alarm: the bucket keeps versions of deleted backups: turn versions off");
}
