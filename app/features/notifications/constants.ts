import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#app/lib/durations.ts";

/** How often the job checks for something to report. */
export const NOTIFY_EVERY_MS = 30 * SECOND_MS;

/** Shortest time between two mails of a kind to one person; events in between go into the next. */
export const NEW_REQUESTS_EVERY_MS = MINUTE_MS;
export const OTHER_MAILS_EVERY_MS = 10 * MINUTE_MS;
/** While backups fail or are missing: once a night, although nights differ by some hours. */
export const BACKUP_MAILS_EVERY_MS = 20 * HOUR_MS;

/** Staff get a mail about held requests that have waited this long (lead safety, rule 5). */
export const HELD_TOO_LONG_MS = HOUR_MS;
/** Staff get a mail about opt-outs that have waited this long for delivery to the CRM. */
export const OPT_OUT_OVERDUE_MS = HOUR_MS;
/**
 * Rows younger than this are left for the next mail, because rows with lower ids may not be
 * committed yet. Longer than the longest statement.
 */
export const SETTLE_MS = 20 * SECOND_MS;
/** New requests older than this are not reported, even if mails were delayed. */
export const NEW_REQUESTS_LOOK_BACK_MS = 3 * DAY_MS;
export const TROUBLE_LOOK_BACK_MS = 30 * DAY_MS;

/** How many requests a mail lists by service and city; the others are only counted. */
export const NAMED_IN_A_MAIL = 10;

/** Delays after failed attempts; the last one repeats. */
export const RETRY_DELAYS_MS = [MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS] as const;
