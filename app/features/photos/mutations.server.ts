import { randomUUIDv7 } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { requestPhotos } from "#app/db/tables/customer-page.server.ts";
import { privateFiles } from "#app/db/tables/private-files.server.ts";
import { requestEvents } from "#app/db/tables/requests.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import {
  dropFiles,
  publishFiles,
  writeFiles,
} from "#app/features/private-files/store-files.server.ts";
import type { PhotoEvent } from "#app/features/requests/constants.ts";
import { CUSTOMER_ACTOR } from "#app/features/requests/customer/constants.ts";
import { hashBytes } from "#app/lib/s3-client.server.ts";
import { MAX_PHOTOS } from "./constants.ts";
import { lockAcceptance } from "./queries.server.ts";
import type { SanitizedPhoto } from "./sanitize-photo.server.ts";
import { PHOTO_CONTENT_TYPE, PHOTO_FILES } from "./stored-files.server.ts";

type CustomerContext = Omit<ActionContext, "actor">;
type Added =
  | {
      ok: true /** How many of the photos, from the first on, the request has now. */;
      kept: number;
    }
  | { ok: false; reason: "closed" };

type AddContext = CustomerContext & Pick<AppContext, "privateStore">;
/** A photo as its row has it: with its bytes, or with its files in object storage. */
type WrittenPhoto = Omit<typeof requestPhotos.$inferInsert, "id" | "requestId" | "createdAt"> & {
  hash: string;
};

/**
 * Adds photos to a request until it has five. A photo that it already has counts as kept, so that
 * a form that is sent twice changes nothing.
 * @throws S3Error where the object storage takes no files
 */
export async function addPhotos(
  context: AddContext,
  { requestId, photos }: { requestId: string; photos: readonly SanitizedPhoto[] },
): Promise<Added> {
  const written: WrittenPhoto[] = [];
  try {
    for (const photo of photos) written.push(await writePhoto(context, photo));
    return await insertPhotos(context, { requestId, photos: written });
  } finally {
    // What was not added, or not at all; if this fails, the job removes it when its lease has ended.
    await dropFiles(context.db, listFileIds(written)).catch(() => {});
  }
}

async function writePhoto(
  { db, privateStore }: AddContext,
  { image, thumbnail, width, height }: SanitizedPhoto,
): Promise<WrittenPhoto> {
  const hash = hashBytes(image);
  if (!privateStore) return { hash, image, thumbnail, width, height };
  const fileId = await writeFiles({ db, store: privateStore }, [
    { name: PHOTO_FILES.full, bytes: image, contentType: PHOTO_CONTENT_TYPE },
    { name: PHOTO_FILES.thumb, bytes: thumbnail, contentType: PHOTO_CONTENT_TYPE },
  ]);
  return { hash, fileId, width, height };
}

const listFileIds = (photos: readonly WrittenPhoto[]) =>
  photos.flatMap(({ fileId }) => fileId ?? []);

function insertPhotos(
  context: CustomerContext,
  { requestId, photos }: { requestId: string; photos: readonly WrittenPhoto[] },
): Promise<Added> {
  return withTransaction(context.db, async (tx): Promise<Added> => {
    if (!(await lockAcceptance(tx, requestId))) return { ok: false, reason: "closed" };
    const hashes = new Set(await listHashes(tx, requestId));
    const added: WrittenPhoto[] = [];
    let kept = 0;
    for (const photo of photos) {
      if (!hashes.has(photo.hash)) {
        if (hashes.size >= MAX_PHOTOS) break;
        hashes.add(photo.hash);
        added.push(photo);
      }
      kept += 1;
    }
    if (added.length === 0) return { ok: true, kept };
    await publishFiles(tx, listFileIds(added));
    await tx.insert(requestPhotos).values(
      added.map(({ hash: _hash, ...photo }, index) => ({
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

/** The SHA-256 (hex) of each photo of a request, wherever it is stored. */
async function listHashes(tx: Transaction, requestId: string): Promise<string[]> {
  const { image, fileId } = requestPhotos;
  const stored = await tx
    .select({
      hash: sql<string>`coalesce(${privateFiles.checksums} ->> ${PHOTO_FILES.full}, encode(sha256(${image}), 'hex'))`,
    })
    .from(requestPhotos)
    .leftJoin(privateFiles, eq(privateFiles.id, fileId))
    .where(eq(requestPhotos.requestId, requestId));
  return stored.map(({ hash }) => hash);
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
