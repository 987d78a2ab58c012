import fc from "fast-check";
import { expect, test } from "vitest";
import { truncateAtWord } from "./truncate-at-word.ts";

test.each([
  ["Why is it warm?", 20, "Why is it warm?"],
  ["Why is my AC not cooling, and what now?", 28, "Why is my AC not cooling..."],
  ["  two\n lines ", 20, "two lines"],
  ["Unbreakablewordwithoutend", 10, "Unbreak..."],
])("%j cut to %i characters is %j", (text, maxLength, expected) =>
  expect(truncateAtWord(text, maxLength)).toBe(expected),
);

test("is never too long, and never cuts a character in half", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 90 }),
      fc.integer({ min: 5, max: 80 }),
      (text, maxLength) => {
        const cut = truncateAtWord(text, maxLength);
        expect(cut.length).toBeLessThanOrEqual(maxLength);
        expect(cut.isWellFormed()).toBe(true);
      },
    ),
  );
});
