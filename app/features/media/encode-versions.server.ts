import { type DecodeRefusal, decodeImage } from "#app/lib/decode-image.server.ts";
import { loadSharp } from "#app/lib/load-sharp.server.ts";
import { MAX_IMAGE_HEIGHT } from "./constants.ts";
import { IMAGE_FORMATS, type ImageFormat, listWidths, MAX_IMAGE_WIDTH } from "./image-versions.ts";

/** AVIF at effort 4 is five times slower than at 3, without savings that a visitor would notice. */
const AVIF = { quality: 55, effort: 3, chromaSubsampling: "4:2:0" };
const WEBP = { quality: 78, effort: 4 };
const FORMATS = ["jpeg", "png", "webp", "avif", "gif"] as const;

export type ImageVersion = { version: number; format: ImageFormat; bytes: Buffer };
type EncodedVersions =
  | { ok: true; width: number; height: number; versions: ImageVersion[] }
  | { ok: false; reason: DecodeRefusal };

/** Encodes all versions of an uploaded image: upright, in sRGB, without metadata. */
export async function encodeVersions(upload: Uint8Array): Promise<EncodedVersions> {
  const pixels = await decodeImage(upload, {
    formats: FORMATS,
    maxWidth: MAX_IMAGE_WIDTH,
    maxHeight: MAX_IMAGE_HEIGHT,
  });
  if (!pixels.ok) return pixels;
  const { data, width, height, channels } = pixels;
  const sharp = await loadSharp();
  const versions: ImageVersion[] = [];
  for (const version of listWidths(width)) {
    for (const format of IMAGE_FORMATS) {
      const resized = sharp(data, { raw: { width, height, channels } }).resize({ width: version });
      versions.push({
        version,
        format,
        bytes: await (format === "avif" ? resized.avif(AVIF) : resized.webp(WEBP)).toBuffer(),
      });
    }
  }
  return { ok: true, width, height, versions };
}
