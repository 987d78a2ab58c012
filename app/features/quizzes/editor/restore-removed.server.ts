import { randomUUIDv7 } from "node:crypto";
import { and, desc, eq, sql } from "drizzle-orm";
import { contentVersions } from "#app/db/tables/content-editor.server.ts";
import { quizOutcomes } from "#app/db/tables/quizzes.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { splitAnswerPairs } from "../engine/hash-answers.ts";
import {
  type AnswerPairMap,
  mapAnswerPairs,
  rewriteHash,
  rewriteWeights,
} from "../engine/rewrite-hashes.ts";
import type { RemovedEntries } from "../outcomes/move-model.server.ts";
import { hasSafetyRule, insertSafetyRule } from "../safety-rules.server.ts";
import { diagnosisDataSchema, type Question, RULE_LIMITS, ruleContentSchema } from "../schema.ts";
import { insertMissingDiagnosis } from "./restore-removed.sql.ts";

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
  tx: Transaction,
  { quizId, before, after, now }: Change,
): Promise<void> {
  const missingPairs = new Set(
    [...mapAnswerPairs(after, before)].flatMap(([pair, old]) => (old === null ? [pair] : [])),
  );
  if (missingPairs.size === 0) return;
  const removedEntries = sql<RemovedEntries>`${contentVersions.snapshot}->'removed'`;
  const versions = await tx
    .select({ removed: removedEntries })
    .from(contentVersions)
    .where(and(eq(contentVersions.contentId, quizId), sql`${removedEntries} ? 'questions'`))
    .orderBy(desc(contentVersions.version));
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
  const mapped = rewriteHash(hash, map, new Set());
  return mapped && splitAnswerPairs(mapped).some((pair) => restoredPairs.has(pair)) ? mapped : null;
}

async function restoreRows(
  tx: Transaction,
  rows: RemovedEntries["rows"],
  context: RestoreContext,
): Promise<void> {
  for (const { hash, status, priority, data } of rows) {
    const mapped = mapRestoredHash(hash, context);
    if (!mapped || status === "rejected") continue;
    await insertMissingDiagnosis.run(tx, {
      id: randomUUIDv7(),
      quizId: context.quizId,
      hash: mapped,
      priority,
      // Versions saved before diagnoses had all of their fields do not contain them.
      data: diagnosisDataSchema.parse(data),
      now: context.now,
    });
  }
}

async function restoreRules(
  tx: Transaction,
  rules: RemovedEntries["rules"],
  context: RestoreContext,
): Promise<void> {
  const { quizId, now } = context;
  for (const { status, ...removed } of rules) {
    const pattern = mapRestoredHash(removed.pattern, context);
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
  tx: Transaction,
  weights: RemovedEntries["weights"],
  { quizId, map, restoredPairs }: RestoreContext,
): Promise<void> {
  for (const outcome of weights) {
    const returned = Object.entries(rewriteWeights(outcome.weights, map)).filter(([pair]) =>
      restoredPairs.has(pair),
    );
    // Current weights take precedence.
    const restored = JSON.stringify(Object.fromEntries(returned));
    await tx
      .update(quizOutcomes)
      .set({ weights: sql`${restored}::jsonb || ${quizOutcomes.weights}` })
      .where(and(eq(quizOutcomes.quizId, quizId), eq(quizOutcomes.id, outcome.id)));
  }
}
