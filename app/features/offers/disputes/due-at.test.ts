import { expect, test } from "vitest";
import { getDisputeDueAt } from "./due-at.ts";

const timeZone = "America/New_York";
const WEEKDAYS = "Mon-Fri 9 AM - 5 PM";

test.each([
  [
    "during the hours of a Monday",
    WEEKDAYS,
    "2026-11-02T15:00:00-05:00",
    "2026-11-04T15:00:00-05:00",
  ],
  [
    "before the hours of a Monday",
    WEEKDAYS,
    "2026-11-02T06:00:00-05:00",
    "2026-11-03T17:00:00-05:00",
  ],
  ["on a Friday evening", WEEKDAYS, "2026-11-06T20:00:00-05:00", "2026-11-10T17:00:00-05:00"],
  ["on a Saturday", WEEKDAYS, "2026-11-07T12:00:00-05:00", "2026-11-10T17:00:00-05:00"],
  ["while clocks change", WEEKDAYS, "2026-10-30T15:00:00-04:00", "2026-11-03T15:00:00-05:00"],
  [
    "where we work every day",
    "7 AM - 9 PM",
    "2026-11-07T12:00:00-05:00",
    "2026-11-09T12:00:00-05:00",
  ],
  [
    "on the day before Thanksgiving",
    WEEKDAYS,
    "2026-11-25T12:00:00-05:00",
    "2026-11-30T12:00:00-05:00",
  ],
  ["on Thanksgiving", WEEKDAYS, "2026-11-26T12:00:00-05:00", "2026-11-30T17:00:00-05:00"],
  [
    "before a holiday that is observed on a Friday",
    WEEKDAYS,
    "2026-07-02T12:00:00-04:00",
    "2026-07-07T12:00:00-04:00",
  ],
  [
    "before a holiday, where we work every day",
    "7 AM - 9 PM",
    "2026-12-24T12:00:00-05:00",
    "2026-12-27T12:00:00-05:00",
  ],
  [
    "where the hours cannot be read",
    "by chance",
    "2026-11-07T12:00:00-05:00",
    "2026-11-10T17:00:00-05:00",
  ],
])("a dispute %s is due two business days later", (_, regularHours, now, due) =>
  expect(getDisputeDueAt(new Date(now), { regularHours, timeZone })).toEqual(new Date(due)),
);
