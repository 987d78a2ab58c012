import { REVIEW_SAVED } from "#app/features/reviews/constants.ts";

/** What a form of the customer's page did, by the code in the address that it redirects to. */
export const DONE = {
  yes: "You said yes. They can see your details now and may call you.",
  another:
    "You said no. We are looking for another professional. If none fits, our team takes over.",
  "stopped-looking": "You said no, and we stopped looking. The request is closed.",
  canceled: "Your request is canceled.",
  "stopped-all":
    "We stopped all contact, for all your requests. If a professional has your details, we tell them to stop. A message that was already on its way may still reach you.",
  "stopped-company":
    "They can no longer see your details here. We are telling them to stop. If our email does not reach them, someone on our team calls them.",
  "code-sent":
    "A code is on its way to the email address in your request. Type it below, under Delete my details.",
  "erase-asked":
    "Our team was asked to delete your details. Someone will call you to check that it is you.",
  "erase-asked-by-stopped":
    "Our team was asked to delete your details. Call {phone}, so that we can check that it is you.",
  erased:
    "Your details are deleted here, and your links no longer work. Our team deletes them from our customer software too.",
  reviewed: REVIEW_SAVED,
  times: "Your times are saved.",
  "no-times": "Your times are removed.",
  "visit-moved":
    "The visit is moved, and we are letting the company know. If it is today or tomorrow, please call them too.",
  "visit-canceled":
    "The visit is canceled, and we are letting the company know. If it was for today or tomorrow, please call them too.",
  corrected: "Your corrections are saved.",
  unchanged: "Nothing changed.",
  "phone-changed": "Your new phone number and your consent for it are saved.",
  written: "Your message is sent. It is below, under Messages.",
} as const;
export type DoneCode = keyof typeof DONE;

/** The sentence for a code; null for any other text. */
export const describeDone = (code: string | null, { phone }: { phone: string }): string | null =>
  code !== null && Object.hasOwn(DONE, code)
    ? DONE[code as DoneCode].replace("{phone}", phone)
    : null;
