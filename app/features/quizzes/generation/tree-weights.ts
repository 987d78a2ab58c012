import { type FaultTree, NEVER } from "./fault-tree-schema.ts";

type TreeQuestion = FaultTree["questions"][number];
/** By option key, then cause key. */
export type QuestionWeights = Record<string, Record<string, number>>;

/** Of 100 people, how many give even an unlikely answer, by mistake. */
const MISTAKES = 1;
const IMPOSSIBLE = 0.001;
/** Smaller weights are noise, and are left out. */
const MIN_WEIGHT = 0.05;

/** The share of people with this cause who give each answer, in the order of the options. */
export function calculateAnswerShares({ options, chances }: TreeQuestion, cause: string): number[] {
  const row = chances[cause];
  if (!row) return options.map(() => 1 / options.length);
  const values = row.map((value) => (value === NEVER ? IMPOSSIBLE : Math.max(value, MISTAKES)));
  const total = values.reduce((sum, value) => sum + value, 0);
  return values.map((value) => value / total);
}

/** The share of each cause before any answer, by cause key; they add up to 1. */
export function calculatePriors({ causes }: Pick<FaultTree, "causes">): Record<string, number> {
  const total = causes.reduce((sum, { share }) => sum + share, 0);
  return Object.fromEntries(causes.map(({ key, share }) => [key, share / total]));
}

/**
 * What each answer adds to the log-odds of each cause: the logarithm of how much more often people
 * with this cause give it than everybody does. So the posterior of the model is that of Bayes.
 */
export function calculateQuestionWeights(
  tree: Pick<FaultTree, "causes">,
  question: TreeQuestion,
): QuestionWeights {
  const priors = calculatePriors(tree);
  const shares = tree.causes.map(({ key }) => ({
    key,
    answers: calculateAnswerShares(question, key),
  }));
  return Object.fromEntries(
    question.options.map((option, at) => {
      const everybody = shares.reduce(
        (sum, { key, answers }) => sum + (priors[key] ?? 0) * (answers[at] ?? 0),
        0,
      );
      const weights = shares.map(({ key, answers }) => [
        key,
        Math.round(Math.log((answers[at] ?? 0) / everybody) * 100) / 100,
      ]);
      return [
        option.key,
        Object.fromEntries(weights.filter(([, weight]) => Math.abs(Number(weight)) >= MIN_WEIGHT)),
      ];
    }),
  );
}
