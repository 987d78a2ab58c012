export type UploadFormat = "jpeg" | "png" | "webp" | "avif" | "gif";

/** How many bytes are examined. */
const HEAD_BYTES = 64;

/**
 * Detects the format of a file from its first bytes, regardless of its name and declared type; null
 * if it is not a supported image.
 */
export function sniffFormat(bytes: Uint8Array): UploadFormat | null {
  const head = Array.from(bytes.subarray(0, HEAD_BYTES), (byte) => String.fromCharCode(byte)).join(
    "",
  );
  if (head.startsWith("\xff\xd8\xff")) return "jpeg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return "gif";
  if (head.startsWith("RIFF") && head.startsWith("WEBP", 8)) return "webp";
  return head.startsWith("ftyp", 4) &&
    listBrands(head).some((brand) => brand === "avif" || brand === "avis")
    ? "avif"
    : null;
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
