import type { COMMUNICATION_PREFERENCES, SCHEDULING_PREFERENCES } from "./constants.ts";

type Communication = (typeof COMMUNICATION_PREFERENCES)[number]["value"];
type Scheduling = (typeof SCHEDULING_PREFERENCES)[number]["value"];

const FIRST: Record<Communication, string> = {
  sms: "Watch your text messages: we write to the number you gave, and name the professional before anything is shared.",
  phone: "Keep your phone near: we call the number you gave, and name the professional before anything is shared.",
  email: "Watch your inbox, and the spam folder too: we write to you and name the professional before anything is shared.",
};

const SECOND: Record<Communication, Record<Scheduling, string>> = {
  sms: {
    "call-me": "Once you say yes by text, the professional calls you to agree on a time.",
    "online-scheduling": "We text you a link where you pick a time that suits you.",
    "text-me": "We settle the time by text as well, so you never need to pick up.",
  },
  phone: {
    "call-me": "We set the time in the same call, or the professional rings you back to do so.",
    "online-scheduling": "After the call you get a link to pick a time online.",
    "text-me": "After the call we text you times to choose from.",
  },
  email: {
    "call-me": "Once you agree by e-mail, the professional calls you to set a time.",
    "online-scheduling": "The e-mail holds a link where you pick a time that suits you.",
    "text-me": "Once you agree by e-mail, we text you times to choose from.",
  },
};

/** What happens next, for each of the nine pairs of preferences. */
export function nextSteps(preferences: { communication: string; scheduling: string; hasEmail: boolean }): string[] {
  const wanted = Object.hasOwn(FIRST, preferences.communication) ? (preferences.communication as Communication) : "phone";
  // Without an address there is nothing to write to.
  const communication = wanted === "email" && !preferences.hasEmail ? "phone" : wanted;
  const scheduling = Object.hasOwn(SECOND.sms, preferences.scheduling) ? (preferences.scheduling as Scheduling) : "call-me";
  return [FIRST[communication], SECOND[communication][scheduling], "Have photos of the problem and the make or model ready; they make the quote quicker."];
}
