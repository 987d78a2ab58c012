import { randomUUIDv7 } from "node:crypto";
import { inArray } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import { mediaImages } from "#app/db/tables/media.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import type { Job } from "#app/lib/job.ts";
import { countMissingImages } from "./count-missing.server.ts";
import { listRemovableKeys } from "./image-leases.server.ts";
import { readImageFolder } from "./image-versions.ts";
import { removeImageFiles } from "./remove-images.server.ts";

type MediaContext = Pick<AppContext, "db" | "images" | "log" | "now">;

export const mediaJobs = (context: MediaContext): Job[] => [
  { id: "remove-images", everyMs: MINUTE_MS, run: (signal) => removeImages(context, signal) },
  {
    id: "find-orphaned-files",
    everyMs: 6 * HOUR_MS,
    run: () => findOrphanedFiles(context),
  },
];

/** Longer than any upload, by far. */
const UNFINISHED_MS = DAY_MS;
/** Longer than any upload: younger images may have been published after their folders were listed. */
const SETTLED_MS = HOUR_MS;
const FOLDERS_PER_QUERY = 500;

/**
 * Removes files and rows of deleted images and of uploads that were interrupted. Safe in several
 * processes at once: each image is claimed first.
 */
export async function removeImages(
  { db, images, log }: Omit<MediaContext, "now">,
  signal?: AbortSignal,
): Promise<void> {
  for (const key of await listRemovableKeys(db)) {
    if (signal?.aborted) return;
    await removeImageFiles(db, images, key).catch((error: unknown) =>
      log.error({ err: error, key }, "files of an image could not be removed; tried again"),
    );
  }
}

/**
 * Creates rows in the state `orphaned` for files without a row, which `removeImages` removes a week
 * later. The row prevents a conflict between the removal and an upload of the same file. Images without
 * files are only counted.
 */
export async function findOrphanedFiles({ db, images, log, now }: MediaContext): Promise<void> {
  const startedAt = now();
  await images.deleteUnfinished(new Date(startedAt.getTime() - UNFINISHED_MS));
  // List the folders before the rows: an upload reserves its row before its folder exists.
  const folders = await images.listFolders();
  for (let from = 0; from < folders.length; from += FOLDERS_PER_QUERY) {
    const found = folders
      .slice(from, from + FOLDERS_PER_QUERY)
      .flatMap((name) => readImageFolder(name) ?? []);
    const keys = found.map(({ key }) => key);
    const rows = await db
      .select({ key: mediaImages.key })
      .from(mediaImages)
      .where(inArray(mediaImages.key, keys));
    const known = new Set(rows.map(({ key }) => key));
    const orphans = found.filter(({ key }) => !known.has(key));
    if (orphans.length === 0) continue;
    await db
      .insert(mediaImages)
      .values(
        orphans.map((image) => ({
          ...image,
          id: randomUUIDv7(),
          state: "orphaned" as const,
          name: image.key,
          bytes: 0,
          createdAt: startedAt,
        })),
      )
      .onConflictDoNothing({ target: mediaImages.key });
    log.warn(
      { images: orphans.length },
      "the store holds files of images that the database does not name; they are removed in a week",
    );
  }
  const before = new Date(startedAt.getTime() - SETTLED_MS);
  const missing = await countMissingImages(db, { folders: new Set(folders), before });
  if (missing > 0)
    log.error(
      { images: missing },
      "alarm: images of the media library have no files; copy them back, or run npm run files:move if they are elsewhere",
    );
}
