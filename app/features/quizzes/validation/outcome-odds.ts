import { URGENCY_RANK } from "../constants.ts";
import { formatAnswerPair } from "../engine/hash-answers.ts";
import type { Outcome, Question, Thresholds } from "../schema.ts";

/** Posteriors closer than this are a tie. */
const TIE = 1e-9;

export type Prediction = {
  /** Position of the outcome that the model gives; null when none is likely enough. */
  chosen: number | null;
  isTie: boolean;
  /** The model gives an outcome, and the first two are closer than the margin. */
  isThin: boolean;
};
const NO_PREDICTION: Prediction = { chosen: null, isTie: false, isThin: false };

/**
 * Odds of the outcomes along a path of answers. They are products from question to question, so
 * that another answer to the last question costs multiplications only.
 */
export class OutcomeOdds {
  /** By question and option: the factors of the outcomes' odds. */
  readonly #factors: Float64Array[][];
  /** By number of answers given: the odds of the outcomes. */
  readonly #odds: Float64Array[];
  readonly #ranks: number[];
  readonly #thresholds: Thresholds;

  constructor(
    outcomes: readonly Outcome[],
    questions: readonly Pick<Question, "id" | "options">[],
    thresholds: Thresholds,
  ) {
    this.#factors = questions.map(({ id, options }) =>
      options.map((_, option) =>
        Float64Array.from(outcomes, ({ weights }) =>
          Math.exp(weights[formatAnswerPair(id, option)] ?? 0),
        ),
      ),
    );
    this.#odds = [
      Float64Array.from(outcomes, ({ bias }) => Math.exp(bias)),
      ...questions.map(() => new Float64Array(outcomes.length)),
    ];
    this.#ranks = outcomes.map(({ data }) => URGENCY_RANK[data.urgency]);
    this.#thresholds = thresholds;
  }

  /** Answers question `at`, after the questions before it. */
  answer(at: number, option: number): void {
    const [from, to, factor] = [this.#odds[at], this.#odds[at + 1], this.#factors[at]?.[option]];
    if (from && to && factor)
      for (let outcome = 0; outcome < to.length; outcome++)
        to[outcome] = (from[outcome] ?? 0) * (factor[outcome] ?? 1);
  }

  /** Posterior of the outcome at this position, once all questions are answered. */
  getPosterior(outcome: number): number {
    const odds = this.#odds.at(-1);
    if (!odds) return 0;
    let total = 0;
    for (const value of odds) total += value;
    return (odds[outcome] ?? 0) / total;
  }

  /** The same as `predictOutcome`, once all questions are answered. */
  predict(): Prediction {
    const odds = this.#odds.at(-1);
    if (!odds || odds.length === 0) return NO_PREDICTION;
    let total = 0;
    let first = 0;
    let second = -1;
    for (let at = 0; at < odds.length; at++) {
      const value = odds[at] ?? 0;
      total += value;
      if (at === 0) continue;
      if (value > (odds[first] ?? 0)) [second, first] = [first, at];
      else if (second < 0 || value > (odds[second] ?? 0)) second = at;
    }
    const best = (odds[first] ?? 0) / total;
    const gap = second < 0 ? 1 : best - (odds[second] ?? 0) / total;
    const { posterior, margin } = this.#thresholds;
    const isTie = gap < TIE;
    if (best < posterior) return { chosen: null, isTie, isThin: false };
    const isThin = gap < margin;
    const isSecondMoreUrgent = (this.#ranks[second] ?? 0) > (this.#ranks[first] ?? 0);
    return { chosen: isThin && isSecondMoreUrgent ? second : first, isTie, isThin };
  }
}
