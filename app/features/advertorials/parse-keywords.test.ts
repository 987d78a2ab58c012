import { expect, test } from "vitest";
import { parseKeywords } from "./parse-keywords.ts";

test("keywords are separated by commas, limited in number and length, and never cut within a character", () => {
  expect(parseKeywords(" tap, ,water hammer ,")).toEqual(["tap", "water hammer"]);
  expect(parseKeywords("x,".repeat(30))).toHaveLength(20);
  expect(parseKeywords(`${"x".repeat(59)}🚰`)).toEqual(["x".repeat(59)]);
});
