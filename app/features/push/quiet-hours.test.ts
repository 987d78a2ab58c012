import { describe, expect, test } from "vitest";
import { findQuietEnd, formatTime, isQuiet, parseTime } from "./quiet-hours.ts";

const night = { from: 22 * 60, to: 7 * 60, timeZone: "America/New_York" };
const lunch = { from: 12 * 60, to: 13 * 60, timeZone: "America/New_York" };
const at = (text: string) => new Date(text);

describe("quiet hours", () => {
  test.each([
    ["2026-01-15T02:59:00Z", false],
    ["2026-01-15T03:00:00Z", true],
    ["2026-01-15T05:00:00Z", true],
    ["2026-01-15T11:59:59Z", true],
    ["2026-01-15T12:00:00Z", false],
  ])("that cross midnight: %s is quiet: %s", (time, quiet) => {
    expect(isQuiet(at(time), night)).toBe(quiet);
  });

  test.each([
    ["2026-01-15T16:59:00Z", false],
    ["2026-01-15T17:00:00Z", true],
    ["2026-01-15T18:00:00Z", false],
  ])("of one day: %s is quiet: %s", (time, quiet) => {
    expect(isQuiet(at(time), lunch)).toBe(quiet);
  });

  test.each([
    // The clocks go forward at 2 AM on March 8: seven is an hour earlier in UTC from then on.
    ["2026-03-08T02:59:00Z", false],
    ["2026-03-08T03:00:00Z", true],
    ["2026-03-08T10:59:00Z", true],
    ["2026-03-08T11:00:00Z", false],
    // They go back at 2 AM on November 1.
    ["2026-11-01T01:59:00Z", false],
    ["2026-11-01T02:00:00Z", true],
    ["2026-11-01T11:59:00Z", true],
    ["2026-11-01T12:00:00Z", false],
  ])("in a night in which the clocks change: %s is quiet: %s", (time, quiet) => {
    expect(isQuiet(at(time), night)).toBe(quiet);
  });

  test("an hour that is skipped or comes twice follows the clock on the wall", () => {
    const early = { from: 2 * 60, to: 3 * 60, timeZone: "America/New_York" };
    // There is no 2:30 on March 8.
    expect(isQuiet(at("2026-03-08T06:59:00Z"), early)).toBe(false);
    expect(isQuiet(at("2026-03-08T07:00:00Z"), early)).toBe(false);
    const twice = { from: 60, to: 2 * 60, timeZone: "America/New_York" };
    expect(isQuiet(at("2026-11-01T05:30:00Z"), twice)).toBe(true);
    expect(isQuiet(at("2026-11-01T06:30:00Z"), twice)).toBe(true);
    expect(isQuiet(at("2026-11-01T07:00:00Z"), twice)).toBe(false);
  });

  test("end at their last minute, if that is soon enough", () => {
    const late = at("2026-01-15T11:45:30Z");
    expect(findQuietEnd(late, night, at("2026-01-15T12:15:00Z"))).toEqual(
      at("2026-01-15T12:00:00Z"),
    );
    expect(findQuietEnd(late, night, at("2026-01-15T12:00:00Z"))).toBeNull();
    expect(findQuietEnd(at("2026-01-15T05:00:00Z"), night, at("2026-01-15T05:30:00Z"))).toBeNull();
  });
});

test.each([
  ["00:00", 0],
  ["07:30", 450],
  ["23:59", 1439],
  ["24:00", null],
  ["12:60", null],
  ["7:30", null],
  ["07:30:00", null],
  ["", null],
])("a time field's value is minutes after midnight: %s", (text, minutes) => {
  expect(parseTime(text)).toBe(minutes);
  if (minutes !== null) expect(formatTime(minutes)).toBe(text);
});
