import { expect, test } from "vitest";
import { isNightlyDue } from "#app/lib/is-nightly-due.ts";
import { retentionSchema } from "./retention.ts";

const due = (now: string, lastRunAt: string | null, timeZone = "America/New_York") =>
  isNightlyDue({ now: new Date(now), lastRunAt: lastRunAt ? new Date(lastRunAt) : null, timeZone });

test("it runs once a night by the clock of the business", () => {
  // 03:00 in New York is 07:00 UTC in July.
  expect(due("2026-07-02T07:00:00Z", "2026-07-01T07:00:00Z")).toBe(true);
  expect(due("2026-07-02T07:30:00Z", "2026-07-02T07:00:00Z")).toBe(false);
  expect(due("2026-07-02T04:00:00Z", "2026-07-01T07:00:00Z")).toBe(false);
  expect(due("2026-07-02T07:00:00Z", "2026-07-01T07:00:00Z", "Asia/Tokyo")).toBe(false);
});

test("a machine that was off at night runs it when it is back, and a new one at once", () => {
  expect(due("2026-07-02T16:00:00Z", "2026-07-01T07:00:00Z")).toBe(true);
  expect(due("2026-07-02T16:00:00Z", null)).toBe(true);
});

test("months have limits, and what is no number is refused in plain words", () => {
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
