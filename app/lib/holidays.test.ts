import { expect, test } from "vitest";
import { type Holiday, isFederalHoliday, isHoliday } from "./holidays.ts";

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

test.each<[number, string[]]>([
  [
    2026,
    [
      ...["01-01", "01-19", "02-16", "05-25", "06-19", "07-03", "07-04", "09-07", "10-12"],
      ...["11-11", "11-26", "12-25"],
    ],
  ],
  // New Year's Day of the next year is a Saturday, and Juneteenth and Independence Day are on a weekend.
  [
    2027,
    [
      ...["01-01", "01-18", "02-15", "05-31", "06-18", "06-19", "07-04", "07-05", "09-06"],
      ...["10-11", "11-11", "11-25", "12-24", "12-25", "12-31"],
    ],
  ],
])("the federal holidays of %i, with the weekdays on which they are observed", (year, expected) => {
  const days = Array.from({ length: 365 }, (_, index) =>
    new Date(Date.UTC(year, 0, 1 + index)).toISOString().slice(0, 10),
  );
  expect(days.filter(isFederalHoliday)).toEqual(expected.map((day) => `${year}-${day}`));
});

test("a holiday of a state counts only where it is named", () => {
  const flagDay: Holiday = { name: "Flag Day", month: 6, day: 14 };
  expect(isHoliday(parse("2027-06-14"), [flagDay])).toBe(true);
  expect(isHoliday(parse("2027-06-14"))).toBe(false);
});
