import { expect, test } from "vitest";
import { countOffersOfToday, DAY_MINUTES, formatSpan, isWithinOfferHours } from "./availability.ts";

const NEW_YORK = "America/New_York";
const LOS_ANGELES = "America/Los_Angeles";
const HOUR = 60;
/** Monday to Friday from 8 AM to 6 PM. */
const weekdays = Array.from({ length: 7 }, (_, day) =>
  day >= 1 && day <= 5 ? { from: 8 * HOUR, until: 18 * HOUR } : null,
);

test.each<[string, string, string, boolean]>([
  ["Monday at 8 AM in New York", "2026-11-02T13:00:00Z", NEW_YORK, true],
  ["Monday at 5 AM in Los Angeles, the same moment", "2026-11-02T13:00:00Z", LOS_ANGELES, false],
  ["a minute before they begin", "2026-11-02T12:59:00Z", NEW_YORK, false],
  ["the minute in which they end", "2026-11-02T23:00:00Z", NEW_YORK, false],
  ["Saturday in New York, Friday still in Los Angeles", "2026-11-07T00:30:00Z", LOS_ANGELES, true],
  ["Sunday", "2026-11-08T17:00:00Z", NEW_YORK, false],
  // Clocks went back on November 1, 2026: 8 AM is 13:00 UTC after it, and 12:00 UTC before.
  ["Friday before clocks change, at 8 AM", "2026-10-30T12:00:00Z", NEW_YORK, true],
])("hours of a weekday follow the clock of the business: %s", (_, at, timeZone, expected) =>
  expect(isWithinOfferHours(weekdays, new Date(at), timeZone)).toBe(expected),
);

test("hours may go past midnight, and a whole day has no gap", () => {
  const nights = Array.from({ length: 7 }, (_, day) =>
    day === 5 ? { from: 18 * HOUR, until: 2 * HOUR } : null,
  );
  const isOpen = (at: string) => isWithinOfferHours(nights, new Date(at), NEW_YORK);
  expect(isOpen("2026-11-06T22:59:00Z")).toBe(false);
  expect(isOpen("2026-11-06T23:00:00Z")).toBe(true);
  // Midnight, and Saturday before and at 2 AM.
  expect(isOpen("2026-11-07T05:00:00Z")).toBe(true);
  expect(isOpen("2026-11-07T06:59:00Z")).toBe(true);
  expect(isOpen("2026-11-07T07:00:00Z")).toBe(false);
  // The night before belongs to Thursday, which has no hours.
  expect(isOpen("2026-11-06T05:30:00Z")).toBe(false);

  const always = Array.from({ length: 7 }, () => ({ from: 0, until: DAY_MINUTES }));
  for (const at of ["2026-11-02T05:00:00Z", "2026-11-02T04:59:00Z", "2026-11-02T17:00:00Z"])
    expect(isWithinOfferHours(always, new Date(at), NEW_YORK)).toBe(true);
});

test("a day's offers are counted from midnight to midnight of the business", () => {
  const now = new Date("2026-11-03T04:30:00Z");
  const offeredAt = ["2026-11-02T04:59:00Z", "2026-11-02T05:00:00Z", "2026-11-03T04:00:00Z"].map(
    (at) => new Date(at),
  );
  // 11:30 PM in New York: the first was before midnight.
  expect(countOffersOfToday(offeredAt, { now, timeZone: NEW_YORK })).toBe(2);
  expect(countOffersOfToday(offeredAt, { now, timeZone: "UTC" })).toBe(1);
  // An hour later it is another day.
  const later = new Date("2026-11-03T05:30:00Z");
  expect(countOffersOfToday(offeredAt, { now: later, timeZone: NEW_YORK })).toBe(0);
});

test("hours in words", () => {
  expect(formatSpan({ from: 8 * HOUR, until: 18 * HOUR })).toBe("8 AM to 6 PM");
  expect(formatSpan({ from: 9 * HOUR + 30, until: DAY_MINUTES })).toBe("9:30 AM to midnight");
  expect(formatSpan({ from: 18 * HOUR, until: 2 * HOUR })).toBe("6 PM to 2 AM the next day");
  expect(formatSpan({ from: 0, until: DAY_MINUTES })).toBe("all day");
  expect(formatSpan(null)).toBe("no offers");
});
