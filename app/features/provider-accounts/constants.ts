import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#app/lib/durations.ts";

export const PROVIDER_ROLES = ["member", "owner"] as const;
export type ProviderRole = (typeof PROVIDER_ROLES)[number];
export const PROVIDER_ROLE_LABELS: Record<ProviderRole, string> = {
  member: "Member",
  owner: "Owner",
};

/** What a person can choose to be told: by mail, and on devices where notifications are turned on. */
export const CHOICES = [
  "mailsOffers",
  "mailsJobs",
  "mailsMessages",
  "mailsCredits",
  "pushesOffers",
  "pushesJobs",
  "pushesMessages",
] as const;
export type Choice = (typeof CHOICES)[number];

/** Where a provider's people sign in, and what their portal's pages begin with. */
export const PORTAL_PATH = "/pro";
/** The page that a sign-in opens. */
export const PORTAL_HOME = "/pro/today";
/** What staff see of a provider's portal begins with this path. */
export const getViewAsPath = (providerId: string) => `/backyard/providers/${providerId}/portal`;

/** A mailed link and its code work for this long. */
export const SIGN_IN_MINUTES = 15;
/** An invitation works for this long. */
export const INVITATION_DAYS = 7;
export const CODE_LENGTH = 6;
/** Wrong codes of one mail, after which a new mail is needed. */
export const MAX_CODE_FAILURES = 5;
/** Mails that one mailbox can be sent in an hour: from one network, and from all together. */
export const MAILS_PER_HOUR = 5;
export const ALL_MAILS_PER_HOUR = 30;
/** Wrong codes for one mailbox in a quarter of an hour; then only the mailed link signs in. */
export const WRONG_CODES = 10;
export const WRONG_CODES_SECONDS = 900;
/** Sign-ins that one client address can start in an hour, and forms that it can send in a minute. */
export const STARTS_PER_HOUR = 30;
export const FORMS_PER_MINUTE = 20;

/**
 * People who work from a van must not sign in each hour. Their portal shows customers of their own jobs
 * alone, as the link of an offer does for a month; changes of people and sign-in need a recent one.
 */
export const SESSION_IDLE_MS = 14 * DAY_MS;
export const SESSION_ABSOLUTE_MS = 60 * DAY_MS;
/** The time of the last use is stored this often. */
export const SESSION_REFRESH_MS = 5 * MINUTE_MS;
/** Who may act, and how they sign in, can be changed for this long after a sign-in. */
export const RECENT_SIGN_IN_MS = HOUR_MS;

/** How long a browser keeps the cookie that its notifications belong to: the most that browsers allow. */
export const DEVICE_COOKIE_SECONDS = (400 * DAY_MS) / SECOND_MS;

export const NAME_LENGTH = 80;
export const EMAIL_LENGTH = 254;
export const MAX_PEOPLE = 50;
