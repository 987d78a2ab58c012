/** Flesch-Kincaid grade of a text: 0.39 × words a sentence + 11.8 × syllables a word − 15.59. */
export function gradeLevel(text: string): number {
  const sentences = text.split(/[.!?]+(?:\s|$)/).filter((part) => /[a-z]/i.test(part)).length || 1;
  const words = text.match(/[a-z][a-z'’-]*/gi) ?? [];
  const syllables = words.reduce((sum, word) => sum + countSyllables(word), 0);
  return 0.39 * (words.length / sentences) + 11.8 * (syllables / (words.length || 1)) - 15.59;
}

function countSyllables(word: string): number {
  const bare = word
    .toLowerCase()
    .replace(/[^a-z]/g, "")
    .replace(/(?:[^laeiouy]es|[^laeiouy]e|ed)$/, (end) => (end === "ed" ? "" : (end[0] ?? "")));
  return Math.max(1, bare.match(/[aeiouy]{1,2}/g)?.length ?? 1);
}

/** Every run of `size` consecutive words of a text, lower-cased, without punctuation. */
export function shingles(text: string, size = 5): Set<string> {
  const words =
    text
      .toLowerCase()
      .replace(/\{[^}]*\}/g, " ")
      .match(/[a-z0-9$']+/g) ?? [];
  const runs = new Set<string>();
  for (let i = 0; i + size <= words.length; i++) runs.add(words.slice(i, i + size).join(" "));
  return runs;
}

/** Share of the smaller text's shingles that stand in the other text too, 0 to 1. */
export function overlap(a: Set<string>, b: Set<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  if (small.size === 0) return 0;
  let shared = 0;
  for (const shingle of small) if (large.has(shingle)) shared++;
  return shared / small.size;
}
