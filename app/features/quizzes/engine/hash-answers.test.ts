import { describe, expect, test } from "vitest";
import { createRandom } from "#app/lib/seeded-random.ts";
import type { Answer } from "../schema.ts";
import { hashAnswers, parseHash, sortQuestionIds, splitAnswerPairs } from "./hash-answers.ts";

function shuffle<T>(list: readonly T[], random: () => number): T[] {
  const left = [...list];
  const mixed: T[] = [];
  while (left.length > 0) mixed.push(...left.splice(Math.floor(random() * left.length), 1));
  return mixed;
}
/** Ids as numbers, or as words that sort in other ways by locale, by case and by length. */
const someIds = (random: () => number) =>
  shuffle(
    random() < 0.5
      ? ["1", "2", "3", "10", "11", "20", "100"]
      : ["a", "B", "b2", "b10", "Z_", "-x", "7"],
    random,
  ).slice(0, 1 + Math.floor(random() * 7));

describe("the hash of answers", () => {
  test("is the same for any order, and can be parsed", () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = createRandom(seed);
      const answers: Answer[] = someIds(random).map((questionId) => ({
        questionId,
        selectedOptionIndex: Math.floor(random() * 8),
      }));
      const hash = hashAnswers(answers);
      expect(hashAnswers(shuffle(answers, random))).toBe(hash);
      const read = parseHash(hash) ?? [];
      expect(hashAnswers(read)).toBe(hash);
      expect(
        new Map(
          read.map(({ questionId, selectedOptionIndex }) => [questionId, selectedOptionIndex]),
        ),
      ).toEqual(
        new Map(
          answers.map(({ questionId, selectedOptionIndex }) => [questionId, selectedOptionIndex]),
        ),
      );
    }
  });

  test("sorts integers as numbers, anything else by code point", () => {
    expect(
      hashAnswers([
        { questionId: "10", selectedOptionIndex: 1 },
        { questionId: "2", selectedOptionIndex: 3 },
      ]),
    ).toBe("2:3,10:1");
    expect(sortQuestionIds(["10", "2", "a"])).toEqual(["10", "2", "a"]);
    expect(sortQuestionIds(["b", "B", "ä", "a"])).toEqual(["B", "a", "b", "ä"]);
    expect(sortQuestionIds(["😀", "ﬀ"])).toEqual(["ﬀ", "😀"]);
  });

  test("contains the last answer to a question that was answered twice", () => {
    expect(
      hashAnswers([
        { questionId: "1", selectedOptionIndex: 0 },
        { questionId: "1", selectedOptionIndex: 2 },
      ]),
    ).toBe("1:2");
  });

  test("is empty without answers, and rejects anything but a list of pairs", () => {
    expect(hashAnswers([])).toBe("");
    expect(splitAnswerPairs("")).toEqual([]);
    expect(parseHash("")).toEqual([]);
    for (const wrong of [
      "1",
      "1:",
      ":2",
      "1:-1",
      "1:2,",
      "1:2,1:3",
      "1:2;2:1",
      "1:x",
      `${"a".repeat(41)}:1`,
    ])
      expect(parseHash(wrong), wrong).toBeNull();
  });
});
