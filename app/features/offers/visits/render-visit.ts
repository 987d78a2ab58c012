import {
  type CalendarFile,
  escapeCalendarText,
  formatCalendarInstant,
  joinCalendarLines,
} from "#app/lib/icalendar.ts";

export type VisitFile = {
  visit: { id: string; state: string; startsAt: Date; endsAt: Date; sequence: number };
  summary: string;
  location: string;
  description: string;
  /** Who answers mails about the event: the business that runs this site. */
  organizer: { brand: string; email: string };
  /** Such as https://example.com. */
  origin: string;
  now: Date;
};

/**
 * A visit as iCalendar text (RFC 5545). It always has the same id, so that a newer file replaces an
 * older one; the file of a canceled visit removes it.
 */
export function renderVisit(file: VisitFile): CalendarFile {
  const { visit, summary, location, description, organizer, origin, now } = file;
  const isCanceled = visit.state === "canceled";
  const method = isCanceled ? "CANCEL" : "PUBLISH";
  const host = new URL(origin).hostname;
  const text = joinCalendarLines([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${host}//Visits//EN`,
    "CALSCALE:GREGORIAN",
    `METHOD:${method}`,
    "BEGIN:VEVENT",
    `UID:${visit.id}@${host}`,
    `DTSTAMP:${formatCalendarInstant(now)}`,
    `DTSTART:${formatCalendarInstant(visit.startsAt)}`,
    `DTEND:${formatCalendarInstant(visit.endsAt)}`,
    `SEQUENCE:${visit.sequence}`,
    `STATUS:${isCanceled ? "CANCELLED" : "CONFIRMED"}`,
    `SUMMARY:${escapeCalendarText(summary)}`,
    ...(location ? [`LOCATION:${escapeCalendarText(location)}`] : []),
    `DESCRIPTION:${escapeCalendarText(description)}`,
    `ORGANIZER;CN=${quoteParameter(organizer.brand)}:mailto:${organizer.email}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ]);
  return { method, text };
}

/** RFC 5545, 3.2: a quoted parameter has neither quotes nor control characters. */
const quoteParameter = (text: string) => `"${escapeCalendarText(text).replaceAll(/["\\]/g, "")}"`;
