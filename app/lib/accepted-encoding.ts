/**
 * Browsers send about 30 characters. Longer headers are ignored: the response is not compressed.
 */
const MAX_HEADER_LENGTH = 200;

/** Whether `Accept-Encoding` names a coding without refusing it (`br;q=0`). */
export function acceptsEncoding(header: string | null | undefined, coding: "br" | "gzip"): boolean {
  if (!header || header.length > MAX_HEADER_LENGTH) return false;
  return header.split(",").some((entry) => {
    const [name = "", ...parameters] = entry.split(";");
    return name.trim().toLowerCase() === coding && !parameters.some(isZeroQuality);
  });
}

function isZeroQuality(parameter: string): boolean {
  const text = parameter.trim().toLowerCase();
  return text.startsWith("q=") && Number(text.slice(2)) === 0;
}
