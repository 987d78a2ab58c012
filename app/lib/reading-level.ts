/** Flesch-Kincaid grade of a text: 0.39 × words a sentence + 11.8 × syllables a word − 15.59. */
export function getGradeLevel(text: string): number {
  const sentences = text.split(/[.!?](?:\s|$)/).filter((part) => /[a-z]/i.test(part)).length || 1;
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
