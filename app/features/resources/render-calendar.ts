import { DAY_MS } from "#app/lib/durations.ts";
import {
  escapeCalendarText,
  formatCalendarInstant,
  joinCalendarLines,
} from "#app/lib/icalendar.ts";
import type { MaintenancePlan, PlannedTask } from "./plan-maintenance.ts";

/** RFC 5545, 3.8.1.9: 1 to 4 is high, 5 medium, 6 to 9 low. */
const PRIORITY: Record<PlannedTask["priority"], number> = { High: 1, Medium: 5, Low: 9 };

const compactDay = (day: string) => day.replaceAll("-", "");
const getNextDay = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

function renderEvent(task: PlannedTask, stamp: string, host: string): string[] {
  const who = task.who === "pro" ? "A job for a professional." : "You can do this yourself.";
  return [
    "BEGIN:VEVENT",
    // A task has one id a month, so that importing again adds nothing twice, even where the day that
    // is left for it is another one by then.
    `UID:${task.id}-${compactDay(task.due).slice(0, 6)}@${host}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compactDay(task.due)}`,
    `DTEND;VALUE=DATE:${compactDay(getNextDay(task.due))}`,
    `SUMMARY:${escapeCalendarText(task.task)}`,
    `DESCRIPTION:${escapeCalendarText(`${task.how}\n${who}`)}`,
    `PRIORITY:${PRIORITY[task.priority]}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

/**
 * A plan as iCalendar text (RFC 5545): one all-day event a task. `origin` such as
 * https://example.com names the events' source.
 */
export function renderCalendar(
  plan: MaintenancePlan,
  { now, origin }: { now: Date; origin: string },
): string {
  const host = new URL(origin).hostname;
  const stamp = formatCalendarInstant(now);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${host}//Maintenance Schedule Planner//EN`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "X-WR-CALNAME:Home maintenance plan",
    ...plan.months.flatMap(({ tasks }) => tasks).flatMap((task) => renderEvent(task, stamp, host)),
    "END:VCALENDAR",
  ];
  return joinCalendarLines(lines);
}
