import type pg from "pg";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import { storableText } from "#app/lib/text.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { IMAGE_COLUMNS, listUses } from "./queries.server.ts";
import type { ImageUse, LibraryImage } from "./schema.ts";

type By = { id: string; actorId: string; requestId: string; now: Date };

/**
 * Gives a picture another name or description; articles that show it keep theirs. Null where it is
 * gone.
 */
export function changeImage(
  pool: pg.Pool,
  { id, name, alt, ...by }: By & { name: string; alt: string },
): Promise<LibraryImage | null> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<LibraryImage>(
      `update media_images set name = $2, alt = $3 where id = $1 and state = 'published' returning ${IMAGE_COLUMNS}`,
      [id, storableText(name), storableText(alt)],
    );
    const [image] = rows;
    if (!image) return null;
    await writeAudit(tx, {
      actor: by.actorId,
      action: "change-image",
      entity: "image",
      entityId: id,
      requestId: by.requestId,
      now: by.now,
    });
    return image;
  });
}

export type DeleteResult =
  | { ok: true; key: string }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: "in-use"; uses: ImageUse[] };

/**
 * Takes an image that nothing shows out of the library. The files go after the commit:
 * `removeImageFiles`.
 */
export function deleteImage(pool: pg.Pool, { id, ...by }: By): Promise<DeleteResult> {
  return inTransaction(pool, async (tx): Promise<DeleteResult> => {
    const { rows } = await tx.query<{ key: string }>(
      "select key from media_images where id = $1 and state = 'published' for update",
      [id],
    );
    const [image] = rows;
    if (!image) return { ok: false, reason: "not-found" };
    const uses = await listUses(tx, { key: image.key, now: by.now });
    if (uses.length > 0) return { ok: false, reason: "in-use", uses };
    await tx.query("update media_images set state = 'deleted', deleted_at = $2 where id = $1", [
      id,
      by.now,
    ]);
    await writeAudit(tx, {
      actor: by.actorId,
      action: "delete-image",
      entity: "image",
      entityId: id,
      changes: { key: image.key },
      requestId: by.requestId,
      now: by.now,
    });
    return { ok: true, key: image.key };
  });
}
