import { MINUTE_MS, SECOND_MS } from "#app/lib/durations.ts";

/** PostgreSQL notification channel of reports. */
export const PRESENCE_CHANNEL = "request_presence";
/** How often an open, visible request reports. */
export const HEARTBEAT_MS = 15 * SECOND_MS;
/** After this long without a report the person is gone. */
export const PRESENCE_TTL_MS = 40 * SECOND_MS;
/** On a phone the portal sleeps during a call, so a call is believed for longer. */
export const CALL_TTL_MS = 5 * MINUTE_MS;
/** After this long without a key nobody is typing. */
export const TYPING_MS = 8 * SECOND_MS;
/** A call that nobody ended in the portal counts as over after this. */
export const LONGEST_CALL_MS = 30 * MINUTE_MS;
/** Reports of one person, from all their tabs. */
export const REPORTS_PER_MINUTE = 180;
