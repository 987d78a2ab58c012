import { randomUUIDv7 } from "node:crypto";
import type pg from "pg";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import { storableText } from "#app/lib/text.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { changeImage } from "./change-image.server.ts";
import { MAX_IMAGE_ALT, MAX_WAITING_UPLOADS, type UploadRefusal } from "./constants.ts";
import { type ImageStore, nameOf, namesOf } from "./image-files.server.ts";
import { imageUrl } from "./image-versions.ts";
import { makeVersions } from "./make-versions.server.ts";
import { nameImage } from "./name-image.ts";
import { IMAGE_COLUMNS } from "./queries.server.ts";
import type { Upload } from "./read-upload.server.ts";
import type { LibraryImage } from "./schema.ts";

const KEY_DIGITS = 32;

type Place = { pool: pg.Pool; store: ImageStore };
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
  const digest = await crypto.subtle.digest("SHA-256", options.bytes as BufferSource);
  const key = Buffer.from(digest).toString("hex").slice(0, KEY_DIGITS);
  const alt = Array.from(storableText(options.alt).trim()).slice(0, MAX_IMAGE_ALT).join("");
  const known = await findKnown(options, { key, alt });
  if (known) return { ok: true, image: known, isNew: false };
  const made = await makeVersions(options.bytes);
  if (!made.ok) return made;
  return (await writeImage(options, { ...made, key, alt })) ?? storeNow(options);
}

/** The picture that the very same file became: it takes the description where it has none. */
async function findKnown(
  { pool, ...by }: StoreOptions,
  { key, alt }: { key: string; alt: string },
): Promise<LibraryImage | null> {
  const { rows } = await pool.query<LibraryImage>(
    `select ${IMAGE_COLUMNS} from media_images where key = $1 and deleted_at is null`,
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
 * The row is written first and seen last: its lock keeps a deletion, or the same picture from
 * another process, away from the files, and its commit comes when they stand.
 * @returns null where another process has just stored the same picture
 */
function writeImage(
  { pool, store, fileName, actorId, requestId, now }: StoreOptions,
  { key, alt, width, height, versions }: Made,
): Promise<Stored | null> {
  const bytes = versions.reduce((sum, version) => sum + version.bytes.length, 0);
  return inTransaction(pool, async (tx): Promise<Stored | null> => {
    const { rows } = await tx.query<LibraryImage>(
      `insert into media_images (id, key, name, alt, width, height, bytes, uploaded_by, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (key) do update set name = excluded.name, alt = excluded.alt, width = excluded.width, height = excluded.height, bytes = excluded.bytes,
         uploaded_by = excluded.uploaded_by, created_at = excluded.created_at, deleted_at = null where media_images.deleted_at is not null
       returning ${IMAGE_COLUMNS}`,
      [randomUUIDv7(), key, nameImage(fileName), alt, width, height, bytes, actorId, now],
    );
    const [image] = rows;
    if (!image) return null;
    try {
      for (const { version, format, bytes: content } of versions)
        await store.put(nameOf(imageUrl(image, version, format)), content);
      await writeAudit(tx, {
        actor: actorId,
        action: "store-image",
        entity: "image",
        entityId: image.id,
        changes: { key, width, height, bytes },
        requestId,
        now,
      });
    } catch (error) {
      await Promise.allSettled(namesOf(image).map(store.delete));
      throw error;
    }
    return { ok: true, image, isNew: true };
  });
}
