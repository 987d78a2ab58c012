import { createHash, randomUUIDv7 } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { requestPhotos } from "#app/db/tables/customer-page.server.ts";
import { requestEvents } from "#app/db/tables/requests.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import type { PhotoEvent } from "#app/features/requests/constants.ts";
import { CUSTOMER_ACTOR } from "#app/features/requests/customer/constants.ts";
import { MAX_PHOTOS } from "./constants.ts";
import { lockAcceptance } from "./queries.server.ts";
import type { SanitizedPhoto } from "./sanitize-photo.server.ts";

type CustomerContext = Omit<ActionContext, "actor">;
type Added =
  | {
      ok: true /** How many of the photos, from the first on, the request has now. */;
      kept: number;
    }
  | { ok: false; reason: "closed" };

/**
 * Adds photos to a request until it has five. A photo that it already has counts as kept, so that
 * a form that is sent twice changes nothing.
 */
export async function addPhotos(
  context: CustomerContext,
  { requestId, photos }: { requestId: string; photos: readonly SanitizedPhoto[] },
): Promise<Added> {
  const hashed = photos.map((photo) => ({ photo, hash: hashImage(photo.image) }));
  return withTransaction(context.db, async (tx): Promise<Added> => {
    if (!(await lockAcceptance(tx, requestId))) return { ok: false, reason: "closed" };
    const stored = await tx
      .select({ hash: sql<string>`encode(sha256(${requestPhotos.image}), 'hex')` })
      .from(requestPhotos)
      .where(eq(requestPhotos.requestId, requestId));
    const hashes = new Set(stored.map(({ hash }) => hash));
    const added: SanitizedPhoto[] = [];
    let kept = 0;
    for (const { photo, hash } of hashed) {
      if (!hashes.has(hash)) {
        if (hashes.size >= MAX_PHOTOS) break;
        hashes.add(hash);
        added.push(photo);
      }
      kept += 1;
    }
    if (added.length === 0) return { ok: true, kept };
    await tx.insert(requestPhotos).values(
      added.map((photo, index) => ({
        ...photo,
        id: randomUUIDv7(),
        requestId,
        // A millisecond apart, so that they are listed in the order of the form.
        createdAt: new Date(context.now.getTime() + index),
      })),
    );
    await recordPhotoEvent(tx, context, { requestId, kind: "photo-added", count: added.length });
    return { ok: true, kept };
  });
}

/** Removes a photo of a request, also of a closed one. @returns whether the request had it */
export async function removePhoto(
  context: CustomerContext,
  { requestId, photoId }: { requestId: string; photoId: string },
): Promise<boolean> {
  if (!z.uuid().safeParse(photoId).success) return false;
  return withTransaction(context.db, async (tx) => {
    const { rowCount } = await tx
      .delete(requestPhotos)
      .where(and(eq(requestPhotos.id, photoId), eq(requestPhotos.requestId, requestId)));
    if (!rowCount) return false;
    await recordPhotoEvent(tx, context, { requestId, kind: "photo-removed", count: 1 });
    return true;
  });
}

/** Adds an event to the request's timeline and a row to the audit log. */
async function recordPhotoEvent(
  tx: Transaction,
  context: CustomerContext,
  { requestId, kind, count }: { requestId: string; kind: PhotoEvent; count: number },
): Promise<void> {
  await tx.insert(requestEvents).values({
    id: randomUUIDv7(),
    requestId,
    at: context.now,
    actorId: null,
    kind,
    detail: { by: CUSTOMER_ACTOR, count },
  });
  await recordAudit(
    tx,
    { ...context, actor: CUSTOMER_ACTOR },
    { action: kind, entity: "service-request", entityId: requestId, changes: { count } },
  );
}

const hashImage = (image: Buffer) => createHash("sha256").update(image).digest("hex");
