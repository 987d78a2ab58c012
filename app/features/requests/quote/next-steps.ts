import type { ChoiceValue } from "./fields.ts";

type Communication = ChoiceValue<"communicationPreference">;
type Scheduling = ChoiceValue<"schedulingPreference">;

// Only what actually happens: staff call, text and write personally, nothing is sent automatically,
// and a professional gets the contact details only after the customer has said yes to staff.

const BEFORE_YES =
  "No professional gets your name, phone number, e-mail or street address before we name that professional and you say yes.";
const NO_ADDRESS = `You left no e-mail address, so a person on our team will call the number you gave. ${BEFORE_YES}`;

const FIRST: Record<Communication, string> = {
  sms: `Keep your phone nearby. A person on our team will text or call the number you gave. ${BEFORE_YES}`,
  phone: `Keep your phone nearby. A person on our team will call the number you gave. ${BEFORE_YES}`,
  email: `Watch your inbox, and the spam folder too. A person on our team will write to you. ${BEFORE_YES}`,
};

const DETAILS = "the professional gets your contact details and the address you gave";

/**
 * What happens after a yes, by scheduling preference. The consent allows manually dialed calls by a
 * professional, and texts only after an okay.
 */
const AFTER_YES: Record<Scheduling, string> = {
  "call-me": `${DETAILS}, and may call you to set a time.`,
  "online-scheduling": `${DETAILS}, and may call you to set a time. Times cannot be picked online yet.`,
  "text-me": `${DETAILS}, and sees that you would rather set the time by text. The professional may call you, and needs your okay before texting.`,
};
const YES: Record<Communication, string> = {
  sms: "If you say yes",
  phone: "If you say yes on that call",
  email: "If you write back with a yes",
};

/** What happens next, for each of the nine pairs of preferences. */
export function listNextSteps(preferences: {
  communication: string;
  scheduling: string;
  hasEmail: boolean;
}): string[] {
  const wanted = Object.hasOwn(FIRST, preferences.communication)
    ? (preferences.communication as Communication)
    : "phone";
  // Without an address there is nothing to write to.
  const isUnreachable = wanted === "email" && !preferences.hasEmail;
  const communication = isUnreachable ? "phone" : wanted;
  const scheduling = Object.hasOwn(AFTER_YES, preferences.scheduling)
    ? (preferences.scheduling as Scheduling)
    : "call-me";
  return [
    isUnreachable ? NO_ADDRESS : FIRST[communication],
    `${YES[communication]}, ${AFTER_YES[scheduling]}`,
    "Have photos of the problem and the make or model ready: the professional may ask for them.",
  ];
}
