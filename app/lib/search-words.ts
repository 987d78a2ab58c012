import { normalizePhoneDigits } from "./phone.ts";

const MAX_SEARCH_WORDS = 6;
/** Shorter queries are not read as part of a phone number. */
const MIN_PHONE_DIGITS = 3;

/**
 * The words of a query; a row must contain all of them. Phone numbers are reduced to their digits,
 * as in the column that is searched.
 */
export function splitSearchWords(query: string): string[] {
  const digits = normalizePhoneDigits(query);
  if (digits.length >= MIN_PHONE_DIGITS && !/\p{L}/u.test(query)) return [digits];
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .map((word) =>
      /^[+\d().-]+$/.test(word) && /\d/.test(word) ? normalizePhoneDigits(word) : word,
    );
  // A complete phone number is specific enough without the other words.
  const phone = words.find((word) => /^\d{10,}$/.test(word));
  return phone ? [phone] : words.filter(Boolean).slice(0, MAX_SEARCH_WORDS);
}
