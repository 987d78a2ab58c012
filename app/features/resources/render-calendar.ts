import { DAY_MS } from "#app/lib/durations.ts";
import type { MaintenancePlan, PlannedTask } from "./plan-maintenance.ts";

/** RFC 5545, 3.1: a line has at most 75 octets, without its line break. */
const LINE_OCTETS = 75;
/** RFC 5545, 3.8.1.9: 1 to 4 is high, 5 medium, 6 to 9 low. */
const PRIORITY: Record<PlannedTask["priority"], number> = { High: 1, Medium: 5, Low: 9 };

/**
 * RFC 5545, 3.3.11: backslash, semicolon, comma and line break are escaped; other control
 * characters are not allowed in text.
 */
function escapeText(text: string): string {
  return (
    text
      .replace(/[\\;,]/g, "\\$&")
      .replace(/\r\n|\r|\n/g, "\\n")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "")
  );
}

/** Breaks a long line into lines of 75 octets that begin with a space, never inside a character. */
function foldLine(line: string): string {
  const encoder = new TextEncoder();
  const lines: string[] = [];
  let current = "";
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > LINE_OCTETS) {
      lines.push(current);
      current = " ";
      octets = 1;
    }
    current += character;
    octets += size;
  }
  return [...lines, current].join("\r\n");
}

const compactDay = (day: string) => day.replaceAll("-", "");
const formatTimestamp = (now: Date) => `${now.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
const getNextDay = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

function renderEvent(task: PlannedTask, stamp: string, host: string): string[] {
  const who = task.who === "pro" ? "A job for a professional." : "You can do this yourself.";
  return [
    "BEGIN:VEVENT",
    // The same task on the same day has the same id, so that importing twice adds nothing twice.
    `UID:${task.id}-${compactDay(task.due)}@${host}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compactDay(task.due)}`,
    `DTEND;VALUE=DATE:${compactDay(getNextDay(task.due))}`,
    `SUMMARY:${escapeText(task.task)}`,
    `DESCRIPTION:${escapeText(`${task.how}\n${who}`)}`,
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
  const stamp = formatTimestamp(now);
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
  return `${lines.map(foldLine).join("\r\n")}\r\n`;
}
