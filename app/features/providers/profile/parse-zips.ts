import { trimEndWhere } from "#app/lib/text.ts";
export type ParsedZips = {
  /** Five digits each, without repetitions, in the order of the text. */
  zips: string[];
  /** Other words of the text, each once. */
  unreadable: string[];
  /** How many repetitions were dropped. */
  duplicates: number;
};

const ZIP = /^(\d{5})(?:-\d{4})?$/;

/**
 * Reads ZIP codes from any text: everything except letters, digits and hyphens separates them. Of
 * ZIP+4 the first five digits count.
 */
export function parseZips(text: string): ParsedZips {
  const zips = new Set<string>();
  const unreadable = new Set<string>();
  let duplicates = 0;
  for (const token of text.split(/[^\p{L}\p{N}-]+/u)) {
    const word = trimEndWhere(token.replace(/^-+/, ""), /-/);
    if (!word) continue;
    const zip = ZIP.exec(word)?.[1];
    if (!zip) unreadable.add(word);
    else if (zips.has(zip)) duplicates += 1;
    else zips.add(zip);
  }
  return { zips: [...zips], unreadable: [...unreadable], duplicates };
}

const MOST_SHOWN = 5;
const WORD_LENGTH = 20;
const truncateWord = (word: string) =>
  word.length > WORD_LENGTH ? `${word.slice(0, WORD_LENGTH)}...` : word;

/** "12, abc and 3 more". */
export function summarizeWords(words: readonly string[]): string {
  const named = words.slice(0, MOST_SHOWN).map(truncateWord).join(", ");
  return words.length > MOST_SHOWN ? `${named} and ${words.length - MOST_SHOWN} more` : named;
}
