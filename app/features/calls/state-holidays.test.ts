import { expect, test } from "vitest";
import { isHoliday } from "#app/lib/holidays.ts";
import { ELECTION_DAY, GOOD_FRIDAY, MARDI_GRAS, VICTORY_DAY } from "./state-holidays.ts";

const parse = (text: string) => {
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  return { year, month, day };
};

test.each([
  ["Good Friday 2026", GOOD_FRIDAY, "2026-04-03"],
  ["Good Friday 2038, after the latest Easter", GOOD_FRIDAY, "2038-04-23"],
  ["Mardi Gras 2027", MARDI_GRAS, "2027-02-09"],
  ["Election Day 2026", ELECTION_DAY, "2026-11-03"],
  ["Victory Day 2026", VICTORY_DAY, "2026-08-10"],
])("%s, only where the state has it", (_name, holiday, day) => {
  expect(isHoliday(parse(day), [holiday])).toBe(true);
  expect(isHoliday(parse(day))).toBe(false);
});
