import { randomUUIDv7 } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Database } from "#app/db/client.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { createImageQueue } from "#app/lib/image-queue.server.ts";
import { toStorableText } from "#app/lib/text.ts";
import { MAX_IMAGE_ALT, MAX_WAITING_UPLOADS, type UploadRefusal } from "./constants.ts";
import { toDisplayName } from "./display-name.ts";
import { encodeVersions } from "./encode-versions.server.ts";
import { getStoredName, type ImageStore } from "./image-files.server.ts";
import { type ImageLease, publishImage, renewLease, reserveImage } from "./image-leases.server.ts";
import { getImageUrl } from "./image-versions.ts";
import { changeImage } from "./mutations.server.ts";
import { getPublishedImage, toLibraryImage } from "./queries.server.ts";
import type { Upload } from "./read-upload.server.ts";
import { removeImageFiles, removeLeasedImage } from "./remove-images.server.ts";
import type { LibraryImage } from "./schema.ts";

const KEY_DIGITS = 32;
/** Between attempts, while another process stores or removes the same image. */
const RETRY_PAUSE_MS = 100;
const MAX_WAIT_MS = 10_000;

type StoreContext = ActionContext & { images: ImageStore };
type StoreResult =
  | { ok: true; image: LibraryImage; isNew: boolean }
  | { ok: false; reason: UploadRefusal };

const runInQueue = createImageQueue({ maxWaiting: MAX_WAITING_UPLOADS });

/** Stores an image in the library, one at a time per process, so as not to slow down the site. */
export const storeImage = async (context: StoreContext, upload: Upload): Promise<StoreResult> =>
  (await runInQueue(() => storeNow(context, upload))) ?? { ok: false, reason: "busy" };

async function storeNow(context: StoreContext, upload: Upload): Promise<StoreResult> {
  const { db, images } = context;
  const digest = await crypto.subtle.digest("SHA-256", upload.bytes as BufferSource);
  const key = Buffer.from(digest).toString("hex").slice(0, KEY_DIGITS);
  const alt = Array.from(toStorableText(upload.alt).trim()).slice(0, MAX_IMAGE_ALT).join("");
  const existing = await findStored(context, { key, alt });
  if (existing) return { ok: true, image: existing, isNew: false };
  const encoded = await encodeVersions(upload.bytes);
  if (!encoded.ok) return encoded;
  const waitUntil = performance.now() + MAX_WAIT_MS;
  while (performance.now() < waitUntil) {
    const name = toDisplayName(upload.fileName);
    const stored = await reserveAndWrite(context, { ...encoded, key, name, alt });
    if (stored) return stored;
    const published = await findStored(context, { key, alt });
    if (published) return { ok: true, image: published, isNew: false };
    // Remove leftovers under this key, so that the next attempt begins without a row. If another
    // process is writing or removing these files, wait for it.
    if (!(await removeImageFiles(db, images, key))) await wait(RETRY_PAUSE_MS);
  }
  return { ok: false, reason: "busy" };
}

/** The stored image of the same file, or null; adds the description if it has none. */
async function findStored(
  context: StoreContext,
  { key, alt }: { key: string; alt: string },
): Promise<LibraryImage | null> {
  const image = await getPublishedImage(context.db, key);
  return image && image.alt === "" && alt !== ""
    ? changeImage(context, { id: image.id, name: image.name, alt })
    : image;
}

type EncodedImage = Extract<Awaited<ReturnType<typeof encodeVersions>>, { ok: true }> & {
  key: string;
  name: string;
  alt: string;
};

/**
 * Reserves the row, writes the files, publishes the row. A crash in between leaves a reservation
 * whose lease expires; then the cleanup job, or the next upload of the same file, removes the files.
 * @returns null where another process has a row of this key, or has claimed this one
 */
async function reserveAndWrite(
  context: StoreContext,
  { key, name, alt, width, height, versions }: EncodedImage,
): Promise<StoreResult | null> {
  const { db, images, actor, now } = context;
  const bytes = versions.reduce((sum, version) => sum + version.bytes.length, 0);
  const lease = await reserveImage(db, {
    id: randomUUIDv7(),
    key,
    name,
    alt,
    width,
    height,
    bytes,
    uploadedBy: actor,
    createdAt: now,
  });
  if (!lease) return null;
  try {
    for (const { version, format, bytes: content } of versions) {
      if (!(await renewLease(db, lease))) return null;
      await images.put(getStoredName(getImageUrl(lease, version, format)), content);
    }
  } catch (error) {
    await removeWritten(db, images, lease).catch(() => {});
    throw error;
  }
  // If this fails, it may have been committed, so the files stay until the lease expires.
  return withTransaction(db, async (tx): Promise<StoreResult | null> => {
    const published = await publishImage(tx, lease);
    if (!published) return null;
    await recordAudit(tx, context, {
      action: "store-image",
      entity: "image",
      entityId: lease.id,
      changes: { key, width, height, bytes },
    });
    return { ok: true, image: toLibraryImage(published), isNew: true };
  });
}

/** Removes the files of a failed upload; if this fails too, the cleanup job does it. */
async function removeWritten(db: Database, images: ImageStore, lease: ImageLease): Promise<void> {
  if (await renewLease(db, lease)) await removeLeasedImage(db, images, lease);
}
