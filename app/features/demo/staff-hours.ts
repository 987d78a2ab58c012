import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { OFFSET_MS } from "./time-picker.ts";

const OPENS = 7;
const CLOSES = 21;

/**
 * The same moment if it is within staff hours (7 AM to 9 PM), else some minutes after they begin
 * again.
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

/** Milliseconds of staff hours from the first of all days until a moment. */
function getStaffTime(at: number): number {
  const local = at - OFFSET_MS;
  const day = Math.floor(local / DAY_MS);
  const hour = (local - day * DAY_MS) / HOUR_MS;
  return (day * (CLOSES - OPENS) + Math.min(Math.max(hour - OPENS, 0), CLOSES - OPENS)) * HOUR_MS;
}

/** How many minutes of staff hours are between two moments. */
export const getStaffMinutes = (from: number, to: number): number =>
  Math.floor((getStaffTime(to) - getStaffTime(from)) / MINUTE_MS);

/** Staff must have worked this long before a moment. */
const WORKED_HOURS = 1;

/** The latest moment, at or before this one, at which staff have worked for an hour. */
export function getLastStaffTime(at: number): number {
  const local = at - OFFSET_MS;
  const day = Math.floor(local / DAY_MS);
  const hour = (local - day * DAY_MS) / HOUR_MS;
  if (hour >= OPENS + WORKED_HOURS && hour < CLOSES) return at;
  return (day - (hour < CLOSES ? 1 : 0)) * DAY_MS + CLOSES * HOUR_MS - MINUTE_MS + OFFSET_MS;
}
