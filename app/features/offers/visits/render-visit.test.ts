import { expect, test } from "vitest";
import { parseCalendar } from "#tests/calendar.ts";
import { HOSTILE_STRINGS } from "#tests/hostile-strings.ts";
import { renderVisit } from "./render-visit.ts";

const render = (text: string) =>
  renderVisit({
    visit: {
      id: "0190f1a0-0000-7000-8000-000000000001",
      state: "booked",
      startsAt: new Date("2026-11-24T19:00:00Z"),
      endsAt: new Date("2026-11-24T21:00:00Z"),
      sequence: 1,
    },
    summary: text,
    location: text,
    description: text,
    organizer: { brand: text, email: "help@henry.example" },
    origin: "https://henry.example",
    now: new Date("2026-11-20T12:00:00Z"),
  }).text;

const BREAKS = [
  "Roof\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nATTACH:https://evil.example/x",
  "Leak\rATTENDEE:mailto:evil@evil.example\nX-EVIL:1",
  '\\n;,:"\\;BEGIN:VALARM',
  "Null \u0000 bell \u0007 escape \u001b delete \u007f",
  "水漏れ🚰".repeat(40),
  "x".repeat(500),
];

test("hostile text stays inside its property, escaped and folded", () => {
  for (const text of [...BREAKS, ...HOSTILE_STRINGS]) {
    const { event } = parseCalendar(render(text));
    // What a calendar shows: the text, without control characters except line breaks and tabs.
    const shown = text
      .replace(/\r\n?/g, "\n")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "");
    expect([event.SUMMARY?.value, event.LOCATION?.value, event.DESCRIPTION?.value]).toEqual([
      shown,
      shown,
      shown,
    ]);
    expect(event.ORGANIZER?.value).toBe("mailto:help@henry.example");
    expect(event).not.toHaveProperty("ATTACH");
  }
});
