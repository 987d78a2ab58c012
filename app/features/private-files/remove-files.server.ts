import { and, eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import { privateFiles } from "#app/db/tables/private-files.server.ts";
import { claimRemovableFiles } from "./private-files.sql.ts";

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
      if (!(await privateStore.deleteFolder(id)))
        log.error(
          { file: id },
          "alarm: the bucket keeps versions of deleted objects, so erased photos and papers are still in it; see Object storage in docs/operations.md",
        );
      await db
        .delete(privateFiles)
        .where(and(eq(privateFiles.id, id), eq(privateFiles.state, "deleted")));
      removed += 1;
    }
    if (claimed.length < BATCH) return removed;
  }
}
