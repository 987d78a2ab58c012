import { expect, test } from "vitest";
import { groupWeeks } from "./group-weeks.ts";

const daysOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    day: String(at + 1),
    views: at + 1,
    calls: 1,
    requests: 0,
  }));

test("weeks end with the last day, and the first may be short", () => {
  expect(groupWeeks(daysOf(16))).toEqual([
    { from: "1", to: "2", views: 3, calls: 2, requests: 0 },
    { from: "3", to: "9", views: 42, calls: 7, requests: 0 },
    { from: "10", to: "16", views: 91, calls: 7, requests: 0 },
  ]);
  expect(groupWeeks(daysOf(14)).map(({ from }) => from)).toEqual(["1", "8"]);
  expect(groupWeeks([])).toEqual([]);
});
