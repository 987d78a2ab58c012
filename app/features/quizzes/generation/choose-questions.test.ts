import { describe, expect, test } from "vitest";
import { listTreeSlugs, readTree } from "#tests/content/open-tree.ts";
import { chooseQuestions } from "./choose-questions.ts";
import { DANGER_QUESTION, type FaultTree } from "./fault-tree-schema.ts";
import { calculateAnswerShares, calculatePriors } from "./tree-weights.ts";

const keysOf = (tree: FaultTree, count: number) =>
  chooseQuestions(tree, count).map(({ key }) => key);

/** A tree whose questions tell its causes apart perfectly, somewhat, and not at all. */
function buildTree(changes: Partial<FaultTree> = {}): FaultTree {
  const [base] = listTreeSlugs();
  const tree = readTree(base ?? "");
  const causes = tree.causes
    .slice(0, 2)
    .map((cause, at) => ({ ...cause, key: `c${at}`, share: 1 }));
  const question = (
    key: string,
    share: number,
    always = false,
  ): FaultTree["questions"][number] => ({
    key,
    text: `Question ${key}?`,
    explanation: "Tells.",
    always,
    options: [
      { key: "a", text: `${key} a` },
      { key: "b", text: `${key} b` },
    ],
    chances: key === DANGER_QUESTION ? {} : { c0: [share, 100 - share], c1: [100 - share, share] },
  });
  return {
    ...tree,
    causes,
    safety: [],
    questions: [
      question(DANGER_QUESTION, 50),
      question("nothing", 50),
      question("some", 70),
      question("all", 95),
      question("fuel", 55, true),
    ],
    ...changes,
  };
}

describe("the questions of a short quiz", () => {
  test("are the danger question, those always asked, and then the most informative, in the order of the tree", () => {
    expect(keysOf(buildTree(), 2)).toEqual([DANGER_QUESTION, "fuel"]);
    expect(keysOf(buildTree(), 3)).toEqual([DANGER_QUESTION, "all", "fuel"]);
    expect(keysOf(buildTree(), 4)).toEqual([DANGER_QUESTION, "some", "all", "fuel"]);
    expect(keysOf(buildTree(), 9)).toEqual([DANGER_QUESTION, "nothing", "some", "all", "fuel"]);
  });

  test("include those of a danger in later answers", () => {
    const [rule] = readTree("roof-leak").safety;
    if (!rule) throw new Error("the tree has no rules");
    const safety = [{ ...rule, when: { nothing: "a" }, urgency: "high" as const }];
    expect(keysOf(buildTree({ safety }), 3)).toEqual([DANGER_QUESTION, "nothing", "fuel"]);
  });
});

test.each(listTreeSlugs())("%s: a longer quiz asks whatever a shorter one asks", (slug) => {
  const tree = readTree(slug);
  for (let count = 3; count < tree.questions.length; count++) {
    const longer = new Set(keysOf(tree, count + 1));
    expect(
      keysOf(tree, count).filter((key) => !longer.has(key)),
      `${count}`,
    ).toEqual([]);
    expect(keysOf(tree, count)).toHaveLength(count);
  }
});

test.each(listTreeSlugs())("%s: chances and shares are probabilities", (slug) => {
  const tree = readTree(slug);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  expect(sum(Object.values(calculatePriors(tree)))).toBeCloseTo(1, 9);
  for (const question of tree.questions)
    for (const { key } of tree.causes) {
      const shares = calculateAnswerShares(question, key);
      expect(sum(shares)).toBeCloseTo(1, 9);
      expect(Math.min(...shares)).toBeGreaterThan(0);
    }
});
