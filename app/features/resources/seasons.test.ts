import { expect, test } from "vitest";
import { findNextSeasonStart, findSeason, rotateTo, SEASONS } from "./seasons.ts";

test("each season has three months, and winter spans the new year", () => {
  const months = Array.from({ length: 12 }, (_, index) => findSeason(index + 1));
  expect(months).toEqual([
    ...["Winter", "Winter", "Spring", "Spring", "Spring", "Summer"],
    ...["Summer", "Summer", "Fall", "Fall", "Fall", "Winter"],
  ]);
});

test("a list begins with the current season, and the others follow in the order of the year", () => {
  expect(rotateTo(SEASONS, (name) => name === "Fall")).toEqual([
    "Fall",
    "Winter",
    "Spring",
    "Summer",
  ]);
  expect(rotateTo(SEASONS, () => false)).toEqual([...SEASONS]);
});

test.each([
  ["2026-11-30", "2026-12-01"],
  ["2026-12-01", "2027-03-01"],
  ["2027-02-28", "2027-03-01"],
  ["2027-06-15", "2027-09-01"],
])("the season of %s ends before %s", (day, start) => expect(findNextSeasonStart(day)).toBe(start));
