import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { formatAnswerPair } from "#app/features/quizzes/engine/hash-answers.ts";
import {
  type FaultTree,
  TREE_QUESTIONS,
} from "#app/features/quizzes/generation/fault-tree-schema.ts";
import { createRandom } from "#app/lib/seeded-random.ts";
import { buildTreeQuiz, drawIndex, readTree } from "./open-tree.ts";

/** Visitors drawn for each cause, and the share of them that must get its diagnosis. */
const VISITORS = 120;
const MIN_FOUND = 0.2;
/** Share of all visitors, with causes as common as the tree says, who must get the right diagnosis. */
const MIN_ACCURACY: Record<number, number> = { 5: 0.7, [TREE_QUESTIONS]: 0.85 };

const slugs =
  process.env.TREES?.split(",") ??
  readdirSync("content/fault-trees").map((name) => name.replace(/\.yaml$/, ""));

/**
 * The share of visitors with each cause who get its diagnosis. They are in no danger, and their
 * answers are drawn with the probabilities that the points of the cause give.
 */
function measureFoundShares(tree: FaultTree, size: number): Record<string, number> {
  const { questions, outcomes, diagnoseOptions } = buildTreeQuiz(tree, size);
  const random = createRandom(1);
  const measureShare = (cause: (typeof outcomes)[number]): number => {
    let found = 0;
    for (let visitor = 0; visitor < VISITORS; visitor++) {
      const options = questions.map((question, at) =>
        at === 0
          ? 0
          : drawIndex(
              question.options.map((_, option) =>
                Math.exp(cause.weights[formatAnswerPair(question.id, option)] ?? 0),
              ),
              random,
            ),
      );
      const { layer, data } = diagnoseOptions(options);
      // A danger screen also names an urgent cause.
      if (
        data.diagnosis === cause.data.diagnosis ||
        (layer === "danger" && cause.data.urgency === "high")
      )
        found += 1;
    }
    return found / VISITORS;
  };
  return Object.fromEntries(outcomes.map((cause) => [cause.key, measureShare(cause)]));
}

const calculateAccuracy = (tree: FaultTree, shares: Record<string, number>) =>
  tree.causes.reduce((sum, { key, share }) => sum + share * (shares[key] ?? 0), 0) /
  tree.causes.reduce((sum, { share }) => sum + share, 0);

test.each(slugs)("%s: most visitors with a fault get its diagnosis", (slug) => {
  const tree = readTree(slug);
  for (const questions of [5, TREE_QUESTIONS]) {
    const shares = measureFoundShares(tree, questions);
    const details = JSON.stringify(shares);
    expect(calculateAccuracy(tree, shares), details).toBeGreaterThanOrEqual(
      MIN_ACCURACY[questions] ?? 1,
    );
    if (questions < TREE_QUESTIONS) continue;
    expect(
      Object.entries(shares).filter(([, share]) => share < MIN_FOUND),
      details,
    ).toEqual([]);
  }
});
