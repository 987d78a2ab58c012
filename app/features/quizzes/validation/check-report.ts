import type { DiagnosisRow, Outcome, Question, SafetyRule, Thresholds } from "../schema.ts";
import type { ContradictingRow } from "./find-contradicting-rows.ts";

/** Input and result of Check quiz, and what follows from it. */

export type CheckInput = {
  questions: readonly Pick<Question, "id" | "questionText" | "options">[];
  /** Approved rows. `isKept`: staff gave a reason to keep it although the model contradicts it. */
  rows: readonly (DiagnosisRow & { isKept: boolean })[];
  /** Approved outcomes. */
  outcomes: readonly Outcome[];
  /** Rules that are not rejected. A rule that is not approved does not protect anybody yet. */
  rules: readonly (SafetyRule & { isApproved: boolean })[];
  thresholds: Thresholds;
};

export type LayerCounts = {
  danger: number;
  exact: number;
  partial: number;
  model: number;
  generic: number;
};
export const createLayerCounts = (): LayerCounts => ({
  danger: 0,
  exact: 0,
  partial: 0,
  model: 0,
  generic: 0,
});

export type CheckReport = {
  /** Product of the numbers of options. */
  combinations: number;
  /** Number of combinations checked: all of them, or a sample. */
  checked: number;
  layers: LayerCounts;
  /** For each option of each question: which layers answered the combinations that contain it. */
  coverage: { questionId: string; options: LayerCounts[] }[];
  /** Share of the combinations that the model answers with each outcome, by outcome id. */
  outcomes: Record<string, number>;
  /**
   * Outcomes that no combination leads to, neither by the model nor by a row with the same title,
   * even where a danger ends the quiz.
   */
  neverReached: string[];
  questionsWithoutInfluence: string[];
  optionsWithoutInfluence: string[];
  ties: number;
  /** The model answered, and its first two outcomes were closer than the margin. */
  thinMargins: number;
  /** Combinations that meet a rule which is not approved. */
  violations: { count: number; examples: { rule: string; hash: string }[] };
  /** Rules that no visitor can meet, because they name a missing question or option. */
  deadRules: string[];
  /** Options that describe a danger but are in no rule. */
  dangersWithoutRule: string[];
  /** Names of rules of high urgency whose danger screen would lack a headline or causes. */
  dangersWithoutWords: string[];
  /** Rows of equal length that match the same answers but differ. */
  contradictions: { a: string; b: string }[];
  /** Rows that contradict the model. */
  contradictingRows: ContradictingRow[];
};

/** Share of the combinations that a danger, a row or the model answers. */
export function calculateCoverage({
  layers,
  checked,
}: Pick<CheckReport, "layers" | "checked">): number {
  return checked === 0 ? 0 : (checked - layers.generic) / checked;
}

/** The reason why a quiz must not be published, or null. */
export function getPublishBlocker(
  report: Pick<CheckReport, "violations" | "deadRules" | "contradictingRows">,
): string | null {
  if (report.violations.count > 0)
    return `${report.violations.count.toLocaleString("en-US")} combinations of answers meet a safety rule that is not approved yet (${report.violations.examples[0]?.rule}).`;
  if (report.deadRules.length > 0)
    return `The safety rule "${report.deadRules[0]}" names a question or an option that is not in the quiz.`;
  const [row] = report.contradictingRows;
  if (row)
    return `${report.contradictingRows.length === 1 ? "A diagnosis contradicts" : `${report.contradictingRows.length.toLocaleString("en-US")} diagnoses contradict`} the outcomes ("${row.diagnosis}"). Correct it, or give a reason to keep it in Check quiz.`;
  return null;
}
