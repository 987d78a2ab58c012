import { describe, expect, test } from "vitest";
import {
  addBusinessTime,
  getBusinessTime,
  getNextOpening,
  isOpenAt,
  parseBusinessHours,
  subtractBusinessTime,
} from "./business-hours.ts";
import { HOUR_MS } from "./durations.ts";

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const timeZone = "America/New_York";
const weekdays = { hours: { weekdays: [1, 2, 3, 4, 5], from: 540, to: 1020 }, timeZone };

test.each([
  ["7 AM - 9 PM", { weekdays: EVERY_DAY, from: 420, to: 1260 }],
  ["7 am–9 pm", { weekdays: EVERY_DAY, from: 420, to: 1260 }],
  ["Mon-Fri 9 AM - 5:30 PM", { weekdays: [1, 2, 3, 4, 5], from: 540, to: 1050 }],
  ["Sat-Mon: 8:00-12:00", { weekdays: [6, 0, 1], from: 480, to: 720 }],
  ["24/7", { weekdays: EVERY_DAY, from: 0, to: 1440 }],
  ["12 AM - 12 PM", { weekdays: EVERY_DAY, from: 0, to: 720 }],
  ["always", null],
  ["9 AM", null],
  ["9 PM - 9 AM", null],
  ["Mon-Fri 9 AM - 5 PM, Sat 9 AM - 1 PM", null],
  ["Someday 9 AM - 5 PM", null],
])("reads the hours in %j", (text, hours) => expect(parseBusinessHours(text)).toEqual(hours));

describe("business hours", () => {
  test.each([
    // Friday 4 PM and four hours: one of them is left for Friday.
    ["2026-11-20T21:00:00Z", 4, "2026-11-23T17:00:00.000Z"],
    ["2026-11-20T15:00:00Z", 4, "2026-11-20T19:00:00.000Z"],
    ["2026-11-21T15:00:00Z", 1, "2026-11-23T15:00:00.000Z"],
    ["2026-11-20T14:00:00Z", 8, "2026-11-20T22:00:00.000Z"],
  ])("%s and %d hours is %s", (at, hours, expected) =>
    expect(addBusinessTime(new Date(at), hours * HOUR_MS, weekdays).toISOString()).toBe(expected),
  );

  test.each([
    ["2026-11-23T17:00:00.000Z", 4, "2026-11-20T21:00:00.000Z"],
    ["2026-11-20T19:00:00.000Z", 4, "2026-11-20T15:00:00.000Z"],
    // Sunday: the hour before Friday's end.
    ["2026-11-22T15:00:00.000Z", 1, "2026-11-20T21:00:00.000Z"],
  ])("%s less %d hours is %s", (at, hours, expected) =>
    expect(subtractBusinessTime(new Date(at), hours * HOUR_MS, weekdays).toISOString()).toBe(
      expected,
    ),
  );

  test("keep to the clock on days on which it changes", () => {
    const daily = { weekdays: EVERY_DAY, from: 540, to: 1020 };
    expect(getNextOpening(new Date("2026-03-08T05:30:00Z"), daily, timeZone).toISOString()).toBe(
      "2026-03-08T13:00:00.000Z",
    );
    expect(getNextOpening(new Date("2026-11-01T04:30:00Z"), daily, timeZone).toISOString()).toBe(
      "2026-11-01T14:00:00.000Z",
    );
  });

  test("are open from their first minute until just before their last", () => {
    const open = (at: string) => isOpenAt(new Date(at), weekdays.hours, timeZone);
    expect(open("2026-11-20T13:59:59Z")).toBe(false);
    expect(open("2026-11-20T14:00:00Z")).toBe(true);
    expect(open("2026-11-20T21:59:59Z")).toBe(true);
    expect(open("2026-11-20T22:00:00Z")).toBe(false);
    expect(open("2026-11-21T15:00:00Z")).toBe(false);
  });

  test("between two instants leave out nights and weekends", () => {
    const between = (from: string, to: string) =>
      getBusinessTime({ from: new Date(from), to: new Date(to) }, weekdays) / HOUR_MS;
    expect(between("2026-11-20T21:00:00Z", "2026-11-23T16:00:00Z")).toBe(3);
    expect(between("2026-11-21T01:00:00Z", "2026-11-22T01:00:00Z")).toBe(0);
  });
});
