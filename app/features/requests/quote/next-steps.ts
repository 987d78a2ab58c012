import type { ChoiceValue } from "./fields.ts";

type Communication = ChoiceValue<"communicationPreference">;
type Scheduling = ChoiceValue<"schedulingPreference">;

// Only what actually happens: staff call, text and write personally. A professional gets the
// contact details only after the customer has said yes, on their own page or to staff.

/** True for all steps before the yes. The same list as in the mail that confirms the request. */
export const BEFORE_YES =
  "We give no pro your name, phone number, email or street address before you say yes to that pro.";

const FIRST: Record<Communication, string> = {
  sms: "Someone on our team may text or call the number you gave with a question about the job.",
  phone: "Someone on our team may call the number you gave with a question about the job.",
  email:
    "Someone on our team may email you with a question about the job. Check your spam folder too.",
};
const NO_MAIL =
  "We cannot reach you by email, so someone on our team will call the number you gave.";

const ON_PAGE = "on your request's page";
const ASK_PROS = "We ask pros one at a time.";
const ASK_BY_MAIL = `${ASK_PROS} If one can take the job, we email you who it is.`;
const ASK_BY_BOTH = `${ASK_PROS} If one can take the job, we email and call you to say who.`;
const ASK_BY_PHONE = `${ASK_PROS} If one can take the job, we call and say who.`;

const DETAILS =
  "After your yes, the pro gets your name, contact details, address, photos and full description";
const SET_TIME = `${DETAILS}, and may call you to set a time.`;

/**
 * What happens after a yes, by scheduling preference. The consent allows manually dialed calls by a
 * professional, and texts only after an okay.
 */
const AFTER_YES: Record<Scheduling, (hasPage: boolean) => string> = {
  "call-me": () => SET_TIME,
  "online-scheduling": (hasPage) =>
    hasPage
      ? `Add up to three days and times ${ON_PAGE} now. If the pro picks one and you say yes before then, it is booked. ${DETAILS}, and may call you, for example to set another time.`
      : `When we contact you, tell us which days and times suit you. ${SET_TIME}`,
  "text-me": () =>
    `${DETAILS}, and sees that you prefer texts. The pro needs your okay before texting, and may call you to get it.`,
};

type AnswerOptions = { isCalled: boolean; canMail: boolean; hasPage: boolean };

/** How a yes or no is given. A page that is not linked here is not named: the mail links to it. */
function listAnswers({ isCalled, canMail, hasPage }: AnswerOptions): string[] {
  if (isCalled) {
    if (hasPage) return [`Answer then, or ${ON_PAGE}.`];
    return canMail ? ["Answer then, or by the link in the email."] : [];
  }
  return [
    hasPage ? `Answer ${ON_PAGE}.` : "Answer by the link in that email.",
    "If you do not answer, we call you.",
  ];
}

/** The three steps in a few words. */
export const STEP_LEADS = [
  "We read your request.",
  "You say yes or no.",
  "You agree on a time.",
] as const;

export type Preferences = {
  communication: string;
  scheduling: string;
  /** They left an email address, and there is a mail server. */
  canMail: boolean;
  isUrgent: boolean;
  /** Whether there is a link to the customer's own page beside the steps. */
  hasPage: boolean;
};

/**
 * What happens next, for each of the nine pairs of preferences. The same people are called at once
 * as by `isCalledAtOnce`.
 */
export function listNextSteps(preferences: Preferences): string[] {
  const { canMail, isUrgent, hasPage } = preferences;
  const wanted = Object.hasOwn(FIRST, preferences.communication)
    ? (preferences.communication as Communication)
    : "phone";
  // Without an address or a mail server nothing can be written.
  const first = wanted === "email" && !canMail ? NO_MAIL : FIRST[wanted];
  const isCalled = wanted !== "email" || isUrgent || !canMail;
  const ask = !canMail ? ASK_BY_PHONE : isCalled ? ASK_BY_BOTH : ASK_BY_MAIL;
  const scheduling = Object.hasOwn(AFTER_YES, preferences.scheduling)
    ? (preferences.scheduling as Scheduling)
    : "call-me";
  return [
    first,
    [ask, ...listAnswers({ isCalled, canMail, hasPage })].join(" "),
    AFTER_YES[scheduling](hasPage),
  ];
}
