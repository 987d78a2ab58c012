import { getInstant, toBusinessDay } from "#app/lib/business-days.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/durations.ts";

const MORNING = 9 * 60;
const AFTERNOON = 14 * 60;
const MONDAY = 1;

export type SnoozeTime = { label: string; at: Date };

/** The usual times until which a request is snoozed, the earliest first, in the business time zone. */
export function listSnoozeTimes(now: Date, timeZone: string): SnoozeTime[] {
  const today = Date.parse(`${toBusinessDay(now, timeZone)}T00:00:00Z`);
  const getTime = (ahead: number, minutes: number) =>
    getInstant(new Date(today + ahead * DAY_MS).toISOString().slice(0, 10), minutes, timeZone);
  const weekday = new Date(today).getUTCDay();
  const untilMonday = (MONDAY - weekday + 7) % 7 || 7;
  const hour = { label: "In 1 hour", at: new Date(now.getTime() + HOUR_MS) };
  const afternoon = { label: "This afternoon", at: getTime(0, AFTERNOON) };
  return [
    hour,
    // Only where it is later than in an hour.
    ...(afternoon.at > hour.at ? [afternoon] : []),
    { label: "Tomorrow morning", at: getTime(1, MORNING) },
    // On a Sunday it is tomorrow.
    ...(untilMonday > 1 ? [{ label: "Monday morning", at: getTime(untilMonday, MORNING) }] : []),
  ];
}
