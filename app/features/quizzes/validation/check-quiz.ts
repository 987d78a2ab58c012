import { createRandom } from "#app/lib/seeded-random.ts";
import { MIN_ROW_POSTERIOR } from "../engine/choose-row.ts";
import { formatAnswerPair, sortQuestionIds } from "../engine/hash-answers.ts";
import type { DiagnosisRow } from "../schema.ts";
import {
  groupByLastAnswer,
  matchesPattern,
  type Pattern,
  parsePattern,
  type Shape,
} from "./check-patterns.ts";
import type { CheckInput, CheckReport, LayerCounts } from "./check-report.ts";
import { createReport } from "./create-report.ts";
import { OutcomeOdds } from "./outcome-odds.ts";

/** Up to this many combinations all are checked; above that, a sample of SAMPLE_SIZE. */
export const MAX_EXHAUSTIVE_COMBINATIONS = 2_000_000;
const SAMPLE_SIZE = 300_000;
const MAX_EXAMPLES = 5;

type Rule = CheckInput["rules"][number];
/**
 * State after some questions: whether a danger has ended the quiz, whether a partial row matches
 * that is used in any case, and the first matching rule that is not approved.
 */
type PathState = {
  isStopped: boolean;
  hasPartial: boolean;
  /**
   * Positions of the outcomes that matching partial rows name which are used only where the model
   * finds their cause likely enough.
   */
  partialOutcomes: readonly number[];
  unprotected: Rule | null;
};
const INITIAL_STATE: PathState = {
  isStopped: false,
  hasPartial: false,
  partialOutcomes: [],
  unprotected: null,
};

/**
 * Goes through the combinations of answers, and reports what answers them and what is wrong. Checks
 * about a million combinations in half a second.
 */
export function checkQuiz(input: CheckInput): CheckReport {
  const checker = new QuizChecker(input);
  checker.run();
  return checker.finish();
}

class QuizChecker {
  readonly #input: CheckInput;
  readonly #shape: Shape;
  readonly #rows: { row: DiagnosisRow; pattern: Pattern }[];
  readonly #rules: { rule: Rule; pattern: Pattern }[];
  readonly #exact: Set<number>;
  readonly #partialAt: { row: DiagnosisRow; pattern: Pattern }[][][];
  readonly #rulesAt: { rule: Rule; pattern: Pattern }[][][];
  readonly #odds: OutcomeOdds;
  readonly #served: Float64Array;
  readonly #behindDanger: Uint8Array;
  readonly #answers: Int16Array;
  readonly #report: CheckReport;

  constructor(input: CheckInput) {
    this.#input = input;
    const ids = sortQuestionIds(input.questions.map(({ id }) => id));
    const questions = ids.flatMap(
      (id) => input.questions.find((question) => question.id === id) ?? [],
    );
    const sizes = questions.map(({ options }) => options.length);
    this.#shape = { ids, sizes };
    this.#rows = this.#read(input.rows, (row) => row.hash).map(({ entry, pattern }) => ({
      row: entry,
      pattern,
    }));
    this.#rules = this.#read(input.rules, (rule) => rule.pattern).map(({ entry, pattern }) => ({
      rule: entry,
      pattern,
    }));
    // Combinations as numbers, which avoids building strings.
    this.#exact = new Set(
      this.#rows
        .filter(({ pattern }) => !pattern.includes(-1))
        .map(({ pattern }) => this.#indexOf(pattern)),
    );
    this.#partialAt = groupByLastAnswer(
      this.#rows.filter(({ pattern }) => pattern.includes(-1)),
      sizes,
    );
    this.#rulesAt = groupByLastAnswer(
      this.#rules.filter(({ rule }) => !rule.isApproved || rule.urgency === "high"),
      sizes,
    );
    const { outcomes, thresholds } = input;
    this.#odds = new OutcomeOdds(outcomes, questions, thresholds);
    this.#served = new Float64Array(outcomes.length);
    this.#behindDanger = new Uint8Array(outcomes.length);
    this.#answers = new Int16Array(sizes.length);
    this.#report = createReport(input, questions, this.#shape);
  }

  run(): void {
    const { sizes } = this.#shape;
    const { combinations } = this.#report;
    if (combinations === 0) return;
    if (combinations <= MAX_EXHAUSTIVE_COMBINATIONS) {
      this.#visitAll(0, INITIAL_STATE);
      return;
    }
    const random = createRandom(sizes.length);
    const any = (at: number) => Math.floor(random() * (sizes[at] ?? 1));
    this.#visit(() => 0);
    this.#visit((at) => (sizes[at] ?? 1) - 1);
    // Each row and rule is checked at least once.
    for (const { pattern } of [...this.#rows, ...this.#rules])
      this.#visit((at) => ((pattern[at] ?? -1) >= 0 ? (pattern[at] ?? 0) : any(at)));
    while (this.#report.checked < SAMPLE_SIZE) this.#visit(any);
  }

  finish(): CheckReport {
    const { outcomes } = this.#input;
    const inRows = new Set(this.#rows.map(({ row }) => row.data.diagnosis));
    return {
      ...this.#report,
      outcomes: Object.fromEntries(
        outcomes.map(({ id }, at) => [
          id,
          (this.#served[at] ?? 0) / Math.max(1, this.#report.checked),
        ]),
      ),
      neverReached: outcomes
        .filter(
          ({ data }, at) =>
            this.#served[at] === 0 && this.#behindDanger[at] === 0 && !inRows.has(data.diagnosis),
        )
        .map(({ id }) => id),
    };
  }

  #read<T>(entries: readonly T[], getHash: (entry: T) => string): { entry: T; pattern: Pattern }[] {
    return entries.flatMap((entry) => {
      const pattern = parsePattern(getHash(entry), this.#shape);
      return pattern ? [{ entry, pattern }] : [];
    });
  }

  #indexOf(answers: Int16Array): number {
    return answers.reduce((index, option, at) => index * (this.#shape.sizes[at] ?? 1) + option, 0);
  }

  /** Position of the outcome that a row names, or -1. */
  #findOutcome({ data }: DiagnosisRow): number {
    return this.#input.outcomes.findIndex((outcome) => outcome.data.diagnosis === data.diagnosis);
  }

  readonly #isLikely = (outcome: number): boolean =>
    outcome >= 0 && this.#odds.getPosterior(outcome) >= MIN_ROW_POSTERIOR;

  /** Checks every combination that begins with the current answers. */
  #visitAll(at: number, state: PathState): void {
    const size = this.#shape.sizes[at];
    if (size === undefined) {
      this.#count(state);
      return;
    }
    for (let option = 0; option < size; option++)
      this.#visitAll(at + 1, this.#step(at, option, state));
  }

  /** Checks one combination, answer by answer. */
  #visit(choose: (at: number) => number): void {
    let state = INITIAL_STATE;
    for (let at = 0; at < this.#shape.sizes.length; at++) state = this.#step(at, choose(at), state);
    this.#count(state);
  }

  /** Answers question `at` and returns the new state. */
  #step(at: number, option: number, state: PathState): PathState {
    this.#odds.answer(at, option);
    this.#answers[at] = option;
    const partial = this.#partialAt[at]?.[option] ?? [];
    const rules = this.#rulesAt[at]?.[option] ?? [];
    // Usually no pattern ends here.
    if (partial.length === 0 && rules.length === 0) return state;
    const met = rules.filter(({ pattern }) => matchesPattern(pattern, this.#answers));
    const matched = partial.filter(({ pattern }) => matchesPattern(pattern, this.#answers));
    const isAlwaysUsed = ({ row }: { row: DiagnosisRow }) =>
      row.isTrusted || this.#input.outcomes.length === 0;
    return {
      isStopped: state.isStopped || met.some(({ rule }) => rule.isApproved),
      hasPartial: state.hasPartial || matched.some(isAlwaysUsed),
      partialOutcomes: matched.every(isAlwaysUsed)
        ? state.partialOutcomes
        : [...state.partialOutcomes, ...matched.map(({ row }) => this.#findOutcome(row))],
      unprotected: state.unprotected ?? met.find(({ rule }) => !rule.isApproved)?.rule ?? null,
    };
  }

  /** Records a complete combination. */
  #count({ isStopped, hasPartial, partialOutcomes, unprotected }: PathState): void {
    const report = this.#report;
    report.checked++;
    if (unprotected) {
      report.violations.count++;
      if (report.violations.examples.length < MAX_EXAMPLES)
        report.violations.examples.push({ rule: unprotected.name, hash: this.#hash() });
    }
    const layer = isStopped
      ? "danger"
      : this.#getLayer(hasPartial || partialOutcomes.some(this.#isLikely));
    // An outcome that only occurs together with a danger is not unreachable: the danger screen
    // replaces it.
    if (isStopped) this.#countPrediction(true);
    report.layers[layer]++;
    for (let at = 0; at < this.#answers.length; at++) {
      const cell = report.coverage[at]?.options[this.#answers[at] ?? 0];
      if (cell) cell[layer]++;
    }
  }

  #getLayer(hasPartial: boolean): keyof LayerCounts {
    if (this.#exact.size > 0 && this.#exact.has(this.#indexOf(this.#answers))) return "exact";
    if (hasPartial) return "partial";
    return this.#countPrediction(false) ? "model" : "generic";
  }

  #hash(): string {
    return this.#shape.ids.map((id, at) => formatAnswerPair(id, this.#answers[at] ?? 0)).join(",");
  }

  /** Counts what the model gives for the current answers; returns whether it gives anything. */
  #countPrediction(isStopped: boolean): boolean {
    const { chosen, isTie, isThin } = this.#odds.predict();
    if (!isStopped) {
      if (isTie) this.#report.ties++;
      if (isThin) this.#report.thinMargins++;
    }
    if (chosen === null) return false;
    if (isStopped) this.#behindDanger[chosen] = 1;
    else this.#served[chosen] = (this.#served[chosen] ?? 0) + 1;
    return true;
  }
}
