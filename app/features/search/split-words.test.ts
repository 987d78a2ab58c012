import fc from "fast-check";
import { expect, test } from "vitest";
import { countTypos, splitWords, stem } from "./split-words.ts";

test("counts typical typos, the same in both directions", () => {
  expect(countTypos("pulmber", "plumber", 3)).toBe(1);
  expect(countTypos("tolet", "toilet", 3)).toBe(1);
  expect(countTypos("roof", "door", 2)).toBe(2);
  expect(countTypos("roof", "plumber", 1)).toBe(2);
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
  fc.assert(
    fc.property(
      word,
      word,
      (a, b) =>
        countTypos(a, b, 9) === countTypos(b, a, 9) && (countTypos(a, b, 9) === 0) === (a === b),
    ),
  );
});

test("splits text into words, and reduces words to their stems", () => {
  expect(splitWords("My A/C won't cool; call Henry's crew")).toEqual([
    "ac",
    "cool",
    "call",
    "henrys",
    "crew",
  ]);
  expect(["plumber", "plumbers", "plumbing"].map(stem)).toEqual(["plumb", "plumb", "plumb"]);
  expect([stem("clogged"), stem("clogs")]).toEqual(["clog", "clog"]);
  expect([stem("gas"), stem("water"), stem("bus")]).toEqual(["gas", "wat", "bus"]);
});
