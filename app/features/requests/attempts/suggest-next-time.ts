import { type CallingPlaces, canCall, getCap } from "#app/features/calls/calling-hours.ts";
import {
  formatShortClock,
  formatWeekday,
  fromWallClock,
  getWallDay,
  toWallClock,
} from "#app/features/calls/local-time.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/durations.ts";
import { countRecent } from "./check-attempt.ts";
import type { AttemptChannel, AttemptResult } from "./constants.ts";

/** Times of day to try, in hours; the first that is allowed counts. */
const PARTS_OF_DAY: readonly (readonly number[])[] = [
  [9.5, 10.5, 11.5, 8.5],
  [13.5, 12.5, 14.5, 15.5, 16.5],
  [17.5, 18.5, 19.5],
];
const AFTERNOON = 12;
const EVENING = 17;
/** Sooner, the person is hardly elsewhere. */
const PAUSE_MS = 2 * HOUR_MS;
const DAYS_AHEAD = 7;

const getPartOfDay = (wallClock: number) => {
  const hour = (wallClock - getWallDay(wallClock)) / HOUR_MS;
  return hour < AFTERNOON ? 0 : hour < EVENING ? 1 : 2;
};

type SuggestOptions = {
  places: CallingPlaces;
  /** Attempts of the request, newest first. */
  attempts: readonly { at: Date; channel: AttemptChannel; result: AttemptResult }[];
  /** Calls and texts to the person in the last 24 hours, in ms since 1970. */
  recentAt: readonly number[];
  now: Date;
  /** Whether somebody works at a time; left out: always. */
  isStaffed?: (at: Date) => boolean;
};

/**
 * When to call again after a call without an answer: later that day or the next one, in a part of the
 * day that was not tried yet, inside the hours and below the cap. Null where there is no reason to:
 * the person was reached, the number is wrong, nobody called yet.
 */
export function suggestNextTime(options: SuggestOptions): Date | null {
  const { places, attempts, now } = options;
  const last = attempts.find(({ channel }) => channel === "call");
  if (last?.result !== "no-answer" && last?.result !== "voicemail") return null;
  const zone = places[0].zones[0] ?? "UTC";
  const tried = attempts
    .filter(({ channel }) => channel === "call")
    .map(({ at }) => toWallClock(zone, at.getTime()))
    .map((wallClock) => ({ day: getWallDay(wallClock), part: getPartOfDay(wallClock) }));
  const earliest = Math.max(now.getTime(), last.at.getTime() + PAUSE_MS);
  const today = getWallDay(toWallClock(zone, now.getTime()));
  const found: { at: number; day: number; tries: number }[] = [];
  for (let day = 0; day < DAYS_AHEAD; day += 1) {
    // The first day with an allowed time, and the one after it.
    if (found[0] && day > found[0].day + 1) break;
    const midnight = today + day * DAY_MS;
    for (const [part, hours] of PARTS_OF_DAY.entries()) {
      const before = tried.filter((call) => call.part === part);
      if (before.some((call) => call.day === midnight)) continue;
      const at = hours
        .map((hour) => fromWallClock(zone, midnight + hour * HOUR_MS))
        .find((time) => time >= earliest && isAllowed(time, options));
      if (at !== undefined) found.push({ at, day, tries: before.length });
    }
  }
  const fewest = Math.min(...found.map((time) => time.tries));
  const next = found.find((time) => time.tries === fewest);
  return next ? new Date(next.at) : null;
}

const isAllowed = (at: number, { places, recentAt, isStaffed }: SuggestOptions) =>
  canCall(places, new Date(at)) &&
  countRecent(recentAt, at) < getCap(places).mostAttempts &&
  (isStaffed?.(new Date(at)) ?? true);

type FormatOptions = { places: CallingPlaces; timeZone: string; now: Date };

/** A suggested time in words: "Try again today at 5:30 PM there (8:30 PM here)". */
export function formatNextTime(at: Date, { places, timeZone, now }: FormatOptions): string {
  const zone = places[0].zones[0] ?? "UTC";
  const there = toWallClock(zone, at.getTime());
  const days = (getWallDay(there) - getWallDay(toWallClock(zone, now.getTime()))) / DAY_MS;
  const day = days === 0 ? "today" : days === 1 ? "tomorrow" : `on ${formatWeekday(there)}`;
  const clock = formatShortClock(there);
  const here = toWallClock(timeZone, at.getTime());
  if (here === there) return `Try again ${day} at ${clock}`;
  const otherDay = getWallDay(here) === getWallDay(there) ? "" : `${formatWeekday(here)} `;
  return `Try again ${day} at ${clock} there (${otherDay}${formatShortClock(here)} here)`;
}
