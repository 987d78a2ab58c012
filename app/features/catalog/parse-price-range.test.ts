import { expect, test } from "vitest";
import { parsePriceRange } from "./parse-price-range.ts";

test.each([
  ["$100-$300", { min: 100, max: 300, isOpen: false }],
  ["$20,000 to $50,000", { min: 20_000, max: 50_000, isOpen: false }],
  ["$500-$5,000+", { min: 500, max: 5_000, isOpen: true }],
  ["$75,000 or more", { min: 75_000, max: 99_750, isOpen: true }],
])("parses %s", (text, range) => {
  expect(parsePriceRange(text)).toEqual(range);
});

test("a text without a price has no bar", () => {
  expect(parsePriceRange("ask the shop")).toBeNull();
});
