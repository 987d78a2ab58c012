import type { COMMUNICATION_PREFERENCES, SCHEDULING_PREFERENCES } from "./constants.ts";

type Communication = (typeof COMMUNICATION_PREFERENCES)[number]["value"];
type Scheduling = (typeof SCHEDULING_PREFERENCES)[number]["value"];

// Only what happens today: staff call, text and write by hand, nothing is sent automatically, and a professional gets the contact
// details after the customer has said yes to staff.

const NOTHING_SHARED = "Nothing is shared before we name the professional and you say yes.";
const NO_ADDRESS = `You left no e-mail address, so a person on our team calls the number you gave. ${NOTHING_SHARED}`;

const FIRST: Record<Communication, string> = {
  sms: `Keep your phone near: a person on our team texts or calls the number you gave. ${NOTHING_SHARED}`,
  phone: `Keep your phone near: a person on our team calls the number you gave. ${NOTHING_SHARED}`,
  email: `Watch your inbox, and the spam folder too: a person on our team writes to you. ${NOTHING_SHARED}`,
};

const SECOND: Record<Communication, Record<Scheduling, string>> = {
  sms: {
    "call-me": "After your yes, the professional gets your number to call you and set a time.",
    "online-scheduling": "Times cannot be picked online yet: after your yes, the professional gets your number to settle one by text or call.",
    "text-me": "After your yes, the professional gets your number and sees that you want to set the time by text.",
  },
  phone: {
    "call-me": "If you say yes in that call, the professional gets your number to ring you and set a time.",
    "online-scheduling": "Times cannot be picked online yet: if you say yes in that call, the professional gets your number to settle one.",
    "text-me": "If you say yes in that call, the professional gets your number and sees that you want to set the time by text.",
  },
  email: {
    "call-me": "If you answer yes, the professional gets your number to call you and set a time.",
    "online-scheduling": "Times cannot be picked online yet: if you answer yes, the professional gets your number and your e-mail address to settle one.",
    "text-me": "If you answer yes, the professional gets your number and sees that you want to set the time by text.",
  },
};

/** What happens next, for each of the nine pairs of preferences. */
export function nextSteps(preferences: { communication: string; scheduling: string; hasEmail: boolean }): string[] {
  const wanted = Object.hasOwn(FIRST, preferences.communication) ? (preferences.communication as Communication) : "phone";
  // Without an address there is nothing to write to.
  const isUnreachable = wanted === "email" && !preferences.hasEmail;
  const communication = isUnreachable ? "phone" : wanted;
  const scheduling = Object.hasOwn(SECOND.sms, preferences.scheduling) ? (preferences.scheduling as Scheduling) : "call-me";
  return [
    isUnreachable ? NO_ADDRESS : FIRST[communication],
    SECOND[communication][scheduling],
    "Have photos of the problem and the make or model ready: the professional may ask for them.",
  ];
}
