import { randomUUIDv7 } from "node:crypto";
import { and, eq, inArray, isNull, lt, ne, not, notInArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import {
  quizDiagnoses,
  quizOutcomes,
  quizSafetyRules,
  quizzes,
} from "#app/db/tables/quizzes.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import type { Generator } from "#app/features/ai/jobs.server.ts";
import { JobError } from "#app/features/ai/run-jobs.server.ts";
import { hasSafetyRule, insertSafetyRule } from "../safety-rules.server.ts";
import type { Question } from "../schema.ts";
import type { DraftOutcome, DraftRow, DraftRule } from "./build-quiz.ts";
import { insertMissingOutcome, insertMissingRows } from "./store-drafts.sql.ts";

/** Thrown when questions or options changed during the job: its results no longer fit. */
export class QuizChangedError extends Error {}

/**
 * The questions and options without their texts: rewording does not invalidate generated entries.
 */
export const serializeShape = (questions: readonly Question[]): string =>
  JSON.stringify(questions.map(({ id, options, optionIds }) => [id, optionIds ?? options.length]));

export type DraftTarget = {
  quizId: string;
  /** Shape of the questions for which the drafts were generated. */
  shape: string;
  generator: Generator;
  /** Generated entries from before this time that nobody has reviewed are replaced. */
  since: Date;
  now: Date;
};
export type Drafts = {
  rows?: readonly DraftRow[];
  outcomes?: readonly DraftOutcome[];
  rules?: readonly DraftRule[];
};

type GeneratedTable = typeof quizDiagnoses | typeof quizOutcomes | typeof quizSafetyRules;

/** Condition: a generated entry from before this job that nobody has reviewed. */
const isOutdated = (
  table: GeneratedTable,
  { quizId, since }: Pick<DraftTarget, "quizId" | "since">,
): SQL | undefined =>
  and(
    eq(table.quizId, quizId),
    eq(table.status, "pending_review"),
    ne(table.generator, "staff"),
    lt(table.createdAt, since),
  );

/**
 * Stores drafts as pending, so nothing becomes public. Approved entries, entries written by staff
 * and entries of this job are kept, without duplicates.
 */
export function storeDrafts(
  db: Database,
  target: DraftTarget,
  { rows = [], outcomes = [], rules = [] }: Drafts,
): Promise<void> {
  return withTransaction(db, async (tx) => {
    const [quiz] = await tx
      .select({ questions: quizzes.questions })
      .from(quizzes)
      .where(and(eq(quizzes.id, target.quizId), isNull(quizzes.deletedAt)))
      .for("no key update");
    if (!quiz) throw new JobError("The quiz was deleted meanwhile.");
    if (serializeShape(quiz.questions) !== target.shape)
      throw new QuizChangedError("the quiz was changed meanwhile");
    if (rows.length > 0) await storeRows(tx, target, rows);
    for (const outcome of outcomes) await storeOutcome(tx, target, outcome);
    for (const rule of rules) await storeRule(tx, target, rule);
  });
}

async function storeRows(
  tx: Transaction,
  target: DraftTarget,
  rows: readonly DraftRow[],
): Promise<void> {
  const { quizId, generator, now } = target;
  const hashes = rows.map(({ hash }) => hash);
  await tx
    .delete(quizDiagnoses)
    .where(
      and(isOutdated(quizDiagnoses, target), inArray(quizDiagnoses.answerCombinationHash, hashes)),
    );
  await insertMissingRows.run(tx, {
    quizId,
    generator,
    now,
    ids: rows.map(() => randomUUIDv7()),
    hashes,
    priorities: rows.map(({ priority }) => priority),
    data: rows.map(({ data }) => data),
  });
}

/** Outcomes with the same title are the same; a quiz has a dozen at most. */
async function storeOutcome(
  tx: Transaction,
  target: DraftTarget,
  outcome: DraftOutcome,
): Promise<void> {
  const { quizId, since, generator, now } = target;
  const { bias, weights, data } = outcome;
  const title = sql`${quizOutcomes.diagnosisData}->>'diagnosis'`;
  await tx
    .delete(quizOutcomes)
    .where(and(isOutdated(quizOutcomes, target), eq(title, data.diagnosis)));
  const id = randomUUIDv7();
  await insertMissingOutcome.run(tx, { id, quizId, bias, weights, data, generator, now, since });
}

async function storeRule(tx: Transaction, target: DraftTarget, rule: DraftRule): Promise<void> {
  const { quizId, generator, now } = target;
  const { pattern } = rule;
  await tx
    .delete(quizSafetyRules)
    .where(and(isOutdated(quizSafetyRules, target), eq(quizSafetyRules.pattern, pattern)));
  if (await hasSafetyRule(tx, { quizId, pattern })) return;
  await insertSafetyRule(tx, rule, { quizId, status: "pending_review", generator, now });
}

type FailedParts = {
  /** Combinations for which the job could not generate a row. */
  missing: readonly string[];
  /** Whether all outcomes and rules were generated. */
  isModelComplete: boolean;
};

/**
 * Deletes generated entries from before this job that nobody has reviewed and that this job has not
 * replaced. If the job failed to generate an entry, the older one is better than none.
 */
export function deleteOutdatedDrafts(
  db: Database,
  target: Pick<DraftTarget, "quizId" | "since">,
  { missing, isModelComplete }: FailedParts,
): Promise<void> {
  return withTransaction(db, async (tx) => {
    const isReplaced = notInArray(quizDiagnoses.answerCombinationHash, [...missing]);
    await tx.delete(quizDiagnoses).where(and(isOutdated(quizDiagnoses, target), isReplaced));
    if (isModelComplete)
      for (const table of [quizOutcomes, quizSafetyRules])
        await tx.delete(table).where(isOutdated(table, target));
  });
}

/** Lists answers that already have a diagnosis: approved, written by staff, or from this job. */
export async function listKnownHashes(
  db: Database,
  target: Pick<DraftTarget, "quizId" | "since">,
): Promise<Set<string>> {
  const { answerCombinationHash, quizId, status } = quizDiagnoses;
  const outdated = isOutdated(quizDiagnoses, target);
  const rows = await db
    .select({ hash: answerCombinationHash })
    .from(quizDiagnoses)
    .where(
      and(
        eq(quizId, target.quizId),
        inArray(status, ["approved", "pending_review"]),
        outdated && not(outdated),
      ),
    );
  return new Set(rows.map(({ hash }) => hash));
}
