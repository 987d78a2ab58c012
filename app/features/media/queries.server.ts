import { and, eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { mediaImages } from "#app/db/tables/media.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { RESTORE_DAYS } from "#app/features/settings/retention.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { IMAGES_PER_PAGE } from "./constants.ts";
import { listImageUses, searchImages } from "./queries.sql.ts";
import type { ImageList, ImageUse, LibraryImage } from "./schema.ts";

/** The columns of an image that staff see; `toLibraryImage` converts them to JSON. */
export const IMAGE_COLUMNS = {
  id: mediaImages.id,
  key: mediaImages.key,
  name: mediaImages.name,
  alt: mediaImages.alt,
  width: mediaImages.width,
  height: mediaImages.height,
  bytes: mediaImages.bytes,
  createdAt: mediaImages.createdAt,
};

type ImageRow = Omit<LibraryImage, "createdAt"> & { createdAt: Date };

export const toLibraryImage = ({ createdAt, ...image }: ImageRow): LibraryImage => ({
  ...image,
  createdAt: createdAt.toISOString(),
});

type ListOptions = { q: string; after: { createdAt: string; id: string } | null };

/** Images whose name or description contains a text, newest first, after a cursor. */
export async function listImages(db: Database, { q, after }: ListOptions): Promise<ImageList> {
  const rows = await searchImages.rows(db, {
    pattern: q.replace(/[\\%_]/g, "\\$&"),
    afterTime: after ? new Date(after.createdAt) : null,
    afterId: after?.id ?? null,
    limit: IMAGES_PER_PAGE + 1,
  });
  const images = rows.slice(0, IMAGES_PER_PAGE).map(toLibraryImage);
  return { images, hasMore: rows.length > IMAGES_PER_PAGE };
}

/** The published image of a key, or null. */
export async function getPublishedImage(db: Database, key: string): Promise<LibraryImage | null> {
  const [image] = await db
    .select(IMAGE_COLUMNS)
    .from(mediaImages)
    .where(and(eq(mediaImages.key, key), eq(mediaImages.state, "published")));
  return image ? toLibraryImage(image) : null;
}

/** Articles and drafts that show an image, including deleted ones that can still be restored. */
export const listUses = (
  tx: Transaction,
  { key, now }: { key: string; now: Date },
): Promise<ImageUse[]> =>
  listImageUses.rows(tx, {
    url: `/media/${key}-`,
    deletedSince: new Date(now.getTime() - RESTORE_DAYS * DAY_MS),
  });
