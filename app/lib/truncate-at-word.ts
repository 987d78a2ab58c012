import { trimEndWhere } from "./text.ts";

/**
 * Shortens a text to at most `maxLength` characters: whole words, then three dots if any were left
 * out.
 */
export function truncateAtWord(text: string, maxLength: number): string {
  const tidy = text.replace(/\s+/g, " ").trim();
  if (tidy.length <= maxLength) return tidy;
  const start = tidy.slice(0, maxLength - 2);
  const end = start.lastIndexOf(" ");
  // A single word that is too long is cut, never inside a character.
  const cut =
    end > 0 ? start.slice(0, end) : tidy.slice(0, maxLength - 3).replace(/[\ud800-\udbff]$/, "");
  return `${trimEndWhere(cut, /[\s,;:.-]/)}...`;
}
