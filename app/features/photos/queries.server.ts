import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#app/db/client.server.ts";
import { requestPhotos } from "#app/db/tables/customer-page.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { ERASED_HASH } from "#app/features/requests/erase-fields.server.ts";
import { hasOptedOut } from "#app/features/requests/has-opted-out.server.ts";

/** A photo of a request, without its bytes. Width and height in pixels. */
export type ListedPhoto = { id: string; width: number; height: number };
export type PhotoSize = "full" | "thumb";

/** The photos of a request, the oldest first. */
export const listPhotos = (db: Connection, requestId: string): Promise<ListedPhoto[]> =>
  db
    .select({ id: requestPhotos.id, width: requestPhotos.width, height: requestPhotos.height })
    .from(requestPhotos)
    .where(eq(requestPhotos.requestId, requestId))
    .orderBy(asc(requestPhotos.createdAt), asc(requestPhotos.id));

/** `image`: the JPEG; null where it is in object storage, in the folder `fileId`. */
type FoundPhoto = { image: Buffer | null; fileId: string | null };

/**
 * A photo, or null where this request has no such photo.
 * @param input.prefersFile its bytes are not read where it has a file
 */
export async function getPhoto(
  db: Database,
  input: { requestId: string; photoId: string; size: PhotoSize; prefersFile: boolean },
): Promise<FoundPhoto | null> {
  const { requestId, photoId, size, prefersFile } = input;
  const isValid = z.uuid().safeParse(photoId).success && z.uuid().safeParse(requestId).success;
  if (!isValid) return null;
  const { id, fileId } = requestPhotos;
  const bytes = size === "thumb" ? requestPhotos.thumbnail : requestPhotos.image;
  const [photo] = await db
    .select({
      fileId,
      image: prefersFile
        ? sql<Buffer | null>`case when ${fileId} is null then ${bytes} end`
        : bytes,
    })
    .from(requestPhotos)
    .where(and(eq(id, photoId), eq(requestPhotos.requestId, requestId)));
  return photo ?? null;
}

/** What decides whether photos can be added to a request. */
const selectAcceptance = (db: Connection, requestId: string) =>
  db
    .select({
      status: serviceRequests.status,
      bodyHash: serviceRequests.bodyHash,
      isOptedOut: hasOptedOut(serviceRequests),
    })
    .from(serviceRequests)
    .where(eq(serviceRequests.id, requestId));
type Acceptance = Awaited<ReturnType<typeof selectAcceptance>>[number];

const isAccepting = (request: Acceptance | undefined) =>
  request !== undefined &&
  request.status !== "closed" &&
  request.bodyHash !== ERASED_HASH &&
  !request.isOptedOut;

/** Whether photos can be added: not to a request that is closed or erased, or after an opt-out. */
export const acceptsPhotos = async (db: Connection, requestId: string): Promise<boolean> =>
  isAccepting((await selectAcceptance(db, requestId))[0]);

/** Like `acceptsPhotos`, and locks the request until the end of the transaction. */
export const lockAcceptance = async (tx: Connection, requestId: string): Promise<boolean> =>
  isAccepting((await selectAcceptance(tx, requestId).for("update"))[0]);
