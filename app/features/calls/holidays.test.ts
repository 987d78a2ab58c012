import { expect, test } from "vitest";
import { ELECTION_DAY, GOOD_FRIDAY, isHoliday, MARDI_GRAS, VICTORY_DAY } from "./holidays.ts";

const parse = (text: string) => {
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  return { year, month, day };
};

test.each([
  ["Memorial Day, the last Monday of May", "2026-05-25", true],
  ["the Monday before Memorial Day", "2026-05-18", false],
  ["Thanksgiving Day", "2026-11-26", true],
  ["the day after Thanksgiving", "2026-11-27", false],
  ["Independence Day on a Saturday", "2026-07-04", true],
  ["the Friday on which it is observed", "2026-07-03", true],
  ["Juneteenth on a Sunday is observed on Monday", "2033-06-20", true],
  ["the Friday before a Sunday", "2033-06-17", false],
  ["an ordinary Friday", "2026-03-13", false],
])("%s", (_name, day, expected) => expect(isHoliday(parse(day))).toBe(expected));

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
