import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { isDatabaseDown } from "#app/lib/errors.server.ts";
import { consumeRateLimit, refundRateLimit } from "#app/lib/rate-limit.server.ts";
import { S3Error } from "#app/lib/s3-error.ts";
import {
  IMAGE_GONE,
  IMAGE_IN_USE,
  MAX_UPLOADS_PER_HOUR,
  UPLOAD_REFUSALS,
  type UploadRefusal,
} from "./constants.ts";
import { imageFormSchema } from "./form-schema.ts";
import { changeImage, deleteImage } from "./mutations.server.ts";
import { readUpload } from "./read-upload.server.ts";
import { removeImageFiles } from "./remove-images.server.ts";
import type { ImageFormReply, UploadReply } from "./schema.ts";
import { storeImage } from "./store-image.server.ts";

type MediaContext = ActionContext & Pick<AppContext, "images" | "log">;

/** Errors of a full disk or quota, or of a folder that cannot be written. */
const STORAGE_ERRORS = new Set([
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
const STATUS_BY_REFUSAL: Partial<Record<UploadRefusal, number>> = {
  "too-large": 413,
  "wrong-type": 415,
  limit: 429,
  busy: 503,
  database: 503,
  storage: 507,
  unreachable: 503,
};

/**
 * Stores the image of a multipart body. Only stored images count toward the hourly limit.
 */
export async function receiveImage(
  context: MediaContext,
  { request }: { request: Request },
): Promise<{ status: number; reply: UploadReply }> {
  const refuse = (reason: UploadRefusal) => ({
    status: STATUS_BY_REFUSAL[reason] ?? 400,
    reply: { ok: false as const, message: UPLOAD_REFUSALS[reason] },
  });
  const { db, actor, now, log } = context;
  const key = `upload:${actor}`;
  let isStored = false;
  try {
    // Counted before the body is read, so that concurrent uploads cannot exceed the limit.
    const hit = { key, limit: MAX_UPLOADS_PER_HOUR, windowSeconds: HOUR_SECONDS, now };
    if (!(await consumeRateLimit(db, hit))) return refuse("limit");
    const upload = await readUpload(request);
    if (!upload.ok) return refuse(upload.reason);
    const stored = await storeImage(context, upload);
    if (!stored.ok) return refuse(stored.reason);
    isStored = true;
    return { status: 200, reply: stored };
  } catch (error) {
    const reason = classifyFailure(error);
    if (!reason) throw error;
    log.error({ err: error }, "an image could not be stored");
    return refuse(reason);
  } finally {
    if (!isStored)
      await refundRateLimit(db, key).catch((error: unknown) =>
        log.warn({ err: error }, "a refused upload could not be refunded"),
      );
  }
}

function classifyFailure(error: unknown): UploadRefusal | null {
  if (error instanceof S3Error) return "unreachable";
  if (STORAGE_ERRORS.has(String((error as NodeJS.ErrnoException).code))) return "storage";
  return isDatabaseDown(error) ? "database" : null;
}

/** Handles the form of an image's details: changes its name or description, or deletes it. */
export async function handleImageForm(
  context: MediaContext,
  { id, form }: { id: string; form: FormData },
): Promise<ImageFormReply> {
  const parsed = imageFormSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success)
    return {
      ok: false,
      message: parsed.error.issues[0]?.message ?? "Nothing was changed.",
      uses: [],
    };
  if (parsed.data.intent === "save") {
    const { name, alt } = parsed.data;
    const image = await changeImage(context, { id, name, alt });
    return image ? { ok: true, image } : { ok: false, message: IMAGE_GONE, uses: [] };
  }
  const { db, images, log } = context;
  const result = await deleteImage(context, { id });
  if (result.ok) {
    // At once, as the law may require the deletion; the cleanup job retries what fails here.
    await removeImageFiles(db, images, result.key).catch((error: unknown) =>
      log.error({ err: error, key: result.key }, "files of a deleted image could not be removed"),
    );
    return { ok: true, image: null };
  }
  return result.reason === "in-use"
    ? { ok: false, message: IMAGE_IN_USE, uses: result.uses }
    : { ok: false, message: IMAGE_GONE, uses: [] };
}
