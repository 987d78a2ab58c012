import { makeRandom } from "#app/lib/seeded-random.ts";
import { URGENCY_RANK } from "../constants.ts";
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
import {
  findContradictions,
  findUncoveredDangers,
  findWithoutInfluence,
} from "./find-weak-spots.ts";

/** Up to this many combinations all are checked; above that, a sample of SAMPLE_SIZE. */
export const MAX_EXHAUSTIVE_COMBINATIONS = 2_000_000;
const SAMPLE_SIZE = 300_000;
const MAX_EXAMPLES = 5;
/** Posteriors closer than this are a tie. */
const TIE = 1e-9;

const createLayerCounts = (): LayerCounts => ({
  danger: 0,
  exact: 0,
  partial: 0,
  model: 0,
  generic: 0,
});

type Rule = CheckInput["rules"][number];
/**
 * State after some questions: whether a danger has ended the quiz, whether a partial row matches,
 * and the first matching rule that is not approved.
 */
type PathState = { isStopped: boolean; hasPartial: boolean; unprotected: Rule | null };
const INITIAL_STATE: PathState = { isStopped: false, hasPartial: false, unprotected: null };

/**
 * Goes through the combinations of answers, and reports what answers them and what is wrong. Checks
 * about a million combinations in half a second: the odds are computed as products from question to
 * question, so that the last one costs additions only.
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
  readonly #partialAt: { pattern: Pattern }[][][];
  readonly #rulesAt: { rule: Rule; pattern: Pattern }[][][];
  /** By question and option: the factors of the outcomes' odds. */
  readonly #factors: Float64Array[][];
  /** By number of answers given: the odds of the outcomes. */
  readonly #odds: Float64Array[];
  readonly #ranks: number[];
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
    const { outcomes } = input;
    this.#factors = questions.map(({ id, options }) =>
      options.map((_, option) =>
        Float64Array.from(outcomes, ({ weights }) =>
          Math.exp(weights[formatAnswerPair(id, option)] ?? 0),
        ),
      ),
    );
    this.#odds = [
      Float64Array.from(outcomes, ({ bias }) => Math.exp(bias)),
      ...sizes.map(() => new Float64Array(outcomes.length)),
    ];
    this.#ranks = outcomes.map(({ data }) => URGENCY_RANK[data.urgency]);
    this.#served = new Float64Array(outcomes.length);
    this.#behindDanger = new Uint8Array(outcomes.length);
    this.#answers = new Int16Array(sizes.length);
    this.#report = {
      combinations: sizes.length === 0 ? 0 : sizes.reduce((product, size) => product * size, 1),
      checked: 0,
      layers: createLayerCounts(),
      coverage: questions.map(({ id, options }) => ({
        questionId: id,
        options: options.map(createLayerCounts),
      })),
      outcomes: {},
      neverReached: [],
      ...findWithoutInfluence(input),
      ties: 0,
      thinMargins: 0,
      violations: { count: 0, examples: [] },
      deadRules: input.rules
        .filter(({ pattern }) => !parsePattern(pattern, this.#shape))
        .map(({ name }) => name),
      dangersWithoutRule: findUncoveredDangers(input),
      dangersWithoutWords: input.rules
        .filter(
          ({ urgency, headline, causes }) =>
            urgency === "high" && (!headline || causes.length === 0),
        )
        .map(({ name }) => name),
      contradictions: findContradictions(input, this.#shape),
    };
  }

  run(): void {
    const { sizes } = this.#shape;
    const { combinations } = this.#report;
    if (combinations === 0) return;
    if (combinations <= MAX_EXHAUSTIVE_COMBINATIONS) {
      this.#descend(0, INITIAL_STATE);
      return;
    }
    const random = makeRandom(sizes.length);
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

  #read<T>(entries: readonly T[], hashOf: (entry: T) => string): { entry: T; pattern: Pattern }[] {
    return entries.flatMap((entry) => {
      const pattern = parsePattern(hashOf(entry), this.#shape);
      return pattern ? [{ entry, pattern }] : [];
    });
  }

  #indexOf(answers: Int16Array): number {
    return answers.reduce((index, option, at) => index * (this.#shape.sizes[at] ?? 1) + option, 0);
  }

  #descend(at: number, trail: PathState): void {
    const size = this.#shape.sizes[at];
    if (size === undefined) {
      this.#arrive(trail);
      return;
    }
    for (let option = 0; option < size; option++)
      this.#descend(at + 1, this.#step(at, option, trail));
  }

  /** Checks one combination, answer by answer. */
  #visit(choose: (at: number) => number): void {
    let trail = INITIAL_STATE;
    for (let at = 0; at < this.#shape.sizes.length; at++) trail = this.#step(at, choose(at), trail);
    this.#arrive(trail);
  }

  /** Answers question `at` and returns the new state. */
  #step(at: number, option: number, trail: PathState): PathState {
    const [from, to, factor] = [this.#odds[at], this.#odds[at + 1], this.#factors[at]?.[option]];
    if (from && to && factor)
      for (let outcome = 0; outcome < to.length; outcome++)
        to[outcome] = (from[outcome] ?? 0) * (factor[outcome] ?? 1);
    this.#answers[at] = option;
    const partial = this.#partialAt[at]?.[option] ?? [];
    const rules = this.#rulesAt[at]?.[option] ?? [];
    // Usually no pattern ends here.
    if (partial.length === 0 && rules.length === 0) return trail;
    const met = rules.filter(({ pattern }) => matchesPattern(pattern, this.#answers));
    return {
      isStopped: trail.isStopped || met.some(({ rule }) => rule.isApproved),
      hasPartial:
        trail.hasPartial || partial.some(({ pattern }) => matchesPattern(pattern, this.#answers)),
      unprotected: trail.unprotected ?? met.find(({ rule }) => !rule.isApproved)?.rule ?? null,
    };
  }

  /** Records a complete combination. */
  #arrive({ isStopped, hasPartial, unprotected }: PathState): void {
    const report = this.#report;
    report.checked++;
    if (unprotected) {
      report.violations.count++;
      if (report.violations.examples.length < MAX_EXAMPLES)
        report.violations.examples.push({ rule: unprotected.name, hash: this.#hash() });
    }
    const layer = isStopped ? "danger" : this.#layerOf(hasPartial);
    // An outcome that only occurs together with a danger is not unreachable: the danger screen
    // replaces it.
    if (isStopped) this.#modelAnswers(true);
    report.layers[layer]++;
    for (let at = 0; at < this.#answers.length; at++) {
      const cell = report.coverage[at]?.options[this.#answers[at] ?? 0];
      if (cell) cell[layer]++;
    }
  }

  #layerOf(hasPartial: boolean): keyof LayerCounts {
    if (this.#exact.size > 0 && this.#exact.has(this.#indexOf(this.#answers))) return "exact";
    if (hasPartial) return "partial";
    return this.#modelAnswers() ? "model" : "generic";
  }

  #hash(): string {
    return this.#shape.ids.map((id, at) => formatAnswerPair(id, this.#answers[at] ?? 0)).join(",");
  }

  /** The same as `predictOutcome`, from the odds computed so far. */
  #modelAnswers(isStopped = false): boolean {
    const odds = this.#odds[this.#answers.length];
    if (!odds || odds.length === 0) return false;
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
    const { posterior, margin } = this.#input.thresholds;
    if (gap < TIE && !isStopped) this.#report.ties++;
    if (best < posterior) return false;
    const isClose = gap < margin;
    if (isClose && !isStopped) this.#report.thinMargins++;
    const chosen =
      isClose && (this.#ranks[second] ?? 0) > (this.#ranks[first] ?? 0) ? second : first;
    if (isStopped) this.#behindDanger[chosen] = 1;
    else this.#served[chosen] = (this.#served[chosen] ?? 0) + 1;
    return true;
  }
}
