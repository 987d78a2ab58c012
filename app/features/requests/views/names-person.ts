import { normalizePhoneDigits } from "#app/lib/phone.ts";

/** Fewer digits of a phone number identify nobody. */
const MIN_PHONE_DIGITS = 7;

export type PersonWords = {
  /** In E.164. */
  phones: readonly string[];
  emails: readonly string[];
  /** Full names, as typed. */
  names: readonly string[];
};

const splitWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\d]+/u)
    .filter(Boolean);

/**
 * Whether a text names a person: it has a phone number in any notation, also without the area code, an
 * email address, or every word of a full name, in any order.
 */
export function namesPerson(text: string, { phones, emails, names }: PersonWords): boolean {
  const lower = text.toLowerCase();
  const numbers = lower.replace(/[^\p{L}\d]/gu, "").match(/\d+/g) ?? [];
  const words = new Set(splitWords(text));
  return (
    phones
      .map(normalizePhoneDigits)
      .some((phone) =>
        numbers.some(
          (number) =>
            (phone.length >= MIN_PHONE_DIGITS && number.includes(phone)) ||
            (number.length >= MIN_PHONE_DIGITS && phone.includes(number)),
        ),
      ) ||
    emails.some((email) => email !== "" && lower.includes(email.toLowerCase())) ||
    names.map(splitWords).some((name) => name.length > 0 && name.every((word) => words.has(word)))
  );
}
