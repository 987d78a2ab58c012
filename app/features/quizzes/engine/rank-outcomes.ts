import { URGENCY_RANK } from "../constants.ts";
import type { Outcome, Thresholds } from "../schema.ts";

/** Maximum number of answers named as reasons of a model result. */
const MAX_REASONS = 3;

export type RankedOutcome = { outcome: Outcome; posterior: number };

/** Posterior of each outcome after these answers, the most likely first. */
export function rankOutcomes(
  outcomes: readonly Outcome[],
  pairs: readonly string[],
): RankedOutcome[] {
  const scored = outcomes.map((outcome) => ({
    outcome,
    score: pairs.reduce((sum, pair) => sum + (outcome.weights[pair] ?? 0), outcome.bias),
  }));
  const highest = Math.max(...scored.map(({ score }) => score));
  const exponents = scored.map(({ score }) => Math.exp(score - highest));
  const total = exponents.reduce((sum, value) => sum + value, 0);
  return scored
    .map(({ outcome }, at) => ({ outcome, posterior: (exponents[at] ?? 0) / total }))
    .sort((a, b) => b.posterior - a.posterior);
}

/**
 * The outcome that the model predicts, or null when none is likely enough. Of two close ones, the
 * more urgent is chosen.
 */
export function predictOutcome(
  ranked: readonly RankedOutcome[],
  thresholds: Thresholds,
): { chosen: RankedOutcome; other: RankedOutcome | null } | null {
  const [first, second] = ranked;
  if (!first || first.posterior < thresholds.posterior) return null;
  if (!second) return { chosen: first, other: null };
  const isClose = first.posterior - second.posterior < thresholds.margin;
  const isSecondMoreUrgent =
    URGENCY_RANK[second.outcome.data.urgency] > URGENCY_RANK[first.outcome.data.urgency];
  return isClose && isSecondMoreUrgent
    ? { chosen: second, other: first }
    : { chosen: first, other: second };
}

/**
 * Answers that speak for the chosen outcome, and more than for the other one, the heaviest first.
 */
export function listReasons(
  { chosen, other }: { chosen: RankedOutcome; other: RankedOutcome | null },
  pairs: readonly string[],
): string[] {
  return pairs
    .filter((pair) => (chosen.outcome.weights[pair] ?? 0) > 0)
    .map((pair) => ({
      pair,
      weight: (chosen.outcome.weights[pair] ?? 0) - (other?.outcome.weights[pair] ?? 0),
    }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_REASONS)
    .map(({ pair }) => pair);
}
