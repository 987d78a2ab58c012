import { getNextBusinessDay, toBusinessDay } from "#app/lib/business-days.ts";
import {
  type BusinessHours,
  getBusinessHours,
  getNextOpening,
  isOpenAt,
} from "#app/lib/business-hours.ts";
import { formatClock, formatZone } from "#app/lib/format-values.ts";

/** The hours in which staff work, as the setting states them, and the time zone of the business. */
export type StaffHours = { regularHours: string; emergencyHours: string; timeZone: string };

function formatDayOf(at: Date, now: Date, timeZone: string): string {
  const day = toBusinessDay(at, timeZone);
  if (day === toBusinessDay(now, timeZone)) return "today";
  if (day === getNextBusinessDay(now, timeZone)) return "tomorrow";
  return `on ${at.toLocaleDateString("en-US", { weekday: "long", timeZone })}`;
}

/** A time of day, in minutes after midnight. */
const formatMinutes = (minutes: number) =>
  minutes >= 24 * 60 ? "midnight" : formatClock(new Date(Date.UTC(2000, 0, 1, 0, minutes)), "UTC");

const isAlwaysOpen = ({ weekdays, from, to }: BusinessHours) =>
  weekdays.length === 7 && from === 0 && to === 24 * 60;

/**
 * When the team works, in one sentence that is true for the hour: "We are
 * open now, until 9 PM Eastern Time." or "Our office is closed now and opens tomorrow at 7 AM
 * Eastern Time. For an emergency, call us: 24/7."
 */
export function describeOpening(
  now: Date,
  { regularHours, emergencyHours, timeZone }: StaffHours,
): string {
  const hours = getBusinessHours(regularHours);
  const zone = formatZone(now, timeZone);
  if (isAlwaysOpen(hours)) return "We are open day and night.";
  if (isOpenAt(now, hours, timeZone))
    return `We are open now, until ${formatMinutes(hours.to)} ${zone}.`;
  const opens = getNextOpening(now, hours, timeZone);
  const again = `${formatDayOf(opens, now, timeZone)} at ${formatClock(opens, timeZone)} ${zone}`;
  return `Our office is closed now and opens ${again}. For an emergency, call us: ${emergencyHours}.`;
}

/**
 * When a request that was just sent is read: "Our team reads requests until 9 PM ET.", "Our team
 * reads requests again tomorrow at 7 AM ET." or "Our team reads requests day and night."
 */
export function describeTeamHours(
  now: Date,
  { regularHours, timeZone }: Pick<StaffHours, "regularHours" | "timeZone">,
): string {
  const hours = getBusinessHours(regularHours);
  const zone = formatZone(now, timeZone, "short");
  if (isAlwaysOpen(hours)) return "Our team reads requests day and night.";
  if (isOpenAt(now, hours, timeZone))
    return `Our team reads requests until ${formatMinutes(hours.to)} ${zone}.`;
  const opens = getNextOpening(now, hours, timeZone);
  return `Our team reads requests again ${formatDayOf(opens, now, timeZone)} at ${formatClock(opens, timeZone)} ${zone}.`;
}
