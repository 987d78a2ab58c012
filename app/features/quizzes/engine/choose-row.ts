import type { DiagnosisRow } from "../schema.ts";
import { splitAnswerPairs } from "./hash-answers.ts";
import type { RankedOutcome } from "./rank-outcomes.ts";

/** A generated row for some answers is used when the model gives its cause at least this much. */
export const MIN_ROW_POSTERIOR = 0.3;

/**
 * Sorts rows by number of answer pairs, then by priority, then by the time of approval; larger is
 * better.
 */
export function compareRows(a: DiagnosisRow, b: DiagnosisRow): number {
  return (
    splitAnswerPairs(a.hash).length - splitAnswerPairs(b.hash).length ||
    a.priority - b.priority ||
    a.approvedAt.getTime() - b.approvedAt.getTime()
  );
}

/**
 * The outcome whose cause a row names; undefined when the quiz has no such outcome, so that the
 * model cannot judge the row.
 */
export const findRowOutcome = (
  row: Pick<DiagnosisRow, "data">,
  ranked: readonly RankedOutcome[],
): RankedOutcome | undefined =>
  ranked.find(({ outcome }) => outcome.data.diagnosis === row.data.diagnosis);

/**
 * Chooses the row with the most answer pairs among those whose pairs are all given. An empty hash
 * never matches. A generated row for some of the answers knows less than the model, which has all
 * of them: it is passed over where the model finds its cause unlikely.
 * @param pairs all answers given
 * @param ranked the outcomes after these answers; empty for a quiz without a model
 */
export function chooseRow(
  rows: readonly DiagnosisRow[],
  pairs: readonly string[],
  ranked: readonly RankedOutcome[],
): DiagnosisRow | null {
  const given = new Set(pairs);
  const isUsable = (row: DiagnosisRow, length: number) =>
    row.isTrusted ||
    length === pairs.length ||
    ranked.length === 0 ||
    (findRowOutcome(row, ranked)?.posterior ?? 0) >= MIN_ROW_POSTERIOR;
  let best: DiagnosisRow | null = null;
  for (const row of rows) {
    const own = splitAnswerPairs(row.hash);
    if (own.length === 0 || !own.every((pair) => given.has(pair))) continue;
    if (!isUsable(row, own.length)) continue;
    if (!best || compareRows(row, best) > 0) best = row;
  }
  return best;
}
