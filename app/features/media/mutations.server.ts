import { and, eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { mediaImages } from "#app/db/tables/media.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { toStorableText } from "#app/lib/text.ts";
import { IMAGE_COLUMNS, listUses, toLibraryImage } from "./queries.server.ts";
import type { ImageUse, LibraryImage } from "./schema.ts";

const isPublished = (id: string) => and(eq(mediaImages.id, id), eq(mediaImages.state, "published"));

/**
 * Changes the name or description of an image; articles that show it keep theirs.
 * @returns null where the image was deleted
 */
export function changeImage(
  context: ActionContext,
  { id, name, alt }: { id: string; name: string; alt: string },
): Promise<LibraryImage | null> {
  return withTransaction(context.db, async (tx) => {
    const [image] = await tx
      .update(mediaImages)
      .set({ name: toStorableText(name), alt: toStorableText(alt) })
      .where(isPublished(id))
      .returning(IMAGE_COLUMNS);
    if (!image) return null;
    await recordAudit(tx, context, { action: "change-image", entity: "image", entityId: id });
    return toLibraryImage(image);
  });
}

export type DeleteResult =
  | { ok: true; key: string }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: "in-use"; uses: ImageUse[] };

/**
 * Removes an image that nothing shows from the library. The caller removes its files after the
 * commit: `removeImageFiles`.
 */
export function deleteImage(context: ActionContext, { id }: { id: string }): Promise<DeleteResult> {
  const { now } = context;
  return withTransaction(context.db, async (tx): Promise<DeleteResult> => {
    const [image] = await tx
      .select({ key: mediaImages.key })
      .from(mediaImages)
      .where(isPublished(id))
      .for("update");
    if (!image) return { ok: false, reason: "not-found" };
    const { key } = image;
    const uses = await listUses(tx, { key, now });
    if (uses.length > 0) return { ok: false, reason: "in-use", uses };
    await tx
      .update(mediaImages)
      .set({ state: "deleted", deletedAt: now })
      .where(eq(mediaImages.id, id));
    await recordAudit(tx, context, {
      action: "delete-image",
      entity: "image",
      entityId: id,
      changes: { key },
    });
    return { ok: true, key };
  });
}
