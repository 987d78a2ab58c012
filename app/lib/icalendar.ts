/** RFC 5545, 3.1: a line has at most 75 octets, without its line break. */
const LINE_OCTETS = 75;

/** A file for calendars, and what a mail with it says to do: to add the events, or to remove them. */
export type CalendarFile = { method: "PUBLISH" | "CANCEL"; text: string };

/**
 * RFC 5545, 3.3.11: backslash, semicolon, comma and line break are escaped; other control
 * characters are not allowed in text.
 */
export function escapeCalendarText(text: string): string {
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

/** The lines of an iCalendar text, folded and ended as RFC 5545 wants. */
export const joinCalendarLines = (lines: readonly string[]): string =>
  `${lines.map(foldLine).join("\r\n")}\r\n`;

/** An instant in UTC, as 20261124T190000Z. */
export const formatCalendarInstant = (at: Date): string =>
  `${at.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
