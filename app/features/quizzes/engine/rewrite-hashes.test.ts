import { describe, expect, test } from "vitest";
import { isUnchanged, mapAnswerPairs, rewriteHash, rewriteWeights } from "./rewrite-hashes.ts";

const question = (id: string, keys: string) => ({ id, options: [...keys], optionIds: [...keys] });
const before = [question("1", "abc"), question("2", "xy")];
const rewrite = (hash: string, after: typeof before) =>
  rewriteHash(
    hash,
    mapAnswerPairs(before, after),
    new Set(before.map(({ id }) => id).filter((id) => !after.some((now) => now.id === id))),
  );

describe("a hash follows its answers", () => {
  test.each<[string, typeof before, string | null, string]>([
    ["1:2,2:0", [question("1", "cab"), question("2", "xy")], "1:0,2:0", "options moved"],
    ["1:2,2:0", [question("1", "ac"), question("2", "xy")], "1:1,2:0", "another option removed"],
    ["1:1,2:0", [question("1", "ac"), question("2", "xy")], null, "its option removed"],
    ["1:2,2:1", [question("1", "abc")], "1:2", "a question removed: the other answers stay"],
    ["2:1", [question("1", "abc")], null, "its only question removed"],
    [
      "1:0,2:1",
      [question("2", "xy"), question("1", "nabc")],
      "1:1,2:1",
      "questions moved, an option added in front",
    ],
    ["1:0", [...before, question("3", "pq")], "1:0", "a question added"],
    ["no hash", before, null, "invalid hash"],
  ])("%s, %j: %s (%s)", (hash, after, expected, _why) =>
    expect(rewrite(hash, after)).toBe(expected),
  );
});

test("rewording changes nothing; options without ids are matched by their text", () => {
  const reworded = [{ ...question("1", "abc"), options: ["A", "B", "C"] }, question("2", "xy")];
  expect(isUnchanged(mapAnswerPairs(before, reworded))).toBe(true);
  expect(
    mapAnswerPairs([{ id: "1", options: ["a", "b"] }], [{ id: "1", options: ["b", "a"] }]).get(
      "1:0",
    ),
  ).toBe("1:1");
});

test("weights move with their answers, and are removed with them", () => {
  expect(
    rewriteWeights(
      { "1:0": 1, "1:1": 2, "2:0": 3 },
      mapAnswerPairs(before, [question("1", "cab")]),
    ),
  ).toEqual({ "1:1": 1, "1:2": 2 });
});
