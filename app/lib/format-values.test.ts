import { expect, test } from "vitest";
import { formatAge, formatCount, formatDay, formatInstant, formatMoney } from "./format-values.ts";

const now = new Date("2026-11-21T14:05:00Z");
const ago = (ms: number) => formatAge(new Date(now.getTime() - ms), now);

test("formats ages in the largest unit that fits", () => {
  expect(
    [-5_000, 0, 59_000, 60_000, 3_599_000, 3_600_000, 86_399_000, 86_400_000, 3 * 86_400_000].map(
      ago,
    ),
  ).toEqual([
    "just now",
    "just now",
    "just now",
    "1 minute ago",
    "59 minutes ago",
    "1 hour ago",
    "23 hours ago",
    "yesterday",
    "3 days ago",
  ]);
});

test("formats instants in the business's time zone", () => {
  expect(formatInstant(now, "America/New_York")).toBe("Nov 21, 2026, 9:05 AM EST");
  expect(formatInstant(now, "Mars/Olympus")).toBe("Nov 21, 2026, 2:05 PM UTC");
});

test("formats numbers for reading", () => {
  expect([formatCount(1_000_000), formatMoney(1234.5), formatDay("2026-11-01")]).toEqual([
    "1,000,000",
    "$1,234.50",
    "Nov 1",
  ]);
});
