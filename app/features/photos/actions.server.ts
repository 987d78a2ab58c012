import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { formatQuantity } from "#app/lib/format-values.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { discardBody, readLimitedForm } from "#app/lib/read-body.server.ts";
import { S3Error } from "#app/lib/s3-error.ts";
import { truncateText } from "#app/lib/text.ts";
import { withUploadMemory } from "#app/lib/upload-memory.server.ts";
import {
  FORM_REFUSALS,
  FORMS_PER_ADDRESS_AND_HOUR,
  FORMS_PER_HOUR,
  type FormRefusal,
  MAX_FORM_BYTES,
  MAX_PHOTOS,
  PHOTO_REFUSALS,
  type PhotoRefusal,
} from "./constants.ts";
import { addPhotos, removePhoto } from "./mutations.server.ts";
import { acceptsPhotos } from "./queries.server.ts";
import { type SanitizedPhoto, sanitizePhoto } from "./sanitize-photo.server.ts";

type CustomerContext = Omit<ActionContext, "actor"> & Pick<AppContext, "privateStore" | "log">;
/** What was wrong with a form, for its page: one sentence each, and how many photos were added. */
export type PhotoProblem = { status: number; lines: string[]; added: number };

const HOUR_SECONDS = 3_600;
const SHOWN_NAME = 40;
/** Of more files than this, only the number is told. */
const MAX_FILES = 20;
const STATUS_BY_REFUSAL: Record<FormRefusal, number> = {
  nothing: 400,
  "too-large": 413,
  closed: 409,
  busy: 503,
  limit: 429,
  storage: 503,
};

const refuse = (reason: FormRefusal): PhotoProblem => ({
  status: STATUS_BY_REFUSAL[reason],
  lines: [FORM_REFUSALS[reason]],
  added: 0,
});

/**
 * Handles a form of the customer's photos: `photos` are files to add, `remove` is the id of a photo
 * to remove. Photos that can be added are, even if others of the form cannot.
 * @param input.address of the sender
 * @returns null where everything was done as asked
 */
export async function handlePhotoForm(
  context: CustomerContext,
  { request, requestId, address }: { request: Request; requestId: string; address: string },
): Promise<PhotoProblem | null> {
  if (!(await isWithinLimits(context, { requestId, address }))) {
    await discardBody(request);
    return refuse("limit");
  }
  const handled = await withUploadMemory(request, MAX_FORM_BYTES, async () => {
    const form = await readLimitedForm(request, MAX_FORM_BYTES, { readsToEnd: true });
    if (form === "too-large") return { problem: refuse("too-large") };
    const photoId = form?.get("remove");
    if (typeof photoId === "string") {
      // A photo that is not there any more was removed in another tab.
      await removePhoto(context, { requestId, photoId });
      return { problem: null };
    }
    const files = (form?.getAll("photos") ?? []).filter(
      (value): value is File => value instanceof File && value.size > 0,
    );
    return { problem: await storeFiles(context, { requestId, files }) };
  });
  if (handled) return handled.problem;
  await discardBody(request);
  return refuse("busy");
}

async function isWithinLimits(
  { db, now }: CustomerContext,
  { requestId, address }: { requestId: string; address: string },
): Promise<boolean> {
  const limits = [
    { key: `photos:${rateKey(address)}`, limit: FORMS_PER_ADDRESS_AND_HOUR },
    { key: `photos:${requestId}`, limit: FORMS_PER_HOUR },
  ];
  for (const limit of limits)
    if (!(await consumeRateLimit(db, { ...limit, windowSeconds: HOUR_SECONDS, now }))) return false;
  return true;
}

/** Adds the photos that can be added, and tells of each other one why it was not. */
async function storeFiles(
  context: CustomerContext,
  { requestId, files }: { requestId: string; files: File[] },
): Promise<PhotoProblem | null> {
  if (files.length === 0) return refuse("nothing");
  if (!(await acceptsPhotos(context.db, requestId))) return refuse("closed");
  const photos: { label: string; photo: SanitizedPhoto }[] = [];
  const lines: string[] = [];
  const skip = (label: string, reason: PhotoRefusal) =>
    lines.push(`${label} was not added: ${PHOTO_REFUSALS[reason]}`);
  for (const [index, file] of files.slice(0, MAX_FILES).entries()) {
    const label = formatLabel(file, index);
    if (photos.length === MAX_PHOTOS) {
      skip(label, "full");
      continue;
    }
    const photo = await sanitizePhoto(await file.bytes());
    if (photo.ok) photos.push({ label, photo });
    else skip(label, photo.reason);
  }
  if (files.length > MAX_FILES)
    lines.push(`${formatQuantity(files.length - MAX_FILES, "more photo")} not added.`);
  const stored = await addPhotos(context, {
    requestId,
    photos: photos.map(({ photo }) => photo),
  }).catch((error: unknown) => {
    if (!(error instanceof S3Error)) throw error;
    context.log.error({ err: error }, "photos could not be stored");
    return { ok: false as const, reason: "storage" as const };
  });
  if (!stored.ok) return refuse(stored.reason);
  for (const { label } of photos.slice(stored.kept)) skip(label, "full");
  return lines.length > 0 ? { status: 422, lines, added: stored.kept } : null;
}

/** Phones call every photo "image.jpg", so its place in the selection is part of its name. */
function formatLabel({ name }: File, index: number): string {
  const shown = truncateText(name.trim(), SHOWN_NAME);
  return `Photo ${index + 1}${shown ? ` (${shown})` : ""}`;
}
