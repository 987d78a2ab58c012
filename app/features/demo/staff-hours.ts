import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { OFFSET_MS } from "./make-times.ts";

const OPENS = 7;
const CLOSES = 21;

/**
 * The same moment where it lies in the regular hours (7 AM to 9 PM), else some minutes after they
 * begin again.
 */
export function moveToStaffHours(at: number, minutesLater: number): number {
  const local = at - OFFSET_MS;
  const day = Math.floor(local / DAY_MS);
  const hour = (local - day * DAY_MS) / HOUR_MS;
  if (hour >= OPENS && hour < CLOSES) return at;
  return (
    (day + (hour < OPENS ? 0 : 1)) * DAY_MS + OPENS * HOUR_MS + minutesLater * MINUTE_MS + OFFSET_MS
  );
}

/** Work of the last hour has to lie in the regular hours as well. */
const FIRST_HOUR = 1;

/** The latest moment until this one at which staff have worked for an hour. */
export function getLastStaffTime(at: number): number {
  const local = at - OFFSET_MS;
  const day = Math.floor(local / DAY_MS);
  const hour = (local - day * DAY_MS) / HOUR_MS;
  if (hour >= OPENS + FIRST_HOUR && hour < CLOSES) return at;
  return (day - (hour < CLOSES ? 1 : 0)) * DAY_MS + CLOSES * HOUR_MS - MINUTE_MS + OFFSET_MS;
}
