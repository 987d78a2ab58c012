import { randomUUIDv7 } from "node:crypto";
import type pg from "pg";
import { splitAnswerPairs } from "../engine/hash-answers.ts";
import {
  type AnswerPairMap,
  mapAnswerPairs,
  rewriteHash,
  rewriteWeights,
} from "../engine/rewrite-hashes.ts";
import type { RemovedEntries } from "../outcomes/move-model.server.ts";
import { hasSafetyRule, insertSafetyRule } from "../safety-rules.server.ts";
import { type Question, RULE_LIMITS, ruleContentSchema } from "../schema.ts";

type Change = { quizId: string; before: Question[]; after: Question[]; now: Date };
type RestoreContext = {
  quizId: string;
  now: Date;
  map: AnswerPairMap;
  /** Answer pairs that this save restores. */
  restoredPairs: ReadonlySet<string>;
};

/**
 * Restores the entries removed with an answer when a save restores the answer, for example from an
 * earlier version: diagnoses and safety rules become pending, and existing outcomes get its weights
 * back, which contain no text to review.
 */
export async function restoreRemovedEntries(
  tx: pg.PoolClient,
  { quizId, before, after, now }: Change,
): Promise<void> {
  const missingPairs = new Set(
    [...mapAnswerPairs(after, before)].flatMap(([pair, old]) => (old === null ? [pair] : [])),
  );
  if (missingPairs.size === 0) return;
  const { rows: versions } = await tx.query<{ removed: RemovedEntries }>(
    "select snapshot->'removed' as removed from content_versions where content_id = $1 and snapshot->'removed' ? 'questions' order by version desc",
    [quizId],
  );
  for (const { removed } of versions) {
    const map = mapAnswerPairs(removed.questions, after);
    const restoredPairs = new Set(
      [...map.values()].filter((pair) => pair !== null && missingPairs.has(pair)) as string[],
    );
    if (restoredPairs.size === 0) continue;
    await restoreRows(tx, removed.rows, { quizId, now, map, restoredPairs });
    await restoreRules(tx, removed.rules, { quizId, now, map, restoredPairs });
    await restoreWeights(tx, removed.weights, { quizId, now, map, restoredPairs });
    // Entries removed with the same answer earlier are older than those removed last.
    for (const pair of restoredPairs) missingPairs.delete(pair);
  }
}

/** Maps a hash to the current answers; null when it contains none of the restored ones. */
function mapRestoredHash(hash: string, { map, restoredPairs }: RestoreContext): string | null {
  const place = rewriteHash(hash, map, new Set());
  return place && splitAnswerPairs(place).some((pair) => restoredPairs.has(pair)) ? place : null;
}

async function restoreRows(
  tx: pg.PoolClient,
  rows: RemovedEntries["rows"],
  back: RestoreContext,
): Promise<void> {
  for (const { hash, status, priority, data } of rows) {
    const place = mapRestoredHash(hash, back);
    if (!place || status === "rejected") continue;
    await tx.query(
      `insert into quiz_diagnoses (id, quiz_id, status, generator, answer_combination_hash, priority, diagnosis_data, created_at)
       select $1, $2, 'pending_review', 'staff', $3, $4, $5, $6
       where not exists (select from quiz_diagnoses where quiz_id = $2 and answer_combination_hash = $3 and status <> 'rejected')`,
      [randomUUIDv7(), back.quizId, place, priority, JSON.stringify(data), back.now],
    );
  }
}

async function restoreRules(
  tx: pg.PoolClient,
  rules: RemovedEntries["rules"],
  back: RestoreContext,
): Promise<void> {
  const { quizId, now } = back;
  for (const { status, ...removed } of rules) {
    const pattern = mapRestoredHash(removed.pattern, back);
    if (!pattern || status === "rejected" || (await hasSafetyRule(tx, { quizId, pattern })))
      continue;
    // Versions saved before rules had a headline do not contain one.
    const rule = ruleContentSchema.parse({
      ...removed,
      pattern,
      headline: removed.headline ?? removed.name.slice(0, RULE_LIMITS.headline),
    });
    await insertSafetyRule(tx, rule, { quizId, status: "pending_review", generator: "staff", now });
  }
}

async function restoreWeights(
  tx: pg.PoolClient,
  weights: RemovedEntries["weights"],
  { quizId, map, restoredPairs }: RestoreContext,
): Promise<void> {
  for (const outcome of weights) {
    const returned = Object.entries(rewriteWeights(outcome.weights, map)).filter(([pair]) =>
      restoredPairs.has(pair),
    );
    // Current weights take precedence.
    await tx.query(
      "update quiz_outcomes set weights = $3::jsonb || weights where quiz_id = $1 and id = $2",
      [quizId, outcome.id, JSON.stringify(Object.fromEntries(returned))],
    );
  }
}
