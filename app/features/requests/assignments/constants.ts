import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#app/lib/durations.ts";

/** How often expired assignments, snoozes that are over and waiting requests are looked for. */
export const WATCH_EVERY_MS = 3 * SECOND_MS;
/** How many requests one run changes at most; the next run takes the others. */
export const WATCHED_A_RUN = 200;
/** Actor of what happens because its time came. */
export const CLOCK_ACTOR = "clock";

/** An emergency of the last day that nobody tried for this long raises an alarm. */
export const EMERGENCY_WAIT_MS = 5 * MINUTE_MS;
export const EMERGENCY_LOOK_BACK_MS = DAY_MS;
/** Any other request raises one after this much of the office's hours. */
export const LONGEST_WAIT_MS = HOUR_MS;
/** Older requests are history: a new installation with imported requests must not alarm. */
export const WAIT_LOOK_BACK_MS = 7 * DAY_MS;
/** As long as the longest snooze and some days: its end may start a return timer again. */
export const RETURN_LOOK_BACK_MS = 70 * DAY_MS;
/** How long a member who takes over is on shift. */
export const TAKE_OVER_MS = 2 * HOUR_MS;
/** How many waiting requests the banner links to. */
export const LINKED_REQUESTS = 3;

export const SHIFTS_A_DAY = 4;
export const WEEKDAYS = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;

/** Kind of the timeline's event when an assignment ends because nobody tried. */
export const RETURNED_EVENT = "returned";
