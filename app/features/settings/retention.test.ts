import { expect, test } from "vitest";
import { isNightlyDue } from "#app/lib/is-nightly-due.ts";
import { retentionSchema } from "./retention.ts";

const due = (now: string, lastRunAt: string | null, timeZone = "America/New_York") =>
  isNightlyDue({ now: new Date(now), lastRunAt: lastRunAt ? new Date(lastRunAt) : null, timeZone });

test("the nightly job runs once a night in the business time zone", () => {
  // 03:00 in New York is 07:00 UTC in July.
  expect(due("2026-07-02T07:00:00Z", "2026-07-01T07:00:00Z")).toBe(true);
  expect(due("2026-07-02T07:30:00Z", "2026-07-02T07:00:00Z")).toBe(false);
  expect(due("2026-07-02T04:00:00Z", "2026-07-01T07:00:00Z")).toBe(false);
  expect(due("2026-07-02T07:00:00Z", "2026-07-01T07:00:00Z", "Asia/Tokyo")).toBe(false);
});

test("the nightly job runs at once on a new server and after a missed night", () => {
  expect(due("2026-07-02T16:00:00Z", "2026-07-01T07:00:00Z")).toBe(true);
  expect(due("2026-07-02T16:00:00Z", null)).toBe(true);
});

test("an invalid number of months is refused with its limits", () => {
  expect(retentionSchema.parse({})).toEqual({
    retainClosedMonths: 24,
    retainOpenMonths: 24,
    retainDeviceDays: 90,
  });
  for (const value of ["5", "121", "1.5", "many"]) {
    expect(retentionSchema.safeParse({ retainClosedMonths: value }).error?.issues[0]?.message).toBe(
      "Enter a whole number of months from 6 to 120.",
    );
  }
});
