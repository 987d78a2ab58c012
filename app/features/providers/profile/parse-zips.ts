import { trimEndWhere } from "#app/lib/text.ts";

export type ParsedZips = {
  /** Five digits each, without duplicates, in the order of the text. */
  zips: string[];
  /** Other words of the text, each once. */
  unreadable: string[];
  /** How many duplicates were dropped. */
  duplicates: number;
};

const ZIP = /^(\d{5})(?:-\d{4})?$/;

/**
 * Reads ZIP codes from any text: everything except letters, digits and hyphens separates them. ZIP+4
 * is shortened to five digits.
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

const MAX_SHOWN_WORDS = 5;
const MAX_WORD_LENGTH = 20;
const truncateWord = (word: string) =>
  word.length > MAX_WORD_LENGTH ? `${word.slice(0, MAX_WORD_LENGTH)}...` : word;

/** "12, abc and 3 more". */
export function summarizeWords(words: readonly string[]): string {
  const named = words.slice(0, MAX_SHOWN_WORDS).map(truncateWord).join(", ");
  return words.length > MAX_SHOWN_WORDS
    ? `${named} and ${words.length - MAX_SHOWN_WORDS} more`
    : named;
}
