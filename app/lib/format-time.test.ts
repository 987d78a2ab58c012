import { expect, test } from "vitest";
import { exactTime } from "./format-time.ts";

test("an exact time names its zone as Settings does", () => {
  expect(exactTime(new Date("2026-11-21T14:05:00Z"), "America/New_York")).toBe(
    "Nov 21, 2026, 9:05 AM (America/New York)",
  );
  expect(exactTime(new Date("2026-05-04T16:00:00Z"), "America/Argentina/Buenos_Aires")).toBe(
    "May 4, 2026, 1:00 PM (America/Argentina/Buenos Aires)",
  );
});
