import { expect, test } from "vitest";
import { readKeywords } from "./read-keywords.ts";

test("keywords are what stands between commas, no more of it than an article takes, and no half letter", () => {
  expect(readKeywords(" tap, ,water hammer ,")).toEqual(["tap", "water hammer"]);
  expect(readKeywords("x,".repeat(30))).toHaveLength(20);
  expect(readKeywords(`${"x".repeat(59)}🚰`)).toEqual(["x".repeat(59)]);
});
