import fc from "fast-check";
import { expect, test } from "vitest";
import { splitItems, splitParagraphs } from "./split-text.ts";

test.each([
  ["One paragraph.\nWith two lines.", ["One paragraph.\nWith two lines."]],
  ["One.\n\nTwo.\r\n \r\nThree.\n", ["One.", "Two.", "Three."]],
  ["  \n\n", []],
])("%j has the paragraphs %j", (text, parts) => expect(splitParagraphs(text, 100)).toEqual(parts));

test("a text that is too long for a paragraph is split at lines, sentences or words", () => {
  expect(splitParagraphs("First line here.\nSecond line here.", 20)).toEqual([
    "First line here.",
    "Second line here.",
  ]);
  expect(splitParagraphs("A pipe drips. It is “cold.” Nobody knows", 30)).toEqual([
    "A pipe drips. It is “cold.”",
    "Nobody knows",
  ]);
  expect(splitParagraphs("words without any end", 8)).toEqual(["words", "without", "any end"]);
  expect(splitParagraphs("x".repeat(25), 10)).toEqual([
    "x".repeat(10),
    "x".repeat(10),
    "x".repeat(5),
  ]);
});

test("no character is lost, and no part is too long", () => {
  const letters = (text: string) => text.replace(/\s/g, "");
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "b", "🚰", " ", "\n", ".", "\r"), maxLength: 300 }),
      fc.integer({ min: 5, max: 60 }),
      (text, maxLength) => {
        const parts = splitParagraphs(text, maxLength);
        expect(letters(parts.join(""))).toBe(letters(text));
        expect(
          parts.every((part) => part.length > 0 && part.length <= maxLength && part.isWellFormed()),
        ).toBe(true);
      },
    ),
  );
});

test("lines become items without their bullets", () =>
  expect(
    splitItems("• Close the valve\n- Take off the handle\r\n3) Look at the washer\n\n2.5 turns\n"),
  ).toEqual(["Close the valve", "Take off the handle", "Look at the washer", "2.5 turns"]));
