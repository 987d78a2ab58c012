import { expect, test } from "vitest";
import { getEndOfDay, getLastDayBefore } from "./verified-days.ts";

test("a verification is valid through its last day, even when clocks change", () => {
  expect(getEndOfDay("2026-11-21", "America/New_York")).toEqual(new Date("2026-11-22T05:00:00Z"));
  for (const day of ["2026-03-08", "2026-11-01", "2026-12-31"])
    expect(getLastDayBefore(getEndOfDay(day, "America/New_York"), "America/New_York")).toBe(day);
});
