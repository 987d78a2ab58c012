import type { DiagnosisRow, Outcome, Question, SafetyRule, Thresholds } from "../schema.ts";

/** What Check quiz looks at, what it finds, and what follows from that. */

export type CheckInput = {
  questions: readonly Pick<Question, "id" | "questionText" | "options">[];
  /** Approved rows. */
  rows: readonly DiagnosisRow[];
  /** Approved outcomes. */
  outcomes: readonly Outcome[];
  /** Rules that are not rejected. One that is not approved protects nobody yet. */
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
export type CheckReport = {
  /** Product of the numbers of options. */
  combinations: number;
  /** How many were looked at: all of them, or a sample. */
  checked: number;
  layers: LayerCounts;
  /** For each option of each question: who answered the combinations that hold it. */
  coverage: { questionId: string; options: LayerCounts[] }[];
  /**
   * Share of the combinations for which the model had each outcome first and served it, by outcome
   * id.
   */
  outcomes: Record<string, number>;
  /**
   * Outcomes that no combination leads to, by the model or by a row that says the same, nor would
   * where a danger ends the quiz.
   */
  neverReached: string[];
  questionsWithoutInfluence: string[];
  optionsWithoutInfluence: string[];
  ties: number;
  /** The model answered, and the first two were nearer than the margin. */
  thinMargins: number;
  /** Combinations in danger that would not be answered with the rule's urgency and instruction. */
  violations: { count: number; examples: { rule: string; hash: string }[] };
  /** Rules that no visitor can meet: they name a question or an option that is not there. */
  deadRules: string[];
  /** Options that speak of danger and are in no rule. */
  dangersWithoutRule: string[];
  /**
   * Names of rules of high urgency that have no headline or no causes: their danger screen would
   * lack them.
   */
  dangersWithoutWords: string[];
  /** Rows of equal length that fit the same answers and say something else. */
  contradictions: { a: string; b: string }[];
};

/** Share of the combinations that a danger, a row or the model answers. */
export function calculateCoverage({
  layers,
  checked,
}: Pick<CheckReport, "layers" | "checked">): number {
  return checked === 0 ? 0 : (checked - layers.generic) / checked;
}

/** Why a quiz must not be made active, or null. */
export function getPublishBlocker(
  report: Pick<CheckReport, "violations" | "deadRules">,
): string | null {
  if (report.violations.count > 0)
    return `${report.violations.count.toLocaleString("en-US")} combinations of answers meet a safety rule that is not approved yet (${report.violations.examples[0]?.rule}).`;
  if (report.deadRules.length > 0)
    return `The safety rule "${report.deadRules[0]}" names a question or an option that is not in the quiz.`;
  return null;
}
