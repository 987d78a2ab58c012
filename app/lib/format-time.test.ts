import { expect, test } from "vitest";
import { formatExactTime, formatPastDay, formatPastMonth, formatTimeAgo } from "./format-time.ts";

test("names the time zone of an exact time as Settings does", () => {
  expect(formatExactTime(new Date("2026-11-21T14:05:00Z"), "America/New_York")).toBe(
    "Nov 21, 2026, 9:05 AM (America/New York)",
  );
  expect(formatExactTime(new Date("2026-05-04T16:00:00Z"), "America/Argentina/Buenos_Aires")).toBe(
    "May 4, 2026, 1:00 PM (America/Argentina/Buenos Aires)",
  );
});

test.each([
  [0, "just now"],
  [-5_000, "just now"],
  [59_999, "just now"],
  [60_000, "1 min ago"],
  [3_600_000, "1 hour ago"],
  [7_300_000, "2 hours ago"],
  [86_400_000, "1 day ago"],
  [40 * 86_400_000, "1 month ago"],
  [400 * 86_400_000, "1 year ago"],
])("%d ms are %s", (ms, text) =>
  expect(formatTimeAgo(1_000_000_000_000 - ms, 1_000_000_000_000)).toBe(text),
);

test("names the day and the month in the business time zone, and the year of an earlier one", () => {
  const timeZone = "America/New_York";
  const now = new Date("2026-06-01T12:00:00Z");
  expect(formatPastDay(new Date("2026-05-05T03:00:00Z"), { timeZone, now })).toBe("May 4");
  expect(formatPastDay(new Date("2026-01-01T03:00:00Z"), { timeZone, now })).toBe(
    "December 31, 2025",
  );
  expect(formatPastMonth(new Date("2026-05-01T03:00:00Z"), { timeZone, now })).toBe("April");
  expect(formatPastMonth(new Date("2025-05-05T03:00:00Z"), { timeZone, now })).toBe("May 2025");
});
