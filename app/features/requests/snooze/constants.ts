import { DAY_MS } from "#app/lib/durations.ts";

export const SNOOZED_EVENT = "snoozed";
export const SNOOZE_ENDED_EVENT = "snooze-ended";
/** The longest snooze until a time. */
export const MAX_SNOOZE_MS = 60 * DAY_MS;
/** A snooze until the customer does something ends after this long in any case. */
const CUSTOMER_DAYS = 14;
export const CUSTOMER_SNOOZE_MS = CUSTOMER_DAYS * DAY_MS;
export const CUSTOMER_SNOOZE_NAME = `${CUSTOMER_DAYS} days`;
