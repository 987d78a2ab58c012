/** How many minutes after a search the person's page and downloads can be opened. */
export const PERSON_TOKEN_MINUTES = 30;
/** What must be typed before a person's data is erased. */
export const ERASE_WORD = "ERASE";
export const CONTACT_LENGTH = 320;

/** How often one contact can be stopped in an hour, which is more than any person needs. */
export const STOP_LINK_LIMIT = 20;
/** How many stop forms one caller can send in an hour. */
export const STOP_FORM_LIMIT = 20;
export const STOP_WINDOW_SECONDS = 60 * 60;
/** Kind of the mail that confirms an opt-out. */
export const OPT_OUT_MAIL = "opt-out-confirmation";

export const PERSON_FAILURES = {
  unclear: "Enter a whole phone number, such as (404) 555-0123, or a whole email address.",
  expired: "This view has expired. Find the person again.",
  confirm: `Type ${ERASE_WORD} in capital letters to erase.`,
  sending: "A request of this person is being delivered right now. Try again in a minute.",
  unknown: "This form was not understood. Load the page again.",
} as const;
export type PersonFailure = keyof typeof PERSON_FAILURES;
