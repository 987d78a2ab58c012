import type pg from "pg";
import { splitAnswerPairs } from "../engine/hash-answers.ts";
import {
  type AnswerPairMap,
  isUnchanged,
  mapAnswerPairs,
  rewriteHash,
  rewriteWeights,
} from "../engine/rewrite-hashes.ts";
import { RULE_COLUMNS } from "../safety-rules.server.ts";
import type { DiagnosisData, Question, SafetyRule, Weights } from "../schema.ts";

/** Effect of changed questions on the stored diagnosis model. */
export type Affected = {
  /** Entries that get another hash but keep their answers. */
  moved: number;
  /** Entries removed because one of their answers was removed. */
  removed: number;
  /**
   * Entries that must be reviewed again: several became one with different texts, or one now
   * applies to more visitors.
   */
  review: number;
  /** Safety rules that are removed, because one of their answers was removed. */
  rules: number;
};
export const countAffectedTotal = ({ moved, removed, review, rules }: Affected) =>
  moved + removed + review + rules;
type Change = { quizId: string; before: Question[]; after: Question[] };
type Row = {
  id: string;
  status: string;
  hash: string;
  priority: number;
  data: DiagnosisData;
  approvedAt: Date | null;
};
type Plan = {
  moves: { id: string; hash: string; status: string }[];
  removals: Row[];
  reviews: number;
};
type Rule = SafetyRule & { status: string };
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

const MOVED_STATUSES = ["pending_review", "approved", "rejected"];

async function planModelMove(
  tx: pg.PoolClient,
  { quizId, before, after }: Change,
): Promise<{ map: AnswerPairMap; removed: Set<string>; plan: Plan }> {
  const map = mapAnswerPairs(before, after);
  const ids = new Set(after.map(({ id }) => id));
  const removed = new Set(before.map(({ id }) => id).filter((id) => !ids.has(id)));
  if (isUnchanged(map)) return { map, removed, plan: { moves: [], removals: [], reviews: 0 } };
  const { rows } = await tx.query<Row>(
    `select id, status, answer_combination_hash as hash, priority, diagnosis_data as data, approved_at as "approvedAt" from quiz_diagnoses
     where quiz_id = $1 and status = any($2) order by approved_at desc nulls last, id`,
    [quizId, MOVED_STATUSES],
  );
  return { map, removed, plan: planRowMoves(rows, map, { removed, questions: before.length }) };
}

type Removal = {
  removed: ReadonlySet<string> /** Number of questions before the change. */;
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
export async function countAffected(tx: pg.PoolClient, change: Change): Promise<Affected> {
  const { map, plan: rows } = await planModelMove(tx, change);
  const { rows: rules } = isUnchanged(map)
    ? { rows: [] }
    : await tx.query<{ pattern: string }>(
        "select pattern from quiz_safety_rules where quiz_id = $1 and status <> 'rejected'",
        [change.quizId],
      );
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
  tx: pg.PoolClient,
  change: Change,
): Promise<RemovedEntries | null> {
  const { map, plan: rows } = await planModelMove(tx, change);
  if (isUnchanged(map)) return null;
  await tx.query("delete from quiz_diagnoses where id = any($1)", [
    rows.removals.map(({ id }) => id),
  ]);
  // Two rows may swap places: neither is approved meanwhile.
  const ids = rows.moves.map(({ id }) => id);
  await tx.query("update quiz_diagnoses set status = 'pending_review' where id = any($1)", [ids]);
  await tx.query(
    "update quiz_diagnoses d set answer_combination_hash = m.hash, status = m.status from unnest($1::uuid[], $2::text[], $3::text[]) as m (id, hash, status) where d.id = m.id",
    [ids, rows.moves.map(({ hash }) => hash), rows.moves.map(({ status }) => status)],
  );
  const weights = await moveOutcomes(tx, change.quizId, map);
  const rules = await moveRules(tx, change.quizId, map);
  await tx.query("delete from quiz_unmatched_answers where quiz_id = $1", [change.quizId]);
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
  tx: pg.PoolClient,
  quizId: string,
  map: AnswerPairMap,
): Promise<RemovedEntries["weights"]> {
  const { rows } = await tx.query<{ id: string; weights: Weights }>(
    "select id, weights from quiz_outcomes where quiz_id = $1 for update",
    [quizId],
  );
  for (const { id, weights } of rows)
    await tx.query("update quiz_outcomes set weights = $2 where id = $1", [
      id,
      JSON.stringify(rewriteWeights(weights, map)),
    ]);
  return rows.flatMap(({ id, weights }) => {
    const removedWeights = Object.entries(weights).filter(([pair]) => !map.get(pair));
    return removedWeights.length > 0 ? [{ id, weights: Object.fromEntries(removedWeights) }] : [];
  });
}

/**
 * A rule whose answer was removed protects nobody; one that lost a whole question would warn people
 * it was not written for. Both are deleted and returned.
 */
async function moveRules(tx: pg.PoolClient, quizId: string, map: AnswerPairMap): Promise<Rule[]> {
  const { rows } = await tx.query<Rule>(
    `select status, ${RULE_COLUMNS} from quiz_safety_rules where quiz_id = $1 for update`,
    [quizId],
  );
  const removed: Rule[] = [];
  for (const rule of rows) {
    const moved = rewriteHash(rule.pattern, map, new Set());
    if (moved)
      await tx.query("update quiz_safety_rules set pattern = $2 where id = $1", [rule.id, moved]);
    else removed.push(rule);
  }
  await tx.query("delete from quiz_safety_rules where id = any($1)", [removed.map(({ id }) => id)]);
  return removed;
}
