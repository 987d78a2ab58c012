import { type DecodeRefusal, decodeImage } from "#app/lib/decode-image.server.ts";
import { createImageQueue } from "#app/lib/image-queue.server.ts";
import { loadSharp } from "#app/lib/load-sharp.server.ts";
import { sniffImageFormat } from "#app/lib/sniff-image-format.ts";
import { IMAGE_SIDE, MAX_PHOTO_BYTES, PHOTO_FORMATS, THUMBNAIL_SIDE } from "./constants.ts";

const IMAGE_JPEG = { quality: 80, mozjpeg: true };
const THUMBNAIL_JPEG = { quality: 70, mozjpeg: true };
const MAX_WAITING_PHOTOS = 20;

/** Two JPEGs; width and height are those of the larger one, in pixels. */
export type SanitizedPhoto = { image: Buffer; thumbnail: Buffer; width: number; height: number };
type Sanitized =
  | ({ ok: true } & SanitizedPhoto)
  | { ok: false; reason: DecodeRefusal | "heic" | "too-large" | "busy" };

const runInQueue = createImageQueue({ maxWaiting: MAX_WAITING_PHOTOS });

/**
 * Encodes the pixels of a photo again, upright and in two sizes: nothing else of the file remains,
 * neither where nor when nor with what it was taken. One photo at a time per process.
 */
export async function sanitizePhoto(upload: Uint8Array): Promise<Sanitized> {
  if (upload.length > MAX_PHOTO_BYTES) return { ok: false, reason: "too-large" };
  if (sniffImageFormat(upload) === "heic") return { ok: false, reason: "heic" };
  return (await runInQueue(() => encodePhoto(upload))) ?? { ok: false, reason: "busy" };
}

async function encodePhoto(upload: Uint8Array): Promise<Sanitized> {
  const pixels = await decodeImage(upload, {
    formats: PHOTO_FORMATS,
    maxWidth: IMAGE_SIDE,
    maxHeight: IMAGE_SIDE,
  });
  if (!pixels.ok) return pixels;
  const { data, width, height, channels } = pixels;
  const sharp = await loadSharp();
  // JPEG has no transparency.
  const open = () =>
    sharp(data, { raw: { width, height, channels } }).flatten({ background: "white" });
  const image = await open().jpeg(IMAGE_JPEG).toBuffer();
  const thumbnail = await open()
    .resize({
      width: THUMBNAIL_SIDE,
      height: THUMBNAIL_SIDE,
      fit: "inside",
      withoutEnlargement: true,
    })
    .jpeg(THUMBNAIL_JPEG)
    .toBuffer();
  return { ok: true, image, thumbnail, width, height };
}
