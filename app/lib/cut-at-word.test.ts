import fc from "fast-check";
import { expect, test } from "vitest";
import { cutAtWord } from "./cut-at-word.ts";

test.each([
  ["Why is it warm?", 20, "Why is it warm?"],
  ["Why is my AC not cooling, and what now?", 28, "Why is my AC not cooling..."],
  ["  two\n lines ", 20, "two lines"],
  ["Unbreakablewordwithoutend", 10, "Unbreak..."],
])("%j cut to %i letters is %j", (text, longest, expected) =>
  expect(cutAtWord(text, longest)).toBe(expected),
);

test("is never too long, and always whole text", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 90 }),
      fc.integer({ min: 5, max: 80 }),
      (text, longest) => {
        const cut = cutAtWord(text, longest);
        expect(cut.length).toBeLessThanOrEqual(longest);
        expect(cut.isWellFormed()).toBe(true);
      },
    ),
  );
});
