import { and, eq, inArray, ne, sql } from "drizzle-orm";
import {
  quizDiagnoses,
  quizOutcomes,
  quizSafetyRules,
  quizUnmatchedAnswers,
  type ReviewStatus,
} from "#app/db/tables/quizzes.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import type { AffectedCounts } from "../editor/schema.ts";
import { splitAnswerPairs } from "../engine/hash-answers.ts";
import {
  type AnswerPairMap,
  isUnchanged,
  mapAnswerPairs,
  rewriteHash,
  rewriteWeights,
} from "../engine/rewrite-hashes.ts";
import { dropProposals } from "../learning/propose-weights.server.ts";
import { RULE_COLUMNS } from "../safety-rules.server.ts";
import type { DiagnosisData, Question, SafetyRule, Weights } from "../schema.ts";
import { moveDiagnoses } from "./move-model.sql.ts";

export const sumAffected = ({ moved, removed, review, rules }: AffectedCounts) =>
  moved + removed + review + rules;
type Change = { quizId: string; before: Question[]; after: Question[] };
type Row = {
  id: string;
  status: ReviewStatus;
  hash: string;
  priority: number;
  data: DiagnosisData;
  approvedAt: Date | null;
};
type Plan = {
  moves: { id: string; hash: string; status: ReviewStatus }[];
  removals: Row[];
  reviews: number;
};
type Rule = SafetyRule & { status: ReviewStatus };
/**
 * Entries removed with their answers. The version stores them, so that they can be restored with an
 * answer.
 */
export type RemovedEntries = {
  /** The questions before the change, to which the answer pairs below refer. */
  questions: Pick<Question, "id" | "options" | "optionIds">[];
  rows: Pick<Row, "hash" | "status" | "priority" | "data">[];
  rules: Rule[];
  /** Weights by outcome id. */
  weights: { id: string; weights: Weights }[];
};

async function planModelMove(
  tx: Transaction,
  { quizId, before, after }: Change,
): Promise<{ map: AnswerPairMap; removed: Set<string>; plan: Plan }> {
  const map = mapAnswerPairs(before, after);
  const ids = new Set(after.map(({ id }) => id));
  const removed = new Set(before.map(({ id }) => id).filter((id) => !ids.has(id)));
  if (isUnchanged(map)) return { map, removed, plan: { moves: [], removals: [], reviews: 0 } };
  const { id, status, answerCombinationHash, priority, diagnosisData, approvedAt } = quizDiagnoses;
  const rows: Row[] = await tx
    .select({ id, status, hash: answerCombinationHash, priority, data: diagnosisData, approvedAt })
    .from(quizDiagnoses)
    .where(eq(quizDiagnoses.quizId, quizId))
    .orderBy(sql`${approvedAt} desc nulls last`, id);
  return { map, removed, plan: planRowMoves(rows, map, { removed, questions: before.length }) };
}

type Removal = {
  /** Ids of removed questions. */
  removed: ReadonlySet<string>;
  /** Number of questions before the change. */
  questions: number;
};

/**
 * Of approved rows that become one, the newest stays approved if all have the same text; otherwise
 * each goes back to review. So does an approved row that lost one of its answers: nobody has
 * approved it for everyone who gives the rest.
 */
function planRowMoves(rows: Row[], map: AnswerPairMap, { removed, questions }: Removal): Plan {
  const result: Plan = { moves: [], removals: [], reviews: 0 };
  const approved = new Map<string, Row[]>();
  const targets = rows.map((row) => {
    const hash = rewriteHash(row.hash, map, removed);
    const { length } = splitAnswerPairs(row.hash);
    return {
      row,
      hash,
      isForMoreVisitors:
        hash !== null &&
        row.status === "approved" &&
        length < questions &&
        splitAnswerPairs(hash).length < length,
    };
  });
  for (const { row, hash, isForMoreVisitors } of targets)
    if (hash && row.status === "approved" && !isForMoreVisitors)
      approved.set(hash, [...(approved.get(hash) ?? []), row]);
  for (const { row, hash, isForMoreVisitors } of targets) {
    if (!hash) {
      result.removals.push(row);
      continue;
    }
    const duplicates = row.status === "approved" ? (approved.get(hash) ?? []) : [];
    if (isForMoreVisitors) {
      result.moves.push({ id: row.id, hash, status: "pending_review" });
      result.reviews += 1;
    } else if (duplicates.length <= 1) {
      if (hash !== row.hash) result.moves.push({ id: row.id, hash, status: row.status });
    } else if (duplicates.every(({ data }) => data.diagnosis === row.data.diagnosis)) {
      result.moves.push({
        id: row.id,
        hash,
        status: duplicates[0] === row ? "approved" : "rejected",
      });
    } else {
      result.moves.push({ id: row.id, hash, status: "pending_review" });
      result.reviews += 1;
    }
  }
  return result;
}

/** Counts the affected entries, before anything is changed. */
export async function countAffected(tx: Transaction, change: Change): Promise<AffectedCounts> {
  const { map, plan: rows } = await planModelMove(tx, change);
  const isKept = and(
    eq(quizSafetyRules.quizId, change.quizId),
    ne(quizSafetyRules.status, "rejected"),
  );
  const rules = isUnchanged(map)
    ? []
    : await tx.select({ pattern: quizSafetyRules.pattern }).from(quizSafetyRules).where(isKept);
  return {
    moved: rows.moves.length - rows.reviews,
    removed: rows.removals.length,
    review: rows.reviews,
    rules: rules.filter(({ pattern }) => !rewriteHash(pattern, map, new Set())).length,
  };
}

/**
 * Moves diagnoses, weights and safety rules to the changed questions, each to the same answers as
 * before. Returns the removed entries, or null.
 */
export async function moveModelToQuestions(
  tx: Transaction,
  change: Change,
): Promise<RemovedEntries | null> {
  const { map, plan: rows } = await planModelMove(tx, change);
  if (isUnchanged(map)) return null;
  const removedIds = rows.removals.map(({ id }) => id);
  await tx.delete(quizDiagnoses).where(inArray(quizDiagnoses.id, removedIds));
  // Two rows may swap places: neither is approved meanwhile.
  const ids = rows.moves.map(({ id }) => id);
  await tx
    .update(quizDiagnoses)
    .set({ status: "pending_review" })
    .where(inArray(quizDiagnoses.id, ids));
  await moveDiagnoses.run(tx, {
    ids,
    hashes: rows.moves.map(({ hash }) => hash),
    statuses: rows.moves.map(({ status }) => status),
  });
  const weights = await moveOutcomes(tx, change.quizId, map);
  await dropProposals(tx, change.quizId);
  const rules = await moveRules(tx, change.quizId, map);
  await tx.delete(quizUnmatchedAnswers).where(eq(quizUnmatchedAnswers.quizId, change.quizId));
  if ([...map.values()].every((pair) => pair !== null)) return null;
  const questions = change.before.map(({ id, options, optionIds }) => ({ id, options, optionIds }));
  return {
    questions,
    rows: rows.removals.map(({ hash, status, priority, data }) => ({
      hash,
      status,
      priority,
      data,
    })),
    rules,
    weights,
  };
}

/** Returns the weights of removed answers. */
async function moveOutcomes(
  tx: Transaction,
  quizId: string,
  map: AnswerPairMap,
): Promise<RemovedEntries["weights"]> {
  const rows = await tx
    .select({ id: quizOutcomes.id, weights: quizOutcomes.weights })
    .from(quizOutcomes)
    .where(eq(quizOutcomes.quizId, quizId))
    .for("update");
  for (const { id, weights } of rows)
    await tx
      .update(quizOutcomes)
      .set({ weights: rewriteWeights(weights, map) })
      .where(eq(quizOutcomes.id, id));
  return rows.flatMap(({ id, weights }) => {
    const removedWeights = Object.entries(weights).filter(([pair]) => !map.get(pair));
    return removedWeights.length > 0 ? [{ id, weights: Object.fromEntries(removedWeights) }] : [];
  });
}

/**
 * A rule whose answer was removed protects nobody; one that lost a whole question would warn people
 * it was not written for. Both are deleted and returned.
 */
async function moveRules(tx: Transaction, quizId: string, map: AnswerPairMap): Promise<Rule[]> {
  const rows: Rule[] = await tx
    .select({ status: quizSafetyRules.status, ...RULE_COLUMNS })
    .from(quizSafetyRules)
    .where(eq(quizSafetyRules.quizId, quizId))
    .for("update");
  const removed: Rule[] = [];
  for (const rule of rows) {
    const moved = rewriteHash(rule.pattern, map, new Set());
    if (moved)
      await tx
        .update(quizSafetyRules)
        .set({ pattern: moved })
        .where(eq(quizSafetyRules.id, rule.id));
    else removed.push(rule);
  }
  const removedIds = removed.map(({ id }) => id);
  await tx.delete(quizSafetyRules).where(inArray(quizSafetyRules.id, removedIds));
  return removed;
}
