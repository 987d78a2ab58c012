import { expect, test } from "vitest";
import { isStale } from "./figures.ts";

test.each([
  ["2026-11-23", "2026-11-23", false],
  ["2026-11-23", "2027-11-23", false],
  ["2026-11-23", "2027-11-24", true],
  ["2024-02-29", "2025-02-28", false],
  ["2024-02-29", "2025-03-01", true],
  ["2023-03-01", "2024-02-29", false],
  [null, "2026-11-23", true],
])("a figure checked on %s is older than a year on %s: %s", (date, today, stale) => {
  expect(isStale({ checked: { date, source: "EPA" } }, today)).toBe(stale);
});
