import { and, eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import { privateFiles } from "#app/db/tables/private-files.server.ts";
import { S3Error } from "#app/lib/s3-error.ts";
import { claimRemovableFiles } from "./private-files.sql.ts";
import type { PrivateStore } from "./private-store.server.ts";

type FilesContext = Pick<AppContext, "db" | "privateStore" | "log">;

const BATCH = 20;

/**
 * Removes the files of deleted photos and papers, and of writes that ended without a result, then their
 * rows. Safe in several processes at once: each row is claimed first. The row stays until its files are
 * gone; while the storage does not respond, the next run tries again.
 * @returns how many rows are done
 */
export async function removePrivateFiles(
  { db, privateStore, log }: FilesContext,
  signal?: AbortSignal,
): Promise<number> {
  if (!privateStore) return 0;
  let removed = 0;
  for (;;) {
    const claimed = await claimRemovableFiles.rows(db, { limit: BATCH });
    for (const { id } of claimed) {
      if (signal?.aborted) return removed;
      if (await removeFolder({ privateStore, log }, id)) {
        await db
          .delete(privateFiles)
          .where(and(eq(privateFiles.id, id), eq(privateFiles.state, "deleted")));
        removed += 1;
      }
    }
    if (claimed.length < BATCH) return removed;
  }
}

/**
 * @returns false where these files alone could not be removed, so that they do not keep others waiting
 * @throws S3Error where nothing could be removed now
 */
async function removeFolder(
  { privateStore, log }: { privateStore: PrivateStore; log: FilesContext["log"] },
  id: string,
): Promise<boolean> {
  try {
    if (!(await privateStore.deleteFolder(id)))
      log.error(
        { file: id },
        "alarm: the bucket keeps versions of deleted objects, so erased photos and papers are still in it; see Object storage in docs/operations.md",
      );
    return true;
  } catch (error) {
    if (error instanceof S3Error && error.isTransient) throw error;
    log.error({ err: error, file: id }, "private files could not be removed; tried again");
    return false;
  }
}
