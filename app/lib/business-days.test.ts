import fc from "fast-check";
import { expect, test } from "vitest";
import { getNextBusinessDay, getStartOfDay, listLastDays, toBusinessDay } from "./business-days.ts";

const start = (day: string, timeZone: string) => getStartOfDay(day, timeZone).toISOString();

test("uses the days of the business, not those of UTC", () => {
  expect(toBusinessDay(new Date("2026-11-21T04:59:59Z"), "America/New_York")).toBe("2026-11-20");
  expect(toBusinessDay(new Date("2026-11-21T05:00:00Z"), "America/New_York")).toBe("2026-11-21");
  expect(start("2026-11-21", "America/New_York")).toBe("2026-11-21T05:00:00.000Z");
  expect(start("2026-07-01", "America/New_York")).toBe("2026-07-01T04:00:00.000Z");
});

test.each([
  ["2026-11-21T05:00:00Z", "2026-11-22"],
  // Half past midnight of a day with 25 hours, and half past eleven before one with 23.
  ["2026-11-01T04:30:00Z", "2026-11-02"],
  ["2026-03-08T04:30:00Z", "2026-03-08"],
  ["2026-12-31T23:00:00Z", "2027-01-01"],
])("the day after %s is %s", (at, day) => {
  expect(getNextBusinessDay(new Date(at), "America/New_York")).toBe(day);
});

test("begins days on which clocks change at their first instant", () => {
  expect(start("2026-03-08", "America/New_York")).toBe("2026-03-08T05:00:00.000Z");
  expect(start("2026-03-09", "America/New_York")).toBe("2026-03-09T04:00:00.000Z");
  expect(start("2026-11-01", "America/New_York")).toBe("2026-11-01T04:00:00.000Z");
  // In Santiago this day has no midnight: it begins at 1:00.
  expect(start("2024-09-08", "America/Santiago")).toBe("2024-09-08T04:00:00.000Z");
  // In Havana midnight comes twice.
  expect(start("2024-11-03", "America/Havana")).toBe("2024-11-03T04:00:00.000Z");
});

test("begins each day where the day before ends, in every zone and at every time", () => {
  const zones = fc.constantFrom(
    "UTC",
    "America/New_York",
    "America/Los_Angeles",
    "America/Phoenix",
    "Pacific/Honolulu",
    "America/St_Johns",
    "Asia/Kathmandu",
    "Pacific/Auckland",
  );
  const times = fc.date({
    min: new Date("2020-01-01T00:00:00Z"),
    max: new Date("2035-01-01T00:00:00Z"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(zones, times, (zone, time) => {
      const day = toBusinessDay(time, zone);
      const first = getStartOfDay(day, zone);
      expect(first.getTime()).toBeLessThanOrEqual(time.getTime());
      expect(toBusinessDay(first, zone)).toBe(day);
      expect(toBusinessDay(new Date(first.getTime() - 1), zone) < day).toBe(true);
    }),
  );
});

test("lists the requested number of days, ending with today", () => {
  const days = listLastDays(new Date("2026-03-10T03:30:00Z"), {
    count: 3,
    timeZone: "America/New_York",
  });
  expect(days.names).toEqual(["2026-03-07", "2026-03-08", "2026-03-09"]);
  expect(days.starts.map((at) => at.toISOString())).toEqual([
    "2026-03-07T05:00:00.000Z",
    "2026-03-08T05:00:00.000Z",
    "2026-03-09T04:00:00.000Z",
  ]);
});

test("uses the default time zone instead of an invalid one", () => {
  expect(toBusinessDay(new Date("2026-11-21T04:00:00Z"), "Mars/Olympus")).toBe("2026-11-20");
});
