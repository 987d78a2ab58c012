/** Digits of a US phone number without a leading 1. */
export function normalizePhoneDigits(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
}

/** `tel:` link of a US phone number: "(800) 555-0199" → "tel:+18005550199". */
export function formatPhoneHref(phone: string): string {
  return `tel:+1${normalizePhoneDigits(phone)}`;
}

const PHONE_LETTERS = /^\+?[\d\s().-]+$/;
const PHONE_DIGITS = 10;

/** Whether a text is exactly one US phone number with ten digits, in any common notation. */
export const isPhone = (text: string): boolean =>
  PHONE_LETTERS.test(text) && normalizePhoneDigits(text).length === PHONE_DIGITS;
