/** One property of a calendar file: its value without escapes, and its parameters as text. */
type Property = { value: string; parameters: string };
/** A parsed VEVENT, by property name. */
export type CalendarEvent = Record<string, Property>;

const ESCAPES: Record<string, string> = { n: "\n", N: "\n" };
const unescapeText = (text: string) =>
  text.replace(/\\(.)/g, (_, character: string) => ESCAPES[character] ?? character);

/**
 * Parses a calendar file with one event as a calendar program does, and throws where it breaks the
 * rules of RFC 5545 for lines.
 */
export function parseCalendar(text: string): { method: string; event: CalendarEvent } {
  if (!text.endsWith("\r\n")) throw new Error("the last line does not end");
  const raw = text.slice(0, -2).split("\r\n");
  for (const line of raw) {
    if (/[\r\n]/.test(line)) throw new Error(`a bare line break in ${line}`);
    if (Buffer.byteLength(line) > 75) throw new Error(`a line of more than 75 octets: ${line}`);
  }
  const lines: string[] = [];
  for (const line of raw)
    if (line.startsWith(" ")) lines.push((lines.pop() ?? "") + line.slice(1));
    else lines.push(line);
  if (lines[0] !== "BEGIN:VCALENDAR" || lines.at(-1) !== "END:VCALENDAR")
    throw new Error("no calendar");
  const [from, to] = [lines.indexOf("BEGIN:VEVENT"), lines.indexOf("END:VEVENT")];
  if (from < 0 || to < from) throw new Error("no event");
  const event: CalendarEvent = {};
  for (const line of lines.slice(from + 1, to)) {
    const parts = /^([A-Z-]+)((?:;[A-Z]+=(?:"[^"]*"|[^":;,]*))*):(.*)$/s.exec(line);
    if (!parts) throw new Error(`not a property: ${line}`);
    const [, name = "", parameters = "", value = ""] = parts;
    if (event[name]) throw new Error(`twice: ${name}`);
    event[name] = { value: unescapeText(value), parameters };
  }
  const method = lines.find((line) => line.startsWith("METHOD:"))?.slice("METHOD:".length) ?? "";
  return { method, event };
}
