import {
  MAX_IMAGE_HEIGHT,
  MAX_IMAGE_PIXELS,
  MAX_WHOLE_PIXELS,
  type UploadRefusal,
} from "./constants.ts";
import { IMAGE_FORMATS, type ImageFormat, MAX_IMAGE_WIDTH, widthsOf } from "./image-versions.ts";
import { loadSharp } from "./load-sharp.server.ts";
import { sniffFormat } from "./sniff-format.ts";

/**
 * AVIF at effort 4 is five times as slow as at 3, without savings that a visitor would notice.
 */
const AVIF = { quality: 55, effort: 3, chromaSubsampling: "4:2:0" };
const WEBP = { quality: 78, effort: 4 };

export type ImageVersion = { version: number; format: ImageFormat; bytes: Buffer };
type EncodedVersions =
  | { ok: true; width: number; height: number; versions: ImageVersion[] }
  | {
      ok: false;
      reason: Extract<
        UploadRefusal,
        "wrong-type" | "too-many-pixels" | "too-many-whole" | "damaged"
      >;
    };

/**
 * All versions of an uploaded image: upright, in sRGB, without the metadata of the file.
 */
export async function makeVersions(upload: Uint8Array): Promise<EncodedVersions> {
  const kind = sniffFormat(upload);
  if (!kind) return { ok: false, reason: "wrong-type" };
  const sharp = await loadSharp();
  const open = () => sharp(upload, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: "error" });
  // Read from the header of the file: nothing is decoded before its size is known.
  const head = await open()
    .metadata()
    .catch((error: unknown) => error as Error);
  if (head instanceof Error)
    return { ok: false, reason: isTooMany(head) ? "too-many-pixels" : "damaged" };
  if (head.width * head.height > MAX_IMAGE_PIXELS) return { ok: false, reason: "too-many-pixels" };
  const isWhole = kind === "avif" || (kind === "png" && head.isProgressive);
  if (isWhole && head.width * head.height > MAX_WHOLE_PIXELS)
    return { ok: false, reason: "too-many-whole" };
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
    return { ok: false, reason: isTooMany(pixels) ? "too-many-pixels" : "damaged" };
  const { width, height, channels } = pixels.info;
  const versions: ImageVersion[] = [];
  for (const version of widthsOf(width)) {
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

const isTooMany = (error: Error) => error.message.includes("exceeds pixel limit");
