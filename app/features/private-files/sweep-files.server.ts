import { count, ne } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import { privateFiles } from "#app/db/tables/private-files.server.ts";
import { HOUR_MS } from "#app/lib/durations.ts";
import { isUuid } from "#app/lib/is-uuid.ts";
import { insertOrphanedFiles, listStoredFiles } from "./private-files.sql.ts";

type SweepContext = Pick<AppContext, "db" | "privateStore" | "log" | "now">;

/** Longer than any write takes, so that no row whose files are just being written counts as missing. */
const SETTLED_MS = HOUR_MS;
const ROWS_PER_QUERY = 1_000;
const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Compares private files with their rows. Files without a row (of a database that was restored from an
 * older backup) are removed a week later; rows without files are only counted.
 */
export async function sweepPrivateFiles(context: SweepContext): Promise<void> {
  const { db, privateStore, log, now } = context;
  if (!privateStore) return reportUnreachable(context);
  const settledBefore = new Date(now().getTime() - SETTLED_MS);
  // The folders before the rows: a write reserves its row before its folder exists.
  const folders = (await privateStore.listFolders()).filter(isUuid);
  let orphans = 0;
  for (let from = 0; from < folders.length; from += ROWS_PER_QUERY)
    orphans += await insertOrphanedFiles.run(db, {
      ids: folders.slice(from, from + ROWS_PER_QUERY),
    });
  if (orphans > 0)
    log.warn(
      { folders: orphans },
      "object storage holds photos or papers that the database does not name; they are removed in a week",
    );
  const missing = await countMissing(context, { folders: new Set(folders), before: settledBefore });
  if (missing > 0)
    log.error(
      { files: missing },
      "alarm: photos or papers of the database are not in object storage; restore the bucket, or find out who deletes there",
    );
}

async function countMissing(
  { db }: SweepContext,
  { folders, before }: { folders: ReadonlySet<string>; before: Date },
): Promise<number> {
  let missing = 0;
  for (let after: string | undefined = LOWEST_ID; after; ) {
    const rows: { id: string }[] = await listStoredFiles.rows(db, {
      after,
      before,
      limit: ROWS_PER_QUERY,
    });
    missing += rows.filter(({ id }) => !folders.has(id)).length;
    after = rows.length === ROWS_PER_QUERY ? rows.at(-1)?.id : undefined;
  }
  return missing;
}

async function reportUnreachable({ db, log }: SweepContext): Promise<void> {
  const [files] = await db
    .select({ count: count() })
    .from(privateFiles)
    .where(ne(privateFiles.state, "orphaned"));
  if (files && files.count > 0)
    log.error(
      { files: files.count },
      "alarm: photos or papers are in object storage, and the S3_ variables are not set, so they can be neither erased nor, without a copy, shown",
    );
}
