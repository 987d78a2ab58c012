import { TOO_MANY_TRIES } from "#app/lib/too-many-tries.ts";

export const STAFF_ROLES = ["reviewer", "staff", "superadmin"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];
export const ROLE_RANK: Record<StaffRole, number> = { superadmin: 3, staff: 2, reviewer: 1 };

export const LOGIN_FAILED = "Login failed";
/** Nothing was checked, and the attempt does not count. */
export const SIGN_IN_BUSY = "The site is busy. Please try again in a few seconds.";
/** HTTP status of a form that is refused with this message. */
export const getRefusalStatus = (message: string | undefined) =>
  message === SIGN_IN_BUSY ? 503 : 400;
export const CODE_FAILED = "2FA verification failed";
export const ACCESS_DENIED = "Access denied. Admin privileges required.";
export const NO_ACCESS = "You do not have administrative access to this system.";
export const formatRoleTooLow = (role: StaffRole) =>
  `Your role (${role}) does not have sufficient privileges for this area.`;

/** The address of the editor of articles, and what is said where it could not be loaded. */
export const ARTICLE_EDITOR_PATH = "/backyard/advertorials/editor";
export const ARTICLE_LOAD_FAILED = "Failed to load advertorial";

export const CODE_LENGTH = 6;
export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 256;

export const SESSION_IDLE_SECONDS = 60 * 60;
export const SESSION_REFRESH_SECONDS = 5 * 60;
export const SESSION_ABSOLUTE_MS = 12 * 60 * 60 * 1000;
export const CHALLENGE_SECONDS = 10 * 60;
export const LINK_MINUTES = 60;
/** Sensitive actions need no password for this long after it was typed. */
export const RECENT_PASSWORD_MINUTES = 10;

/** Wrong passwords before attempts are delayed, and the longest delay. */
export const FREE_ATTEMPTS = 5;
export const MAX_DELAY_SECONDS = 15 * 60;
/**
 * Password attempts of one address a minute, right or wrong: an office behind one address needs
 * fewer.
 */
export const MAX_ATTEMPTS_PER_ADDRESS = 60;
/** After this many wrong codes in a row only a superadmin can unlock the account. */
export const CODE_FAILURES_LIMIT = 100;

export const ACCOUNT_ERRORS = {
  needed: `Type your password to go on: it is more than ${RECENT_PASSWORD_MINUTES} minutes since you last did.`,
  password: "That is not your password.",
  code: CODE_FAILED,
  busy: SIGN_IN_BUSY,
  wait: TOO_MANY_TRIES,
  exists: "Two-factor sign-in is on already. Turn it off before you set it up again.",
} as const;
