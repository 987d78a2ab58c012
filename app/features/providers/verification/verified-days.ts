import { getStartOfDay, toBusinessDay } from "#app/lib/business-days.ts";
import { DAY_MS } from "#app/lib/durations.ts";

/** The instant at which a day (2026-11-21) ends in the business time zone. */
export const getEndOfDay = (day: string, timeZone: string): Date =>
  getStartOfDay(
    new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10),
    timeZone,
  );

/** The last day before an instant: what ends at midnight is valid through the day before. */
export const getLastDayBefore = (at: Date, timeZone: string): string =>
  toBusinessDay(new Date(at.getTime() - 1), timeZone);
