import { randomUUIDv7 } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Database } from "#app/db/client.server.ts";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import { storableText } from "#app/lib/text.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { changeImage } from "./change-image.server.ts";
import { MAX_IMAGE_ALT, MAX_WAITING_UPLOADS, type UploadRefusal } from "./constants.ts";
import { type ImageStore, nameOf } from "./image-files.server.ts";
import { type ImageLease, publishImage, renewLease, reserveImage } from "./image-leases.server.ts";
import { imageUrl } from "./image-versions.ts";
import { makeVersions } from "./make-versions.server.ts";
import { nameImage } from "./name-image.ts";
import { IMAGE_COLUMNS } from "./queries.server.ts";
import type { Upload } from "./read-upload.server.ts";
import { removeImageFiles, removeLeased } from "./remove-images.server.ts";
import type { LibraryImage } from "./schema.ts";

const KEY_DIGITS = 32;
/** While another process stores or removes the same image. */
const WAIT_MS = 100;
const LONGEST_WAIT_MS = 10_000;

type Place = { db: Database; store: ImageStore };
type StoreOptions = Place & Upload & { actorId: string; requestId: string; now: Date };
type Stored =
  | { ok: true; image: LibraryImage; isNew: boolean }
  | { ok: false; reason: UploadRefusal };

let queue: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Puts a picture into the library: one after another in a process, so that visitors keep the
 * processor.
 */
export async function storeImage(options: StoreOptions): Promise<Stored> {
  if (waiting >= MAX_WAITING_UPLOADS) return { ok: false, reason: "busy" };
  waiting += 1;
  const turn = queue.then(() => storeNow(options));
  queue = turn.catch(() => {});
  try {
    return await turn;
  } finally {
    waiting -= 1;
  }
}

async function storeNow(options: StoreOptions): Promise<Stored> {
  const { db, store } = options;
  const digest = await crypto.subtle.digest("SHA-256", options.bytes as BufferSource);
  const key = Buffer.from(digest).toString("hex").slice(0, KEY_DIGITS);
  const alt = Array.from(storableText(options.alt).trim()).slice(0, MAX_IMAGE_ALT).join("");
  const known = await findKnown(options, { key, alt });
  if (known) return { ok: true, image: known, isNew: false };
  const made = await makeVersions(options.bytes);
  if (!made.ok) return made;
  const waitUntil = performance.now() + LONGEST_WAIT_MS;
  while (performance.now() < waitUntil) {
    const stored = await reserveAndWrite(options, { ...made, key, alt });
    if (stored) return stored;
    const published = await findKnown(options, { key, alt });
    if (published) return { ok: true, image: published, isNew: false };
    // Leftovers under this key go first, so that an upload always begins without a row. Where
    // another process is writing or removing these files, it needs a moment.
    if (!(await removeImageFiles(db, store, key))) await wait(WAIT_MS);
  }
  return { ok: false, reason: "busy" };
}

/** The image that the very same file became: it takes the description where it has none. */
async function findKnown(
  { db, ...by }: StoreOptions,
  { key, alt }: { key: string; alt: string },
): Promise<LibraryImage | null> {
  const pool = db.$client;
  const { rows } = await pool.query<LibraryImage>(
    `select ${IMAGE_COLUMNS} from media_images where key = $1 and state = 'published'`,
    [key],
  );
  const [image] = rows;
  if (!image) return null;
  return image.alt === "" && alt !== ""
    ? changeImage(pool, { ...by, id: image.id, name: image.name, alt })
    : image;
}

type Made = Extract<Awaited<ReturnType<typeof makeVersions>>, { ok: true }> & {
  key: string;
  alt: string;
};

/**
 * Reserves the row, writes the files, publishes the row. A crash in between leaves a reservation
 * whose lease ends: the cleanup job, or the next upload of the same file, removes what was written.
 * @returns null where another process has a row of this key, or has claimed this one
 */
async function reserveAndWrite(
  { db, store, fileName, actorId, requestId, now }: StoreOptions,
  { key, alt, width, height, versions }: Made,
): Promise<Stored | null> {
  const bytes = versions.reduce((sum, version) => sum + version.bytes.length, 0);
  const lease = await reserveImage(db, {
    id: randomUUIDv7(),
    key,
    name: nameImage(fileName),
    alt,
    width,
    height,
    bytes,
    uploadedBy: actorId,
    createdAt: now,
  });
  if (!lease) return null;
  try {
    for (const { version, format, bytes: content } of versions) {
      if (!(await renewLease(db, lease))) return null;
      await store.put(nameOf(imageUrl(lease, version, format)), content);
    }
  } catch (error) {
    await removeWritten(db, store, lease).catch(() => {});
    throw error;
  }
  // When this fails nobody knows whether it was committed: the files stay until the lease ends.
  return inTransaction(db.$client, async (tx): Promise<Stored | null> => {
    const published = await publishImage(drizzle(tx), lease);
    if (!published) return null;
    await writeAudit(tx, {
      actor: actorId,
      action: "store-image",
      entity: "image",
      entityId: lease.id,
      changes: { key, width, height, bytes },
      requestId,
      now,
    });
    const { id, name, createdAt } = published;
    const image = { id, key, name, alt, width, height, bytes, createdAt: createdAt.toISOString() };
    return { ok: true, image, isNew: true };
  });
}

/** Nothing stays of an upload that failed; where this fails too, the lease ends by its time. */
async function removeWritten(db: Database, store: ImageStore, lease: ImageLease): Promise<void> {
  if (await renewLease(db, lease)) await removeLeased(db, store, lease);
}
