import type { Answer, DiagnosisRow } from "../schema.ts";
import { hashAnswers, splitAnswerPairs } from "./hash-answers.ts";

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
 * Chooses the row with the most answer pairs among those whose pairs are all given. An empty hash
 * never matches.
 */
export function chooseRow(
  rows: readonly DiagnosisRow[],
  answers: readonly Answer[],
): DiagnosisRow | null {
  const given = new Set(splitAnswerPairs(hashAnswers(answers)));
  let best: DiagnosisRow | null = null;
  for (const row of rows) {
    if (row.hash === "" || !splitAnswerPairs(row.hash).every((pair) => given.has(pair))) continue;
    if (!best || compareRows(row, best) > 0) best = row;
  }
  return best;
}
