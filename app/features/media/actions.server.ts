import type { AppContext } from "#app/app-context.ts";
import { isDatabaseDown } from "#app/lib/errors.server.ts";
import { consumeRateLimit, refundRateLimit } from "#app/lib/rate-limit.server.ts";
import { changeImage, deleteImage } from "./change-image.server.ts";
import {
  IMAGE_GONE,
  IMAGE_IN_USE,
  UPLOAD_REFUSED,
  UPLOADS_AN_HOUR,
  type UploadRefusal,
} from "./constants.ts";
import { imageFormSchema } from "./form-schema.ts";
import { readUpload } from "./read-upload.server.ts";
import { removeImageFiles } from "./remove-images.server.ts";
import type { ImageFormReply, UploadReply } from "./schema.ts";
import { storeImage } from "./store-image.server.ts";

type MediaServices = Pick<AppContext, "db" | "images" | "log" | "now">;
type Who = { actorId: string; requestId: string };

/** A disk or a quota is full, or the folder cannot be written. */
const NO_ROOM = new Set([
  "ENOSPC",
  "EDQUOT",
  "EROFS",
  "EACCES",
  "EPERM",
  "ENOTDIR",
  "EEXIST",
  "EIO",
]);
const HOUR_SECONDS = 3_600;
const STATUS: Partial<Record<UploadRefusal, number>> = {
  "too-large": 413,
  "wrong-type": 415,
  limit: 429,
  busy: 503,
  database: 503,
  "no-room": 507,
};

/**
 * Takes one picture from a multipart body. Only a picture that is stored counts toward the limit of
 * an hour.
 */
export async function receiveImage(
  { db, images, log, now }: MediaServices,
  { actorId, requestId, request }: Who & { request: Request },
): Promise<{ status: number; reply: UploadReply }> {
  const refuse = (reason: UploadRefusal) => ({
    status: STATUS[reason] ?? 400,
    reply: { ok: false as const, message: UPLOAD_REFUSED[reason] },
  });
  const pool = db.$client;
  const key = `upload:${actorId}`;
  let isStored = false;
  try {
    // Counted before it is read, so that uploads at the same time cannot all be the last one.
    if (
      !(await consumeRateLimit(
        { $client: pool },
        {
          key,
          limit: UPLOADS_AN_HOUR,
          windowSeconds: HOUR_SECONDS,
          now: now(),
        },
      ))
    )
      return refuse("limit");
    const upload = await readUpload(request);
    if (!upload.ok) return refuse(upload.reason);
    const stored = await storeImage({
      db,
      store: images,
      ...upload,
      actorId,
      requestId,
      now: now(),
    });
    if (!stored.ok) return refuse(stored.reason);
    isStored = true;
    return { status: 200, reply: stored };
  } catch (error) {
    const isNoRoom = NO_ROOM.has(String((error as NodeJS.ErrnoException).code));
    if (!isNoRoom && !isDatabaseDown(error)) throw error;
    log.error({ err: error }, "a picture could not be stored");
    return refuse(isNoRoom ? "no-room" : "database");
  } finally {
    if (!isStored)
      await refundRateLimit({ $client: pool }, key).catch((error: unknown) =>
        log.warn({ err: error }, "a refused upload could not be taken off the limit"),
      );
  }
}

/** What the details of a picture ask for: another name or description, or that it goes. */
export async function runImageForm(
  { db, images, log, now }: MediaServices,
  { form, ...who }: Who & { id: string; form: FormData },
): Promise<ImageFormReply> {
  const parsed = imageFormSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success)
    return {
      ok: false,
      message: parsed.error.issues[0]?.message ?? "Nothing was changed.",
      uses: [],
    };
  const by = { ...who, now: now() };
  if (parsed.data.intent === "save") {
    const image = await changeImage(db.$client, {
      ...by,
      name: parsed.data.name,
      alt: parsed.data.alt,
    });
    return image ? { ok: true, image } : { ok: false, message: IMAGE_GONE, uses: [] };
  }
  const result = await deleteImage(db.$client, by);
  if (result.ok) {
    // At once and not some night: who deletes an image may have to. The cleanup job tries again
    // what fails here.
    await removeImageFiles(db, images, result.key).catch((error: unknown) =>
      log.error({ err: error, key: result.key }, "files of a deleted image could not be removed"),
    );
    return { ok: true, image: null };
  }
  return result.reason === "in-use"
    ? { ok: false, message: IMAGE_IN_USE, uses: result.uses }
    : { ok: false, message: IMAGE_GONE, uses: [] };
}
