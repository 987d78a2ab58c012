import { trimEndOf } from "./text.ts";

/** The text in at most so many letters: whole words, and three dots where some are left out. */
export function cutAtWord(text: string, longest: number): string {
  const tidy = text.replace(/\s+/g, " ").trim();
  if (tidy.length <= longest) return tidy;
  const room = tidy.slice(0, longest - 2);
  const end = room.lastIndexOf(" ");
  // One word that is longer than the room is cut, never inside a character.
  const kept =
    end > 0 ? room.slice(0, end) : tidy.slice(0, longest - 3).replace(/[\ud800-\udbff]$/, "");
  return `${trimEndOf(kept, /[\s,;:.-]/)}...`;
}
