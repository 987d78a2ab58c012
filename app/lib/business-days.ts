import { DAY_MS, MINUTE_MS } from "./durations.ts";

/** Used when the stored time zone is invalid: values in the default zone are better than none. */
const FALLBACK_ZONE = "America/New_York";

const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    const parts = {
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    } as const;
    try {
      format = new Intl.DateTimeFormat("en-US", { ...parts, timeZone });
    } catch {
      format = new Intl.DateTimeFormat("en-US", { ...parts, timeZone: FALLBACK_ZONE });
    }
    formats.set(timeZone, format);
  }
  return format;
}

/** The wall-clock time of a zone at an instant, as the milliseconds of the same time in UTC. */
function getWallClock(at: number, timeZone: string): number {
  // In the order of American English. A page of the portal needs many of these times, and asking for
  // the parts by name takes almost three times as long.
  const parts = getFormat(timeZone).format(at).match(/\d+/g) ?? [];
  const [month = 0, day, year = 0, hour, minute, second] = parts.map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const formatIsoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The day of an instant in a time zone, as 2026-11-21. */
export const toBusinessDay = (at: Date, timeZone: string): string =>
  formatIsoDay(getWallClock(at.getTime(), timeZone));

/** The day after the one of an instant: not what it is 24 hours later, where clocks change. */
export const getNextBusinessDay = (at: Date, timeZone: string): string =>
  formatIsoDay(Date.parse(`${toBusinessDay(at, timeZone)}T00:00:00Z`) + DAY_MS);

/**
 * The first instant of a day (2026-11-21) in a time zone; where clocks change at midnight it is not
 * 0:00.
 */
export function getStartOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const candidates = listInstants(midnight, timeZone);
  return new Date(
    candidates.find((at) => toBusinessDay(new Date(at), timeZone) === day) ??
      candidates[0] ??
      midnight,
  );
}

/**
 * The instant of a time of day in a time zone: of a time that the clock change skips, the one an hour
 * later; of a time that comes twice, the first.
 * @param minutes after midnight; 24 * 60 is the end of the day
 */
export function getInstant(day: string, minutes: number, timeZone: string): Date {
  const wallClock = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS;
  const candidates = listInstants(wallClock, timeZone);
  return new Date(
    candidates.find((at) => getWallClock(at, timeZone) === wallClock) ??
      candidates.at(-1) ??
      wallClock,
  );
}

/** A local time as a field of the type `datetime-local` has it. */
export const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})$/;

/**
 * The instant of a local time (2026-11-21T14:30); null where it is none.
 */
export function parseLocalTime(text: string, timeZone: string): Date | null {
  const [, day = "", hour, minute] = LOCAL_TIME.exec(text) ?? [];
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // A day such as February 30 would be read as another one.
  if (Number.isNaN(midnight) || formatIsoDay(midnight) !== day) return null;
  if (Number(hour) > 23 || Number(minute) > 59) return null;
  return getInstant(day, Number(hour) * 60 + Number(minute), timeZone);
}

/** A local time as `parseLocalTime` reads it. */
export const formatLocalTime = (at: Date, timeZone: string): string =>
  new Date(getWallClock(at.getTime(), timeZone)).toISOString().slice(0, 16);

/**
 * Instants that may have a wall-clock time, in order: with the zone's UTC offsets a day before and a
 * day after, of which one applies.
 */
const listInstants = (wallClock: number, timeZone: string): number[] =>
  [wallClock - DAY_MS, wallClock + DAY_MS]
    .map((near) => wallClock - (getWallClock(near, timeZone) - near))
    .sort((a, b) => a - b);

export type BusinessDays = {
  /** Oldest first; the last is today. */
  names: string[];
  /** The first instant of each. */
  starts: Date[];
  /** The oldest day. */
  firstDay: string;
  /** Its first instant. */
  since: Date;
};

/** Today and the days before it, `count` in all, in the business's time zone. */
export function listLastDays(
  now: Date,
  { count, timeZone }: { count: number; timeZone: string },
): BusinessDays {
  const today = Date.parse(`${toBusinessDay(now, timeZone)}T00:00:00Z`);
  const names = Array.from({ length: count }, (_, index) =>
    formatIsoDay(today - (count - 1 - index) * DAY_MS),
  );
  const starts = names.map((name) => getStartOfDay(name, timeZone));
  const firstDay = names[0] ?? toBusinessDay(now, timeZone);
  return { names, starts, firstDay, since: starts[0] ?? getStartOfDay(firstDay, timeZone) };
}
