import { expect, test } from "vitest";
import { buildHitRate, countHits } from "./count-hits.ts";

test("the interval is that of Wilson's score", () => {
  // Worked by hand from the formula: 81 of 263, a common example.
  const { low, high } = buildHitRate(81, 263);
  expect(low).toBeCloseTo(0.2553, 3);
  expect(high).toBeCloseTo(0.3662, 3);
});

test("few cases give a wide interval, and none gives all of it", () => {
  expect(buildHitRate(3, 3).low).toBeLessThan(0.5);
  expect(buildHitRate(3, 3).high).toBe(1);
  expect(buildHitRate(0, 0)).toEqual({ cases: 0, right: 0, low: 0, high: 1 });
});

test("a cause among the next likely ones is no hit, and is counted apart", () => {
  const rates = countHits([
    { named: "Igniter", candidates: ["Filter"], cause: "Igniter" },
    { named: "Igniter", candidates: ["Filter"], cause: "Filter" },
    { named: "Filter", candidates: [], cause: null },
    { named: null, candidates: ["Igniter"], cause: "Igniter" },
  ]);
  expect(rates.all).toMatchObject({ cases: 3, right: 1 });
  expect(rates.amongNamed).toBe(2);
  expect(rates.unnamed).toBe(1);
  expect(rates.byCause.map(({ named, cases, right }) => [named, cases, right])).toEqual([
    ["Igniter", 2, 1],
    ["Filter", 1, 0],
  ]);
});
