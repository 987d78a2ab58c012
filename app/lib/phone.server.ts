import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** E.164 form of a typed US phone number, or null where it is not one. */
export function toE164(phone: string): string | null {
  const parsed = parsePhoneNumberFromString(phone, "US");
  return parsed?.isPossible() ? parsed.number : null;
}
