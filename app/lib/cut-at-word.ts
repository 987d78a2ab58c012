import { trimEndWhere } from "./text.ts";

/**
 * Shortens a text to at most `longest` letters: whole words, with three dots where some are left
 * out.
 */
export function cutAtWord(text: string, longest: number): string {
  const tidy = text.replace(/\s+/g, " ").trim();
  if (tidy.length <= longest) return tidy;
  const maxLetters = tidy.slice(0, longest - 2);
  const end = maxLetters.lastIndexOf(" ");
  // A single word that is too long is cut, never inside a character.
  const kept =
    end > 0 ? maxLetters.slice(0, end) : tidy.slice(0, longest - 3).replace(/[\ud800-\udbff]$/, "");
  return `${trimEndWhere(kept, /[\s,;:.-]/)}...`;
}
