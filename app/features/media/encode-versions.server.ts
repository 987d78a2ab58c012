import {
  MAX_FULL_DECODE_PIXELS,
  MAX_IMAGE_HEIGHT,
  MAX_IMAGE_PIXELS,
  type UploadRefusal,
} from "./constants.ts";
import { IMAGE_FORMATS, type ImageFormat, listWidths, MAX_IMAGE_WIDTH } from "./image-versions.ts";
import { loadSharp } from "./load-sharp.server.ts";
import { sniffFormat } from "./sniff-format.ts";

/** AVIF at effort 4 is five times slower than at 3, without savings that a visitor would notice. */
const AVIF = { quality: 55, effort: 3, chromaSubsampling: "4:2:0" };
const WEBP = { quality: 78, effort: 4 };

export type ImageVersion = { version: number; format: ImageFormat; bytes: Buffer };
type EncodedVersions =
  | { ok: true; width: number; height: number; versions: ImageVersion[] }
  | {
      ok: false;
      reason: Extract<
        UploadRefusal,
        "wrong-type" | "too-many-pixels" | "too-many-to-decode" | "damaged"
      >;
    };

/** Encodes all versions of an uploaded image: upright, in sRGB, without metadata. */
export async function encodeVersions(upload: Uint8Array): Promise<EncodedVersions> {
  const uploadFormat = sniffFormat(upload);
  if (!uploadFormat) return { ok: false, reason: "wrong-type" };
  const sharp = await loadSharp();
  const open = () => sharp(upload, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: "error" });
  // Reads only the header: nothing is decoded before the size is known.
  const metadata = await open()
    .metadata()
    .catch((error: unknown) => error as Error);
  if (metadata instanceof Error)
    return { ok: false, reason: exceedsPixelLimit(metadata) ? "too-many-pixels" : "damaged" };
  if (metadata.width * metadata.height > MAX_IMAGE_PIXELS)
    return { ok: false, reason: "too-many-pixels" };
  const isDecodedAtOnce =
    uploadFormat === "avif" || (uploadFormat === "png" && metadata.isProgressive);
  if (isDecodedAtOnce && metadata.width * metadata.height > MAX_FULL_DECODE_PIXELS)
    return { ok: false, reason: "too-many-to-decode" };
  const pixels = await open()
    .autoOrient()
    .resize({
      width: MAX_IMAGE_WIDTH,
      height: MAX_IMAGE_HEIGHT,
      fit: "inside",
      withoutEnlargement: true,
    })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => error as Error);
  if (pixels instanceof Error)
    return { ok: false, reason: exceedsPixelLimit(pixels) ? "too-many-pixels" : "damaged" };
  const { width, height, channels } = pixels.info;
  const versions: ImageVersion[] = [];
  for (const version of listWidths(width)) {
    for (const format of IMAGE_FORMATS) {
      const resized = sharp(pixels.data, { raw: { width, height, channels } }).resize({
        width: version,
      });
      versions.push({
        version,
        format,
        bytes: await (format === "avif" ? resized.avif(AVIF) : resized.webp(WEBP)).toBuffer(),
      });
    }
  }
  return { ok: true, width, height, versions };
}

const exceedsPixelLimit = (error: Error) => error.message.includes("exceeds pixel limit");
