import { DAY_MS, HOUR_MS, MINUTE_MS } from "./durations.ts";
import { formatQuantity } from "./format-quantity.ts";

const MONTH_MS = 30 * DAY_MS;

const formatAgo = (count: number, unit: string) => `${formatQuantity(count, unit)} ago`;

/** How long ago something was. Without Intl: server and browser must render the same text. */
export function formatTimeAgo(at: number, now: number): string {
  const ms = now - at;
  if (ms < MINUTE_MS) return "just now";
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min ago`;
  if (ms < DAY_MS) return formatAgo(Math.floor(ms / HOUR_MS), "hour");
  if (ms < MONTH_MS) return formatAgo(Math.floor(ms / DAY_MS), "day");
  if (ms < 12 * MONTH_MS) return formatAgo(Math.floor(ms / MONTH_MS), "month");
  return formatAgo(Math.max(1, Math.floor(ms / (365 * DAY_MS))), "year");
}

/** How soon something is, such as "in 5 min"; like `formatTimeAgo` without Intl. */
export function formatTimeLeft(at: number, now: number): string {
  const ms = at - now;
  if (ms < MINUTE_MS) return "in a moment";
  if (ms < HOUR_MS) return `in ${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < DAY_MS) return `in ${formatQuantity(Math.floor(ms / HOUR_MS), "hour")}`;
  return `in ${formatQuantity(Math.floor(ms / DAY_MS), "day")}`;
}

const clockFormats = new Map<string, Intl.DateTimeFormat>();

function getClockFormat(timeZone: string): Intl.DateTimeFormat {
  const known = clockFormats.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone,
    dateStyle: "medium",
    timeStyle: "short",
  });
  clockFormats.set(timeZone, clock);
  return clock;
}

/**
 * The exact time in the business time zone, formatted only on the server: browsers use other
 * spaces.
 */
export const formatExactTime = (at: Date, timeZone: string): string =>
  `${getClockFormat(timeZone).format(at).replaceAll("\u202f", " ")} (${timeZone.replaceAll("_", " ")})`;

/** The time of day in a time zone, such as "5 PM" or "6:30 PM". Formatted only on the server. */
export function formatClockTime(at: Date, timeZone: string): string {
  const text = new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", minute: "2-digit" })
    .format(at)
    .replaceAll("\u202f", " ");
  return text.replace(":00", "");
}

/** A time for a page: milliseconds, and the exact time in words. */
export type Moment = { ms: number; exact: string };

export const toMoment = (at: Date, timeZone: string): Moment => ({
  ms: at.getTime(),
  exact: formatExactTime(at, timeZone),
});

type DayFormats = Record<"day" | "dayAndYear" | "month" | "monthAndYear", Intl.DateTimeFormat>;
const dayFormats = new Map<string, DayFormats>();

/** Creating a format takes longer than formatting a hundred dates with it. */
function getDayFormats(timeZone: string): DayFormats {
  const known = dayFormats.get(timeZone);
  if (known) return known;
  const create = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { ...options, timeZone });
  const formats = {
    day: create({ month: "long", day: "numeric" }),
    dayAndYear: create({ month: "long", day: "numeric", year: "numeric" }),
    month: create({ month: "long" }),
    monthAndYear: create({ month: "long", year: "numeric" }),
  };
  dayFormats.set(timeZone, formats);
  return formats;
}

type Clock = { timeZone: string; now: Date };
const isSameYear = (at: Date, { timeZone, now }: Clock) => {
  const { monthAndYear } = getDayFormats(timeZone);
  // "May 2026".
  const getYear = (date: Date) => monthAndYear.format(date).slice(-4);
  return getYear(at) === getYear(now);
};

/** The day of a past time in the business time zone: "May 4", or "May 4, 2025" of another year. */
export const formatPastDay = (at: Date, clock: Clock): string =>
  getDayFormats(clock.timeZone)[isSameYear(at, clock) ? "day" : "dayAndYear"].format(at);

/** The month of a past time: "May", or "May 2025" of another year. */
export const formatPastMonth = (at: Date, clock: Clock): string =>
  getDayFormats(clock.timeZone)[isSameYear(at, clock) ? "month" : "monthAndYear"].format(at);
