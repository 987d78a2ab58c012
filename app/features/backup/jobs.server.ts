import type { JobContext } from "#app/app-context.ts";
import { closeDatabase, createDatabase } from "#app/db/client.server.ts";
import { type Job, NIGHTLY_EVERY_MS } from "#app/lib/job.ts";
import { type BackupStore, openBackupStore } from "./backup-store.server.ts";
import { type BackupRun, runBackup } from "./run-backup.server.ts";
import { isBackupDue } from "./runs.server.ts";

/** A lock, a snapshot, and a connection for short statements. */
const OWNER_CONNECTIONS = 3;

type NightlyContext = Pick<JobContext, "db" | "env" | "log" | "now" | "ownerUrl" | "settings">;

/**
 * Backs up to object storage, once a night, on one instance. Connects as the owner of the tables only
 * while a backup is due: the application may not read everything, and creates no databases.
 * @returns null if it is not due, or another instance is writing one
 */
export async function backUpNightly(
  context: NightlyContext & { store: BackupStore },
  signal?: AbortSignal,
): Promise<BackupRun | null> {
  const { db, env, log, now, settings, store } = context;
  const isDue = async () =>
    isBackupDue(db, { now: now(), timeZone: (await settings.get()).timeZone });
  if (!(await isDue())) return null;
  const ownerUrl = context.ownerUrl();
  const owner = createDatabase({
    url: ownerUrl,
    max: OWNER_CONNECTIONS,
    onError: (error) => log.warn({ err: error }, "an idle connection of the backup was lost"),
  });
  try {
    return await runBackup(
      { owner, ownerUrl, store, dataDir: env.DATA_DIR, now, log, signal },
      { trigger: "night", isDue },
    );
  } finally {
    await closeDatabase(owner);
  }
}

/** Nothing without object storage and BACKUP_KEY. */
export function backupJobs(context: JobContext): Job[] {
  const store = openBackupStore(context.env);
  if (!store) return [];
  return [
    {
      id: "back-up",
      everyMs: NIGHTLY_EVERY_MS,
      run: (signal) => backUpNightly({ ...context, store }, signal),
    },
  ];
}
