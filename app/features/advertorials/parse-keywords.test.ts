import { expect, test } from "vitest";
import { parseKeywords } from "./parse-keywords.ts";

test("keywords are what stands between commas, no more of it than an article takes, and no half letter", () => {
  expect(parseKeywords(" tap, ,water hammer ,")).toEqual(["tap", "water hammer"]);
  expect(parseKeywords("x,".repeat(30))).toHaveLength(20);
  expect(parseKeywords(`${"x".repeat(59)}🚰`)).toEqual(["x".repeat(59)]);
});
