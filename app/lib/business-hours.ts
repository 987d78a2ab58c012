import { getInstant, toBusinessDay } from "./business-days.ts";
import { DAY_MS } from "./durations.ts";

const SUNDAY_TO_SATURDAY = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
/** No schedule leaves more days in a row without hours. */
const MAX_DAYS_AHEAD = 60;
const MAX_LENGTH = 60;

/** When staff work: on these weekdays (0 is Sunday), from and to in minutes after midnight. */
export type BusinessHours = { weekdays: readonly number[]; from: number; to: number };

/** Used where the text of the setting cannot be read. */
export const FALLBACK_HOURS: BusinessHours = {
  weekdays: [1, 2, 3, 4, 5],
  from: 9 * 60,
  to: 17 * 60,
};

/** Minutes after midnight of "9", "9 AM", "9:30 pm"; null where it is none. */
function parseClock(text: string): number | null {
  const match = /^(\d{1,2})(?::(\d{2}))? ?(am|pm)?$/.exec(text);
  if (!match) return null;
  const [, hour, minute = "0", half] = match;
  const hours = Number(hour);
  if (hours > (half ? 12 : 24) || Number(minute) > 59) return null;
  const in24 = half ? (hours % 12) + (half === "pm" ? 12 : 0) : hours;
  return in24 * 60 + Number(minute);
}

/** Weekdays of "mon - fri" or "sat"; null where it is neither. */
function parseDays(text: string): number[] | null {
  const [first = -1, last = first] = text
    .split("-")
    .map((day) => SUNDAY_TO_SATURDAY.indexOf(day.trim().slice(0, 3)));
  if (first < 0 || last < 0) return null;
  const count = ((last - first + 7) % 7) + 1;
  return Array.from({ length: count }, (_, offset) => (first + offset) % 7);
}

/**
 * The hours in a text such as "7 AM - 9 PM" (every day) or "Mon-Fri 9 AM - 5 PM".
 * @returns null where the text has another form
 */
export function parseBusinessHours(text: string): BusinessHours | null {
  const plain = text
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .replaceAll(/[–—]/g, "-")
    .replaceAll(".", "")
    .replaceAll(",", "")
    .trim();
  if (plain === "24/7") return { weekdays: [0, 1, 2, 3, 4, 5, 6], from: 0, to: 24 * 60 };
  const start = plain.search(/\d/);
  if (start < 0) return null;
  const days = plain.slice(0, start).replace(":", "").trim();
  const weekdays = days === "" ? [0, 1, 2, 3, 4, 5, 6] : parseDays(days);
  const [from, to, ...rest] = plain
    .slice(start)
    .split("-")
    .map((clock) => parseClock(clock.trim()));
  if (!weekdays || rest.length > 0 || from == null || to == null || from >= to) return null;
  return { weekdays, from, to };
}

/** The hours of staff as the setting states them. */
export const getBusinessHours = (text: string): BusinessHours =>
  parseBusinessHours(text) ?? FALLBACK_HOURS;

type Opening = { opens: number; closes: number };
/** Whether a day (2026-11-26) does not count, although its weekday has hours. */
type IsDayOff = (day: string) => boolean;

/** The hours of one day, or null where it has none. */
function getOpening(
  day: string,
  { weekdays, from, to }: BusinessHours,
  timeZone: string,
): Opening | null {
  if (!weekdays.includes(new Date(`${day}T00:00:00Z`).getUTCDay())) return null;
  return {
    opens: getInstant(day, from, timeZone).getTime(),
    closes: getInstant(day, to, timeZone).getTime(),
  };
}

/** The openings that end after an instant, the earliest first. */
function* listOpenings(
  at: Date,
  hours: BusinessHours,
  timeZone: string,
  isDayOff: IsDayOff = () => false,
): Generator<Opening> {
  const today = Date.parse(`${toBusinessDay(at, timeZone)}T00:00:00Z`);
  for (let ahead = 0; ahead <= MAX_DAYS_AHEAD; ahead++) {
    const day = new Date(today + ahead * DAY_MS).toISOString().slice(0, 10);
    const opening = isDayOff(day) ? null : getOpening(day, hours, timeZone);
    if (opening && opening.closes > at.getTime()) yield opening;
  }
}

/** Whether staff work at an instant. */
export function isOpenAt(at: Date, hours: BusinessHours, timeZone: string): boolean {
  const [next] = listOpenings(at, hours, timeZone);
  return next !== undefined && next.opens <= at.getTime();
}

/** When staff work next: the instant itself during their hours. */
export function getNextOpening(at: Date, hours: BusinessHours, timeZone: string): Date {
  const [next] = listOpenings(at, hours, timeZone);
  return new Date(Math.max(at.getTime(), next?.opens ?? at.getTime()));
}

/** The instant after so much time of business hours: four hours from 4 PM may be 11 AM tomorrow. */
export function addBusinessTime(
  at: Date,
  ms: number,
  { hours, timeZone, isDayOff }: { hours: BusinessHours; timeZone: string; isDayOff?: IsDayOff },
): Date {
  let left = ms;
  for (const { opens, closes } of listOpenings(at, hours, timeZone, isDayOff)) {
    const start = Math.max(at.getTime(), opens);
    if (start + left <= closes) return new Date(start + left);
    left -= closes - start;
  }
  return new Date(at.getTime() + ms);
}

/** How much of the time between two instants was business hours, in milliseconds. */
export function getBusinessTime(
  { from, to }: { from: Date; to: Date },
  { hours, timeZone }: { hours: BusinessHours; timeZone: string },
): number {
  let sum = 0;
  for (const { opens, closes } of listOpenings(from, hours, timeZone)) {
    if (opens >= to.getTime()) break;
    sum += Math.min(closes, to.getTime()) - Math.max(opens, from.getTime());
  }
  return sum;
}

/**
 * The latest instant from which so much time of business hours has passed until `at`: what is older
 * has waited longer. Four hours before 11 AM may be 4 PM yesterday.
 */
export function subtractBusinessTime(
  at: Date,
  ms: number,
  { hours, timeZone }: { hours: BusinessHours; timeZone: string },
): Date {
  const today = Date.parse(`${toBusinessDay(at, timeZone)}T00:00:00Z`);
  let left = ms;
  for (let ago = 0; ago <= MAX_DAYS_AHEAD; ago++) {
    const day = new Date(today - ago * DAY_MS).toISOString().slice(0, 10);
    const opening = getOpening(day, hours, timeZone);
    if (!opening || opening.opens >= at.getTime()) continue;
    const end = Math.min(at.getTime(), opening.closes);
    if (end - left >= opening.opens) return new Date(end - left);
    left -= end - opening.opens;
  }
  return new Date(at.getTime() - ms);
}
