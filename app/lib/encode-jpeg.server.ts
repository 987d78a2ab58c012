import type { Pixels } from "./decode-image.server.ts";
import { loadSharp } from "./load-sharp.server.ts";

type JpegOptions = {
  /** 1 to 100. */
  quality: number;
  /** In pixels, of the longer side; a smaller image stays as it is. */
  side?: number;
};

/**
 * A JPEG of pixels: nothing else of the file that they come from remains, neither where nor when nor
 * with what it was taken.
 */
export async function encodeJpeg(
  { data, width, height, channels }: Pixels,
  { quality, side }: JpegOptions,
): Promise<Buffer> {
  const sharp = await loadSharp();
  // JPEG has no transparency.
  const image = sharp(data, { raw: { width, height, channels } }).flatten({ background: "white" });
  if (side) image.resize({ width: side, height: side, fit: "inside", withoutEnlargement: true });
  return image.jpeg({ quality, mozjpeg: true }).toBuffer();
}
