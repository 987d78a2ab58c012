import { getDateFormat } from "./date-formats.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./durations.ts";
import { formatQuantity } from "./format-values.ts";

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

const getClockFormat = (timeZone: string) =>
  getDateFormat({ timeZone, dateStyle: "medium", timeStyle: "short" });

/**
 * The exact time in the business time zone, formatted only on the server: browsers use other
 * spaces.
 */
export const formatExactTime = (at: Date, timeZone: string): string =>
  `${getClockFormat(timeZone).format(at).replaceAll("\u202f", " ")} (${timeZone.replaceAll("_", " ")})`;

/** The time of day in a time zone, such as "5 PM" or "6:30 PM". Formatted only on the server. */
export function formatClockTime(at: Date, timeZone: string): string {
  const text = getDateFormat({ timeZone, hour: "numeric", minute: "2-digit" })
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

type Clock = { timeZone: string; now: Date };
const YEAR = { year: "numeric" } as const;
const isSameYear = (at: Date, { timeZone, now }: Clock) => {
  const format = getDateFormat({ ...YEAR, timeZone });
  return format.format(at) === format.format(now);
};
const formatPast = (at: Date, clock: Clock, parts: Intl.DateTimeFormatOptions) => {
  const { timeZone } = clock;
  const options = isSameYear(at, clock) ? { ...parts, timeZone } : { ...parts, ...YEAR, timeZone };
  return getDateFormat(options).format(at);
};

/** The day of a past time in the business time zone: "May 4", or "May 4, 2025" of another year. */
export const formatPastDay = (at: Date, clock: Clock): string =>
  formatPast(at, clock, { month: "long", day: "numeric" });

/** The month of a past time: "May", or "May 2025" of another year. */
export const formatPastMonth = (at: Date, clock: Clock): string =>
  formatPast(at, clock, { month: "long" });
