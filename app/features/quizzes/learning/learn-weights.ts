import { formatAnswerPair } from "../engine/hash-answers.ts";
import type { Question, Weights } from "../schema.ts";

/** An outcome proposes weights from this many recorded causes on. */
export const MIN_CASES = 30;
/** How many recorded causes the weights so far count for. */
const PRIOR_CASES = 20;
/** Nobody gives an answer less often than this: people mishear and misjudge. */
const MIN_SHARE = 0.01;
/**
 * The shares that the cases are compared with are at least this, or two mistakes would look like a
 * discovery.
 */
const MIN_EXPECTED_SHARE = 0.02;
/** The normal quantile of 99.9 %: a review shows dozens of questions, and chance must not fill it. */
const QUANTILE = 3.09;
/** A change of fewer of 100 people is not worth a review. */
const MIN_DIFFERENCE = 0.05;
/** A cause with fewer cases does not say what answers are typical. */
const MIN_TYPICAL_CASES = 10;
/** An answer whose weights differ by less than this says nothing about the cause. */
const UNINFORMATIVE_RANGE = 0.3;
/** How much the typical share of an answer counts beside its weights. */
const STRONG = 1;
const WEAK = 1e-3;

export type LearningQuestion = Pick<Question, "id" | "options">;
export type LearningOutcome = { id: string; weights: Weights };
/** A request of which the true cause is known: its outcome, and the answer pairs given. */
export type RecordedCase = { outcomeId: string; pairs: readonly string[] };

export type WeightChange = {
  pair: string;
  /** Of 100 people with this cause, how many give the answer by the weights so far. */
  before: number;
  /** The same by the recorded causes, which count for more the more there are. */
  after: number;
  weight: number;
};
export type LearnedWeights = { outcomeId: string; cases: number; changes: WeightChange[] };

/**
 * Finds the questions that people with a certain cause answer differently than its weights say, and
 * the weights that fit. How common a cause is cannot be learned here: those who ask for a
 * professional are not those who take the quiz.
 * @param input.questions those whose weights may change
 */
export function learnWeights({
  questions,
  outcomes,
  cases,
}: {
  questions: readonly LearningQuestion[];
  outcomes: readonly LearningOutcome[];
  cases: readonly RecordedCase[];
}): LearnedWeights[] {
  const asked = questions.map((question) => {
    const pairs = question.options.map((_, at) => formatAnswerPair(question.id, at));
    const typical = measureTypicalShares(pairs, { outcomes, cases });
    return { pairs, everybody: estimateAnswerShares(outcomes, { pairs, typical }) };
  });
  return outcomes.flatMap((outcome): LearnedWeights[] => {
    const own = cases.filter(({ outcomeId }) => outcomeId === outcome.id);
    if (own.length < MIN_CASES) return [];
    const changes = asked.flatMap(({ pairs, everybody }) =>
      compareAnswers(outcome.weights, {
        pairs,
        everybody,
        counts: countAnswers(own, pairs),
      }),
    );
    return changes.length > 0 ? [{ outcomeId: outcome.id, cases: own.length, changes }] : [];
  });
}

type Compared = {
  pairs: readonly string[];
  everybody: readonly number[];
  /** How many recorded cases gave each answer. */
  counts: readonly number[];
};

/** The new weights of one question for one outcome; none where the cases fit the weights so far. */
function compareAnswers(weights: Weights, { pairs, everybody, counts }: Compared): WeightChange[] {
  const answered = sum(counts);
  const before = toShares(
    pairs.map((pair, at) => (everybody[at] ?? 0) * Math.exp(weights[pair] ?? 0)),
  );
  const after = before.map((old, at) => {
    const learned = (PRIOR_CASES * old + (counts[at] ?? 0)) / (PRIOR_CASES + answered);
    // An answer that is impossible with this cause stays so until somebody gives it.
    return Math.max(learned, Math.min(old, MIN_SHARE));
  });
  const isLarge = after.some((share, at) => Math.abs(share - (before[at] ?? 0)) >= MIN_DIFFERENCE);
  if (answered < MIN_CASES || !isLarge || !isSurprising(counts, before)) return [];
  return pairs.map((pair, at) => {
    const [old, learned] = [before[at] ?? 1, after[at] ?? 1];
    const weight = (weights[pair] ?? 0) + Math.log(learned / old);
    return {
      pair,
      before: Math.round(old * 100),
      after: Math.round(learned * 100),
      weight: Math.round(weight * 100) / 100,
    };
  });
}

/** Whether counts differ from the expected shares by more than chance (Pearson's test, 0.1 %). */
function isSurprising(counts: readonly number[], expected: readonly number[]): boolean {
  const total = sum(counts);
  const shares = toShares(expected.map((share) => Math.max(share, MIN_EXPECTED_SHARE)));
  const distance = sum(
    shares.map((share, at) => ((counts[at] ?? 0) - share * total) ** 2 / (share * total)),
  );
  // The quantile of the chi-squared distribution by Wilson and Hilferty.
  const freedom = counts.length - 1;
  const spread = 2 / (9 * freedom);
  return distance > freedom * (1 - spread + QUANTILE * Math.sqrt(spread)) ** 3;
}

/**
 * How often each answer is given, whatever the cause. Weights say only how much more often people
 * with a cause give an answer than everybody does, so these shares are those for which the answers
 * of every cause add up to 1 (least squares). That leaves open how often an answer is given that says
 * nothing about the cause, such as "I do not know": there the typical share decides.
 * @param input.typical how often each answer was given, as shares, which need not add up to 1
 */
export function estimateAnswerShares(
  outcomes: readonly LearningOutcome[],
  { pairs, typical }: { pairs: readonly string[]; typical: readonly number[] },
): number[] {
  const weights = outcomes.map((outcome) => pairs.map((pair) => outcome.weights[pair] ?? 0));
  const ratios = weights.map((row) => row.map(Math.exp));
  const pulls = pairs.map((_, at) => {
    const column = weights.map((row) => row[at] ?? 0);
    return Math.max(...column) - Math.min(...column) < UNINFORMATIVE_RANGE ? STRONG : WEAK;
  });
  const matrix = pairs.map((_, row) =>
    pairs.map(
      (_, column) =>
        sum(ratios.map((ratio) => (ratio[row] ?? 0) * (ratio[column] ?? 0))) +
        (row === column ? (pulls[row] ?? 0) : 0),
    ),
  );
  const right = pairs.map(
    (_, at) => sum(ratios.map((ratio) => ratio[at] ?? 0)) + (pulls[at] ?? 0) * (typical[at] ?? 0),
  );
  return toShares(solveLinear(matrix, right).map((share) => Math.max(share, MIN_SHARE)));
}

/** Solves a symmetric, positive definite system by elimination. */
function solveLinear(matrix: readonly number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  for (const [at, pivot] of rows.entries())
    for (const [other, row] of rows.entries()) {
      if (other === at) continue;
      const factor = (row[at] ?? 0) / (pivot[at] ?? 1);
      for (const [column, value] of pivot.entries())
        row[column] = (row[column] ?? 0) - factor * value;
    }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1));
}

/**
 * How often each answer was given, as shares: the median over the causes, so that one cause whose
 * answers are unlike the weights does not change what is typical.
 */
function measureTypicalShares(
  pairs: readonly string[],
  { outcomes, cases }: { outcomes: readonly LearningOutcome[]; cases: readonly RecordedCase[] },
): number[] {
  const byCause = outcomes.flatMap(({ id }) => {
    const own = cases.filter(({ outcomeId }) => outcomeId === id);
    const counts = countAnswers(own, pairs);
    return sum(counts) < MIN_TYPICAL_CASES ? [] : [toShares(counts.map((count) => count + 1))];
  });
  return pairs.map((_, at) => {
    const shares = byCause.map((row) => row[at] ?? 0).toSorted((a, b) => a - b);
    return shares[Math.floor(shares.length / 2)] ?? 1 / pairs.length;
  });
}

const countAnswers = (cases: readonly RecordedCase[], pairs: readonly string[]) =>
  pairs.map((pair) => cases.filter((known) => known.pairs.includes(pair)).length);

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
function toShares(values: readonly number[]): number[] {
  const total = sum(values);
  return values.map((value) => value / total);
}
