export type UploadFormat = "jpeg" | "png" | "webp" | "avif" | "gif" | "heic";

/** How many bytes are examined. */
const HEAD_BYTES = 64;
const AVIF_BRANDS = new Set(["avif", "avis"]);
const HEIC_BRANDS = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx"]);

/**
 * Detects the format of a file from its first bytes, regardless of its name and declared type; null
 * if it is none of these. HEIC is what iPhones store; Sharp cannot read it.
 */
export function sniffImageFormat(bytes: Uint8Array): UploadFormat | null {
  const head = Array.from(bytes.subarray(0, HEAD_BYTES), (byte) => String.fromCharCode(byte)).join(
    "",
  );
  if (head.startsWith("\xff\xd8\xff")) return "jpeg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return "gif";
  if (head.startsWith("RIFF") && head.startsWith("WEBP", 8)) return "webp";
  if (!head.startsWith("ftyp", 4)) return null;
  const brands = listBrands(head);
  if (brands.some((brand) => AVIF_BRANDS.has(brand))) return "avif";
  return brands.some((brand) => HEIC_BRANDS.has(brand)) ? "heic" : null;
}

/** The brands of an ISO media file: the major one, and those it is compatible with. */
function listBrands(head: string): string[] {
  const length = Array.from(head.slice(0, 4)).reduce(
    (sum, letter) => sum * 256 + letter.charCodeAt(0),
    0,
  );
  const box = head.slice(0, Math.min(length, HEAD_BYTES));
  return [box.slice(8, 12), ...(box.slice(16).match(/.{4}/gs) ?? [])];
}
