import { and, asc, eq, gt, lt } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { mediaImages } from "#app/db/tables/media.server.ts";
import { getImageFolder, type StoredImage } from "./image-versions.ts";

const ROWS_PER_QUERY = 1_000;

/** How many images that were published before a time have no folder among these. */
export async function countMissingImages(
  db: Database,
  { folders, before }: { folders: ReadonlySet<string>; before: Date },
): Promise<number> {
  const { key, width, height, state, createdAt } = mediaImages;
  let missing = 0;
  for (let after: string | undefined = ""; after !== undefined; ) {
    const images: StoredImage[] = await db
      .select({ key, width, height })
      .from(mediaImages)
      .where(and(gt(key, after), eq(state, "published"), lt(createdAt, before)))
      .orderBy(asc(key))
      .limit(ROWS_PER_QUERY);
    missing += images.filter((image) => !folders.has(getImageFolder(image))).length;
    after = images.at(-1)?.key;
  }
  return missing;
}
