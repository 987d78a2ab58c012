import fc from "fast-check";
import { expect, test } from "vitest";
import { endSentence, toStorableText, truncateText } from "./text.ts";

test.each([
  ["a\0b", "ab"],
  ["\0\0", ""],
  ["broken \ud83d", "broken \ufffd"],
  ["broken \udc4d end", "broken \ufffd end"],
  ["whole \u{1f44d}", "whole \u{1f44d}"],
  ["'; drop table x; -- <b>\u202e\n\t", "'; drop table x; -- <b>\u202e\n\t"],
])("stores %j as %j", (typed, stored) => expect(toStorableText(typed)).toBe(stored));

test("stores text without NUL and lone surrogates, and other text unchanged", () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom(
          "\0",
          "\ud800",
          "\udfff",
          "\u{1f44d}",
          "\u202e",
          "\n",
          "\ufffd",
          "e\u0301",
          "a",
          "'",
        ),
      }),
      (typed) => {
        const stored = toStorableText(typed);
        expect(stored).not.toContain("\0");
        expect(stored.isWellFormed()).toBe(true);
        if (!typed.includes("\0") && typed.isWellFormed()) expect(stored).toBe(typed);
      },
    ),
  );
});

test.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "abc"],
  ["ab\u{1f44d}", 3, "ab"],
  ["ab\u{1f44d}", 4, "ab\u{1f44d}"],
])("cuts %j at %i to %j", (text, most, cut) => expect(truncateText(text, most)).toBe(cut));

test.each([
  ["Close the valve", "Close the valve."],
  ["Close it. Then call", "Close it. Then call."],
  ["Close it.", "Close it."],
  ["Is it wet?", "Is it wet?"],
  ['It says "Stop."', 'It says "Stop."'],
  ["Call us (day or night)", "Call us (day or night)."],
  ["", ""],
])("ends %j as %j", (text, sentence) => expect(endSentence(text)).toBe(sentence));
