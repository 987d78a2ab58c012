import { randomUUIDv7 } from "node:crypto";
import type pg from "pg";
import { pairsOf } from "../engine/hash-answers.ts";
import { mapPairs, type PairMap, rewriteHash, rewriteWeights } from "../engine/rewrite-hashes.ts";
import type { Removed } from "../outcomes/move-model.server.ts";
import { hasRuleFor, insertRule } from "../safety-rules.server.ts";
import { type Question, RULE_LIMITS, ruleContentSchema } from "../schema.ts";

type Change = { quizId: string; before: Question[]; after: Question[]; now: Date };
type Back = {
  quizId: string;
  now: Date;
  map: PairMap /** Pairs that this save brings back. */;
  back: ReadonlySet<string>;
};

/**
 * An answer that a save brings back, as restoring a version does, gets what went with it: diagnoses
 * and safety rules wait for review, and outcomes that are still there have its weights again, which
 * are no words that anybody would have to read.
 */
export async function restoreRemoved(
  tx: pg.PoolClient,
  { quizId, before, after, now }: Change,
): Promise<void> {
  const open = new Set(
    [...mapPairs(after, before)].flatMap(([pair, old]) => (old === null ? [pair] : [])),
  );
  if (open.size === 0) return;
  const { rows: versions } = await tx.query<{ removed: Removed }>(
    "select snapshot->'removed' as removed from content_versions where content_id = $1 and snapshot->'removed' ? 'questions' order by version desc",
    [quizId],
  );
  for (const { removed } of versions) {
    const map = mapPairs(removed.questions, after);
    const back = new Set(
      [...map.values()].filter((pair) => pair !== null && open.has(pair)) as string[],
    );
    if (back.size === 0) continue;
    await restoreRows(tx, removed.rows, { quizId, now, map, back });
    await restoreRules(tx, removed.rules, { quizId, now, map, back });
    await restoreWeights(tx, removed.weights, { quizId, now, map, back });
    // What went with the same answer at an earlier time is older than what was known when it went
    // last.
    for (const pair of back) open.delete(pair);
  }
}

/** The same answers today, or null where they are not among those that come back. */
function findPlace(hash: string, { map, back }: Back): string | null {
  const place = rewriteHash(hash, map, new Set());
  return place && pairsOf(place).some((pair) => back.has(pair)) ? place : null;
}

async function restoreRows(tx: pg.PoolClient, rows: Removed["rows"], back: Back): Promise<void> {
  for (const { hash, status, priority, data } of rows) {
    const place = findPlace(hash, back);
    if (!place || status === "rejected") continue;
    await tx.query(
      `insert into quiz_diagnoses (id, quiz_id, status, generator, answer_combination_hash, priority, diagnosis_data, created_at)
       select $1, $2, 'pending_review', 'staff', $3, $4, $5, $6
       where not exists (select from quiz_diagnoses where quiz_id = $2 and answer_combination_hash = $3 and status <> 'rejected')`,
      [randomUUIDv7(), back.quizId, place, priority, JSON.stringify(data), back.now],
    );
  }
}

async function restoreRules(tx: pg.PoolClient, rules: Removed["rules"], back: Back): Promise<void> {
  const { quizId, now } = back;
  for (const { status, ...removed } of rules) {
    const pattern = findPlace(removed.pattern, back);
    if (!pattern || status === "rejected" || (await hasRuleFor(tx, { quizId, pattern }))) continue;
    // A version that was saved before rules had a headline knows less.
    const rule = ruleContentSchema.parse({
      ...removed,
      pattern,
      headline: removed.headline ?? removed.name.slice(0, RULE_LIMITS.headline),
    });
    await insertRule(tx, rule, { quizId, status: "pending_review", generator: "staff", now });
  }
}

async function restoreWeights(
  tx: pg.PoolClient,
  weights: Removed["weights"],
  { quizId, map, back }: Back,
): Promise<void> {
  for (const outcome of weights) {
    const returned = Object.entries(rewriteWeights(outcome.weights, map)).filter(([pair]) =>
      back.has(pair),
    );
    // What is known of the answer by now wins.
    await tx.query(
      "update quiz_outcomes set weights = $3::jsonb || weights where quiz_id = $1 and id = $2",
      [quizId, outcome.id, JSON.stringify(Object.fromEntries(returned))],
    );
  }
}
