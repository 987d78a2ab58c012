import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#app/lib/durations.ts";

/** How often the worker checks for something to report. */
export const NOTIFY_EVERY_MS = 30 * SECOND_MS;

/** Shortest time between two mails of a kind to one person; later events go into the next one. */
export const NEW_REQUESTS_EVERY_MS = MINUTE_MS;
export const OTHER_MAILS_EVERY_MS = 10 * MINUTE_MS;

/**
 * A request that looks like spam has waited this long when staff get a mail (lead safety, rule 5).
 */
export const HELD_TOO_LONG_MS = HOUR_MS;
/** An opt-out has waited this long for the CRM when staff get a mail. */
export const OPT_OUT_OVERDUE_MS = HOUR_MS;
/**
 * Younger rows may belong to a transaction that has not committed yet; longer than the longest
 * statement.
 */
export const SETTLE_MS = 20 * SECOND_MS;
/** Older new requests are never reported, however long mails were delayed. */
export const NEW_REQUESTS_LOOK_BACK_MS = 3 * DAY_MS;
export const TROUBLE_LOOK_BACK_MS = 30 * DAY_MS;

/** Requests that a mail lists by service and city; the others are only counted. */
export const NAMED_IN_A_MAIL = 10;

/** Pauses after failed tries; the last one repeats. */
export const RETRY_DELAYS_MS = [MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS] as const;
