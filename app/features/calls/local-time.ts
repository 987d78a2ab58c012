import { getDateFormat } from "#app/lib/date-formats.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";

/** The clock of a time zone, without formatting a date each time: lists ask for hundreds at once. */

const getFormat = (timeZone: string) =>
  getDateFormat({
    timeZone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });

/** UTC offsets in ms by zone and hour: clocks in the United States change at full hours of UTC. */
const offsets = new Map<string, Map<number, number>>();
const MOST_HOURS = 1_000;

function getOffset(zone: string, at: number): number {
  let hours = offsets.get(zone);
  if (!hours || hours.size > MOST_HOURS) {
    hours = new Map();
    offsets.set(zone, hours);
  }
  const hour = Math.floor(at / HOUR_MS);
  const known = hours.get(hour);
  if (known !== undefined) return known;
  const start = hour * HOUR_MS;
  const part = Object.fromEntries(
    getFormat(zone)
      .formatToParts(start)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<"year" | "month" | "day" | "hour" | "minute", number>;
  const wallClock = Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute);
  hours.set(hour, wallClock - start);
  return wallClock - start;
}

/** The wall-clock time of a zone, as the milliseconds of the same time in UTC. */
export const toWallClock = (zone: string, at: number): number => at + getOffset(zone, at);

/** The instant of a wall-clock time; of one that a change of clocks skips, an hour later. */
export function fromWallClock(zone: string, wallClock: number): number {
  const guess = wallClock - getOffset(zone, wallClock);
  return wallClock - getOffset(zone, guess);
}

/** The start of the wall clock's day. */
export const getWallDay = (wallClock: number): number => Math.floor(wallClock / DAY_MS) * DAY_MS;

const formatHour = (hour: number) => `${hour % 12 || 12}`;
const getHalf = (hour: number) => (hour % 24 < 12 ? "AM" : "PM");

/** A wall-clock time as "8:05 AM". */
export function formatWallClock(wallClock: number): string {
  const minutes = Math.floor((wallClock - getWallDay(wallClock)) / MINUTE_MS);
  const hour = Math.floor(minutes / 60);
  return `${formatHour(hour)}:${String(minutes % 60).padStart(2, "0")} ${getHalf(hour)}`;
}

/** A wall-clock time as "8 AM", with minutes only where there are some. */
export const formatShortClock = (wallClock: number): string =>
  formatWallClock(wallClock).replace(":00 ", " ");

/** Full hours of the day as "8 AM to 9 PM". */
export const formatHours = ({ from, to }: { from: number; to: number }): string =>
  `${formatHour(from)} ${getHalf(from)} to ${formatHour(to)} ${getHalf(to)}`;

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
export const formatWeekday = (wallClock: number): string =>
  WEEKDAYS[new Date(wallClock).getUTCDay()] ?? "";
