import { loadSharp } from "./load-sharp.server.ts";
import { sniffImageFormat, type UploadFormat } from "./sniff-image-format.ts";

/** Slightly more than the largest photos of phones. */
const MAX_IMAGE_PIXELS = 50_000_000;
/** For AVIF and interlaced PNG, which are decoded at once: 50 megapixels would need up to 1 GB. */
const MAX_FULL_DECODE_PIXELS = 16_000_000;

type DecodeOptions = {
  formats: readonly UploadFormat[];
  /** In pixels. A larger image is scaled down; its proportions stay. */
  maxWidth: number;
  maxHeight: number;
};
export type DecodeRefusal = "wrong-type" | "too-many-pixels" | "too-many-to-decode" | "damaged";
/** Pixels of 8 bits a channel, in sRGB, as `sharp(data, { raw })` takes them. */
export type Pixels = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 };

/**
 * The pixels of an uploaded image, upright and without metadata; of an animation the first frame.
 * Nothing is decoded before its type and size are known from its bytes.
 */
export async function decodeImage(
  upload: Uint8Array,
  { formats, maxWidth, maxHeight }: DecodeOptions,
): Promise<({ ok: true } & Pixels) | { ok: false; reason: DecodeRefusal }> {
  const format = sniffImageFormat(upload);
  if (!format || !formats.includes(format)) return { ok: false, reason: "wrong-type" };
  const sharp = await loadSharp();
  const open = () => sharp(upload, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: "error" });
  // Reads only the header.
  const metadata = await open()
    .metadata()
    .catch((error: unknown) => error as Error);
  if (metadata instanceof Error) return { ok: false, reason: classifyError(metadata) };
  const pixelCount = metadata.width * metadata.height;
  if (pixelCount > MAX_IMAGE_PIXELS) return { ok: false, reason: "too-many-pixels" };
  const isDecodedAtOnce = format === "avif" || (format === "png" && metadata.isProgressive);
  if (isDecodedAtOnce && pixelCount > MAX_FULL_DECODE_PIXELS)
    return { ok: false, reason: "too-many-to-decode" };
  const pixels = await open()
    .autoOrient()
    .resize({ width: maxWidth, height: maxHeight, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => error as Error);
  if (pixels instanceof Error) return { ok: false, reason: classifyError(pixels) };
  const { width, height, channels } = pixels.info;
  return { ok: true, data: pixels.data, width, height, channels };
}

const classifyError = ({ message }: Error): DecodeRefusal =>
  message.includes("exceeds pixel limit") ? "too-many-pixels" : "damaged";
