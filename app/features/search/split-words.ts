import { STOP_WORDS } from "./constants.ts";

/** The words of a text: lower case, no accents, "A/C" as one word, without stop words. */
export function splitWords(text: string): string[] {
  const plain = text
    .normalize("NFKD")
    .replace(/[\p{M}'’]/gu, "")
    .toLowerCase()
    .replace(/\ba\/c\b/g, "ac");
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "" && !STOP_WORDS.has(word));
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
 * the other. Stops counting above `max` and returns `max` + 1.
 */
export function countTypos(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let previous: number[] = [];
  let current = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      let fewest = Math.min(
        (current[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (current[column - 1] ?? 0) + cost,
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        fewest = Math.min(fewest, (previous[column - 2] ?? 0) + 1);
      next.push(fewest);
    }
    if (Math.min(...next) > max) return max + 1;
    previous = current;
    current = next;
  }
  return Math.min(current[b.length] ?? 0, max + 1);
}
