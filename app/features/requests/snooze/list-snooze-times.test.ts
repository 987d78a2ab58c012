import { expect, test } from "vitest";
import { listSnoozeTimes } from "./list-snooze-times.ts";

const list = (at: string) =>
  listSnoozeTimes(new Date(at), "America/New_York").map(
    ({ label, at: time }) => `${label} ${time.toISOString().slice(0, 16)}`,
  );

test("the usual times are in the business time zone, and only those that make sense", () => {
  // Tuesday, 9 AM.
  expect(list("2026-05-05T13:00:00Z")).toEqual([
    "In 1 hour 2026-05-05T14:00",
    "This afternoon 2026-05-05T18:00",
    "Tomorrow morning 2026-05-06T13:00",
    "Monday morning 2026-05-11T13:00",
  ]);
  // Sunday, 1:30 PM.
  expect(list("2026-05-03T17:30:00Z")).toEqual([
    "In 1 hour 2026-05-03T18:30",
    "Tomorrow morning 2026-05-04T13:00",
  ]);
});

test("tomorrow morning keeps to the clock in the night in which it changes", () => {
  // Saturday, 6 PM; clocks go forward at night.
  expect(list("2026-03-07T23:00:00Z")).toEqual([
    "In 1 hour 2026-03-08T00:00",
    "Tomorrow morning 2026-03-08T13:00",
    "Monday morning 2026-03-09T13:00",
  ]);
});
