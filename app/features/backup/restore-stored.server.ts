import type { ActionContext } from "#app/db/action-context.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { withSessionLock } from "#app/lib/session-lock.server.ts";
import { type BackupStore, readBackupTime } from "./backup-store.server.ts";
import { type RestoreResult, restoreBackup } from "./restore-backup.server.ts";
import { withDownload } from "./run-backup.server.ts";

type StoredRestoreResult =
  | (RestoreResult & { name: string })
  /** `none`: no verified backup, or no name of one; `busy`: a backup is being written. */
  | { ok: false; reason: "none" | "busy" };

/**
 * Restores a backup from object storage.
 * @param input.name the newest verified one without it
 */
export async function restoreStored(
  context: ActionContext & { store: BackupStore; dataDir: string },
  { name, replace }: { name?: string; replace: boolean },
): Promise<StoredRestoreResult> {
  const { db, store } = context;
  const result = await withSessionLock(db, ADVISORY_LOCKS.backUp, async () => {
    const chosen = name ?? (await store.listStored()).find(({ isVerified }) => isVerified)?.name;
    if (!chosen || !readBackupTime(chosen)) return { ok: false, reason: "none" } as const;
    return withDownload(context, chosen, async (source) => ({
      name: chosen,
      ...(await restoreBackup(context, { source, replace })),
    }));
  });
  return result ?? { ok: false, reason: "busy" };
}
