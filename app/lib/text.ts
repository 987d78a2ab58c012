/**
 * What PostgreSQL can store as text and as jsonb: no NUL, no lone surrogates. Nothing visible
 * changes.
 */
export function storableText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

/**
 * The beginning of a text: at most so many letters, counted as `length` counts them, and no half of
 * an emoji at its end.
 */
export const truncateText = (text: string, most: number): string =>
  text.length > most ? text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "") : text;

/**
 * The text without such characters at its end, in linear time; a pattern like `/[.,]+$/` takes
 * quadratic time.
 */
export function trimEndOf(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Replaces `{name}` by its value; unknown names stay as they are. */
export function replaceTokens(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(
    /\{([a-z-]+(?::[a-z0-9-]+)?)\}/gi,
    (token, name: string) => (Object.hasOwn(values, name) ? values[name] : undefined) ?? token,
  );
}

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

/** Every word with a capital, but for small ones that are not the first. */
export const titleCase = (text: string) =>
  text
    .split(" ")
    .map((word, at) =>
      at > 0 && SMALL_WORDS.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(" ");
