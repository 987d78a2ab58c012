import { describe, expect, test } from "vitest";
import { estimateAccuracy } from "#app/features/quizzes/generation/estimate-accuracy.ts";
import { listTreeSlugs, readTree } from "./open-tree.ts";

/** Share of simulated visitors with a cause who must get its diagnosis in a long quiz. */
const MIN_FOUND = 0.2;
/** Share of all visitors, with causes as common as the tree says, who must get the right diagnosis. */
const MIN_RIGHT: Record<number, number> = { 5: 0.65, 10: 0.82 };
/** Share of all visitors who may have an urgent cause and yet, by their own answers, be told that it can wait. */
const MAX_MISSED: Record<number, number> = { 5: 0.05, 10: 0.015 };

const slugs = process.env.TREES?.split(",") ?? listTreeSlugs();

describe.each(slugs)("%s", (slug) => {
  const tree = readTree(slug);
  test.each([5, 10])(
    "most visitors with a fault get its diagnosis, with %i questions",
    (questions) => {
      const { right, missed, byCause } = estimateAccuracy(tree, { questions, visitors: 1_000 });
      const details = JSON.stringify(byCause);
      expect(right, details).toBeGreaterThanOrEqual(MIN_RIGHT[questions] ?? 1);
      expect(missed, details).toBeLessThanOrEqual(MAX_MISSED[questions] ?? 0);
      if (questions < 10) return;
      expect(
        Object.entries(byCause).filter(([, share]) => share !== null && share < MIN_FOUND),
        details,
      ).toEqual([]);
    },
  );
});

test("more questions give more right results, over all trees", () => {
  const trees = slugs.map(readTree);
  const average = (questions: number) =>
    trees.reduce(
      (sum, tree) => sum + estimateAccuracy(tree, { questions, visitors: 60 }).right,
      0,
    ) / trees.length;
  const shares = [3, 5, 10].map(average);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
});
