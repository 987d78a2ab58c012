import { type DecodeRefusal, decodeImage } from "#app/lib/decode-image.server.ts";
import { encodeJpeg } from "#app/lib/encode-jpeg.server.ts";
import { createImageQueue } from "#app/lib/image-queue.server.ts";
import { sniffImageFormat } from "#app/lib/sniff-image-format.ts";
import { IMAGE_SIDE, MAX_PHOTO_BYTES, PHOTO_FORMATS, THUMBNAIL_SIDE } from "./constants.ts";

const IMAGE_QUALITY = 80;
const THUMBNAIL_QUALITY = 70;
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
  const { width, height } = pixels;
  const image = await encodeJpeg(pixels, { quality: IMAGE_QUALITY });
  const thumbnail = await encodeJpeg(pixels, { quality: THUMBNAIL_QUALITY, side: THUMBNAIL_SIDE });
  return { ok: true, image, thumbnail, width, height };
}
