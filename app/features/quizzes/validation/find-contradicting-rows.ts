import { URGENCY_RANK } from "../constants.ts";
import { matchRules } from "../engine/apply-rules.ts";
import { findRowOutcome } from "../engine/choose-row.ts";
import { splitAnswerPairs } from "../engine/hash-answers.ts";
import { predictOutcome, rankOutcomes } from "../engine/rank-outcomes.ts";
import type { CheckInput } from "./check-report.ts";

/** A row whose cause the model finds less likely than this, after the same answers, contradicts it. */
const MIN_POSTERIOR = 0.2;

export type ContradictingRow = {
  id: string;
  hash: string;
  diagnosis: string;
  /** The cause is unlikely, or the row is less urgent than the model. */
  reason: "unlikely" | "less-urgent";
  /** What the model says after the same answers; null when it names no cause. */
  modelDiagnosis: string | null;
};

/**
 * Finds approved rows that say something else than the model does after the same answers, and that
 * staff have not decided to keep.
 */
export function findContradictingRows({
  rows,
  outcomes,
  rules,
  thresholds,
}: Pick<CheckInput, "rows" | "outcomes" | "rules" | "thresholds">): ContradictingRow[] {
  if (outcomes.length === 0) return [];
  return rows.flatMap(({ id, hash, data, isKept }): ContradictingRow[] => {
    const pairs = splitAnswerPairs(hash);
    const met = matchRules(rules, new Set(pairs)).filter(({ isApproved }) => isApproved);
    // The danger screen is shown instead of the row.
    if (isKept || pairs.length === 0 || met.some(({ urgency }) => urgency === "high")) return [];
    const ranked = rankOutcomes(outcomes, pairs);
    const chosen = predictOutcome(ranked, thresholds)?.chosen.outcome.data;
    const raised = Math.max(0, ...met.map(({ urgency }) => URGENCY_RANK[urgency]));
    const posterior = findRowOutcome({ data }, ranked)?.posterior;
    const isUnlikely = posterior !== undefined && posterior < MIN_POSTERIOR;
    const isLessUrgent =
      chosen !== undefined &&
      Math.max(raised, URGENCY_RANK[data.urgency]) < URGENCY_RANK[chosen.urgency];
    if (!isUnlikely && !isLessUrgent) return [];
    return [
      {
        id,
        hash,
        diagnosis: data.diagnosis,
        reason: isUnlikely ? "unlikely" : "less-urgent",
        modelDiagnosis: chosen?.diagnosis ?? null,
      },
    ];
  });
}
