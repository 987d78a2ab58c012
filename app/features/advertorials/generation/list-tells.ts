import {
  DANGER_QUESTION,
  type FaultTree,
} from "#app/features/quizzes/generation/fault-tree-schema.ts";
import {
  calculateAnswerShares,
  calculatePriors,
} from "#app/features/quizzes/generation/tree-weights.ts";

/** A question, with the answers that point to one cause each. */
export type Tell = { question: string; answers: { answer: string; cause: string }[] };

/** How many people with a cause must give an answer, and how likely the cause must be after it. */
const MIN_SHARE = 0.45;
const MIN_POSTERIOR = 0.3;
/** Questions that are only understandable with all of their options. */
const NEEDS_OPTIONS = /\b(?:these|which (?:words|story)|true|fits?)\b/i;

/**
 * For each cause the answer that points to it most clearly: most people with the cause give it, and no
 * other cause is likelier after it. Grouped by question, in the order of the tree.
 */
export function listTells(
  tree: FaultTree,
  causes: readonly { key: string; diagnosis: string }[],
): Tell[] {
  const priors = calculatePriors(tree);
  const found = causes.flatMap(({ key, diagnosis }) =>
    findBestAnswer(tree, { key, priors, diagnosis }),
  );
  return tree.questions.flatMap(({ key, text }) => {
    const answers = found
      .filter(({ question }) => question === key)
      .map(({ answer, cause }) => ({ answer, cause }));
    return answers.length > 0 ? [{ question: text, answers }] : [];
  });
}

function findBestAnswer(
  tree: FaultTree,
  { key, priors, diagnosis }: { key: string; priors: Record<string, number>; diagnosis: string },
): { question: string; answer: string; cause: string }[] {
  const answers = tree.questions
    .filter((question) => question.key !== DANGER_QUESTION && !NEEDS_OPTIONS.test(question.text))
    .flatMap((question) => {
      const shares = Object.fromEntries(
        tree.causes.map((cause) => [cause.key, calculateAnswerShares(question, cause.key)]),
      );
      return question.options.map(({ text }, at) => {
        const joint = (cause: string) => (priors[cause] ?? 0) * (shares[cause]?.[at] ?? 0);
        const total = tree.causes.reduce((sum, cause) => sum + joint(cause.key), 0);
        const isLikeliest = tree.causes.every((cause) => joint(cause.key) <= joint(key));
        return {
          question: question.key,
          answer: text,
          cause: diagnosis,
          share: shares[key]?.[at] ?? 0,
          posterior: total > 0 && isLikeliest ? joint(key) / total : 0,
        };
      });
    })
    .filter(({ share, posterior }) => share >= MIN_SHARE && posterior >= MIN_POSTERIOR)
    .sort((a, b) => b.posterior * b.share - a.posterior * a.share);
  return answers.slice(0, 1);
}
