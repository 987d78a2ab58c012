import type { QuoteField } from "../../quote/fields.ts";

/** What customers may correct on their own page; the phone number has a form and a consent of its own. */
export const CORRECTABLE = [
  "address",
  "city",
  "state",
  "zipCode",
  "email",
  "description",
] as const satisfies readonly QuoteField[];
export type CorrectableField = (typeof CORRECTABLE)[number];
export type CorrectionValues = Record<CorrectableField, string>;

/** Kinds of timeline events; their details have personal data, which an erasure clears. */
export const CORRECTED_EVENT = "corrected";
export const PHONE_EVENT = "phone-changed";

/**
 * How often the email address of a request may be changed in 24 hours: each address may be a
 * stranger's, whom we then write to.
 */
export const EMAIL_CHANGES_PER_DAY = 3;

/** Consent records are kept for years, so a page makes only some. */
export const PHONE_CHANGES_PER_HOUR = 5;

/** For so long after a change of the email address, a code sent to it does not allow an erasure. */
export const SETTLING_DAYS = 7;
