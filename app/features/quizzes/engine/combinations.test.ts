import { expect, test } from "vitest";
import { listCombinations } from "./combinations.ts";

test("combinations are listed as hashes, for any order and ids of the questions", () => {
  const questions = [
    { id: "10", options: ["a", "b"] },
    { id: "2", options: ["a", "b", "c"] },
  ];
  const all = listCombinations(questions);
  expect(all).toHaveLength(6);
  expect(new Set(all).size).toBe(6);
  expect(all).toContain("2:2,10:1");
  expect(listCombinations([])).toEqual([]);
});
