/**
 * Removes NUL and replaces lone surrogates, which PostgreSQL cannot store as text or jsonb. Nothing
 * visible changes.
 */
export function toStorableText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

/**
 * The beginning of a text: at most `maxLength` UTF-16 units, like `length`, without half an emoji
 * at its end.
 */
export const truncateText = (text: string, maxLength: number): string =>
  text.length > maxLength ? text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "") : text;

/**
 * The text without matching characters at its end, in linear time; a pattern like `/[.,]+$/` takes
 * quadratic time.
 */
export function trimEndWhere(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The text with a period at its end, unless it already ends with a mark. */
export const endSentence = (text: string) =>
  text === "" || /[.!?:…]["”')]?$/.test(text) ? text : `${text}.`;

const SMALL_WORDS = new Set([
  "a",
  "an",
  "and",
  "at",
  "by",
  "for",
  "from",
  "in",
  "of",
  "on",
  "or",
  "the",
  "to",
  "with",
]);

/** Capitalizes every word except small ones that are not the first. */
export const toTitleCase = (text: string) =>
  text
    .split(" ")
    .map((word, index) => (index > 0 && SMALL_WORDS.has(word) ? word : capitalize(word)))
    .join(" ");

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
