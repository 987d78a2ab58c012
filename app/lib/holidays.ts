import { DAY_MS } from "./durations.ts";

type Day = { year: number; month: number; day: number };

const [MONDAY, TUESDAY, THURSDAY, FRIDAY] = [1, 2, 4, 5];

/** A day each year. `nth` counts that weekday within the month; -1 is the last. */
export type Holiday =
  | { name: string; month: number; day: number }
  | { name: string; month: number; weekday: number; nth: number }
  /** Counted from Easter Sunday. */
  | { name: string; fromEaster: number }
  /** The Tuesday after the first Monday of November. */
  | { name: string; isElectionDay: true };

const FEDERAL_HOLIDAYS: readonly Holiday[] = [
  { name: "New Year's Day", month: 1, day: 1 },
  { name: "Martin Luther King Jr. Day", month: 1, weekday: MONDAY, nth: 3 },
  { name: "Presidents' Day", month: 2, weekday: MONDAY, nth: 3 },
  { name: "Memorial Day", month: 5, weekday: MONDAY, nth: -1 },
  { name: "Juneteenth", month: 6, day: 19 },
  { name: "Independence Day", month: 7, day: 4 },
  { name: "Labor Day", month: 9, weekday: MONDAY, nth: 1 },
  { name: "Columbus Day", month: 10, weekday: MONDAY, nth: 2 },
  { name: "Veterans Day", month: 11, day: 11 },
  { name: "Thanksgiving Day", month: 11, weekday: THURSDAY, nth: 4 },
  { name: "Christmas Day", month: 12, day: 25 },
];

/** Easter Sunday of the Gregorian calendar (the algorithm of Meeus, Jones and Butcher). */
function getEaster(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = b >> 2;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * (c >> 2) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  return Date.UTC(year, month - 1, (h + l - 7 * m + 33 * month + 19) % 32);
}

/** Whether a holiday falls on a day, given as midnight UTC of that date. */
function isOn(holiday: Holiday, at: number): boolean {
  const date = new Date(at);
  const [month, day, weekday] = [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCDay()];
  if ("fromEaster" in holiday)
    return at === getEaster(date.getUTCFullYear()) + holiday.fromEaster * DAY_MS;
  if ("isElectionDay" in holiday)
    return month === 11 && weekday === TUESDAY && day >= 2 && day <= 8;
  if (holiday.month !== month) return false;
  if ("day" in holiday) return holiday.day === day;
  if (holiday.weekday !== weekday) return false;
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), month, 0)).getUTCDate();
  return holiday.nth === -1 ? day + 7 > daysInMonth : Math.ceil(day / 7) === holiday.nth;
}

/**
 * Whether a day is a holiday: a federal one or one of `own`, or the Friday before one that falls on
 * a Saturday, or the Monday after one that falls on a Sunday.
 */
export function isHoliday({ year, month, day }: Day, own: readonly Holiday[] = []): boolean {
  const at = Date.UTC(year, month - 1, day);
  const all = [...FEDERAL_HOLIDAYS, ...own];
  if (all.some((holiday) => isOn(holiday, at))) return true;
  const weekday = new Date(at).getUTCDay();
  const weekendDay = weekday === MONDAY ? at - DAY_MS : weekday === FRIDAY ? at + DAY_MS : null;
  return (
    weekendDay !== null && all.some((holiday) => "day" in holiday && isOn(holiday, weekendDay))
  );
}

/** Whether a day (2026-11-26) is a federal holiday, or the weekday on which one is observed. */
export function isFederalHoliday(day: string): boolean {
  const [year = 0, month = 0, dayOfMonth = 0] = day.split("-").map(Number);
  return isHoliday({ year, month, day: dayOfMonth });
}
