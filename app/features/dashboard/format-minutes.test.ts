import { expect, test } from "vitest";
import { formatHour, formatMinutes } from "./format-minutes.ts";

test("formats a duration in minutes and hours", () => {
  expect([0.2, 1, 45.4, 59.6, 120, 130].map(formatMinutes)).toEqual([
    "under 1 min",
    "1 min",
    "45 min",
    "1 h",
    "2 h",
    "2 h 10 min",
  ]);
});

test("formats hours of the day", () => {
  expect([0, 9, 12, 13, 23].map(formatHour)).toEqual(["12 AM", "9 AM", "12 PM", "1 PM", "11 PM"]);
});
