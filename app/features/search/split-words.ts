import { FILLERS } from "./constants.ts";

/** The words of a text: lower case, no accents, "A/C" as one word, without filler words. */
export function splitWords(text: string): string[] {
  const plain = text
    .normalize("NFKD")
    .replace(/[\p{M}'’]/gu, "")
    .toLowerCase()
    .replace(/\ba\/c\b/g, "ac");
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "" && !FILLERS.has(word));
}

/**
 * Neighbors written as one word ("garage door" is also "garagedoor"): for missing spaces, and to
 * prefer whole phrases.
 */
export function joinNeighbors(words: string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index]}${word}`);
}

/**
 * A word without the common endings of plural, verb and trade: plumber, plumbing → plumb; fences →
 * fenc. At least three letters remain.
 */
export function stem(word: string): string {
  const single = word
    .replace(/ies$/, "y")
    .replace(/(?<=s|x|ch|sh)es$/, "")
    .replace(/(?<![su])s$/, "");
  const bare = single.replace(/(?<=.{3})(?:ing|ed|ers?|e)$/, "").replace(/([bdgmnprt])\1$/, "$1");
  return bare.length < 3 ? word : bare;
}

/**
 * Minimum number of letters to add, drop, change or swap with their neighbor to turn one word into
 * the other. Stops counting above `most` and returns `most` + 1.
 */
export function countTypos(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + same,
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        least = Math.min(least, (before[column - 2] ?? 0) + 1);
      next.push(least);
    }
    if (Math.min(...next) > most) return most + 1;
    before = last;
    last = next;
  }
  return Math.min(last[b.length] ?? 0, most + 1);
}
