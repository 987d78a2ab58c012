import { addBusinessTime, getBusinessHours } from "#app/lib/business-hours.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { isFederalHoliday } from "#app/lib/holidays.ts";
import { DISPUTE_BUSINESS_DAYS } from "./constants.ts";

/**
 * Until when a person decides a dispute: after two full days of our business hours. From 3 PM on a
 * Monday that is 3 PM on Wednesday; from a Saturday without hours, the end of Tuesday. Federal holidays
 * do not count, also where our hours are every day.
 */
export function getDisputeDueAt(
  now: Date,
  { regularHours, timeZone }: { regularHours: string; timeZone: string },
): Date {
  const hours = getBusinessHours(regularHours);
  const dayMs = (hours.to - hours.from) * MINUTE_MS;
  return addBusinessTime(now, DISPUTE_BUSINESS_DAYS * dayMs, {
    hours,
    timeZone,
    isDayOff: isFederalHoliday,
  });
}
