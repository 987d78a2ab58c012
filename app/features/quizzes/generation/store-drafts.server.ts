import { randomUUIDv7 } from "node:crypto";
import type pg from "pg";
import type { Generator } from "#app/features/ai/jobs.server.ts";
import { JobError } from "#app/features/ai/run-jobs.server.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { MAX_OUTCOMES } from "../constants.ts";
import { hasSafetyRule, insertSafetyRule } from "../safety-rules.server.ts";
import type { Question } from "../schema.ts";
import type { DraftOutcome, DraftRow, DraftRule } from "./build-quiz.ts";

/** Thrown when questions or options changed during the job: its results no longer fit. */
export class QuizChangedError extends Error {}

/**
 * The questions and options without their texts: rewording does not invalidate generated entries.
 */
export const serializeShape = (questions: readonly Question[]): string =>
  JSON.stringify(questions.map(({ id, options, optionIds }) => [id, optionIds ?? options.length]));

export type Target = {
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

const OUTDATED =
  "quiz_id = $1 and status = 'pending_review' and generator <> 'staff' and created_at < $2";

/**
 * Stores drafts as pending, so nothing becomes public. Approved entries, entries written by staff
 * and entries of this job are kept, without duplicates.
 */
export function storeDrafts(
  pool: pg.Pool,
  target: Target,
  { rows = [], outcomes = [], rules = [] }: Drafts,
): Promise<void> {
  return inTransaction(pool, async (tx) => {
    const { rows: found } = await tx.query<{ questions: Question[] }>(
      "select questions from quizzes where id = $1 and deleted_at is null for no key update",
      [target.quizId],
    );
    if (!found[0]) throw new JobError("The quiz was deleted meanwhile.");
    if (serializeShape(found[0].questions) !== target.shape)
      throw new QuizChangedError("the quiz was changed meanwhile");
    if (rows.length > 0) await storeRows(tx, target, rows);
    for (const outcome of outcomes) await storeOutcome(tx, target, outcome);
    for (const rule of rules) await storeRule(tx, target, rule);
  });
}

async function storeRows(
  tx: pg.PoolClient,
  { quizId, since, generator, now }: Target,
  rows: readonly DraftRow[],
): Promise<void> {
  const hashes = rows.map(({ hash }) => hash);
  await tx.query(
    `delete from quiz_diagnoses where ${OUTDATED} and answer_combination_hash = any($3)`,
    [quizId, since, hashes],
  );
  await tx.query(
    `insert into quiz_diagnoses (id, quiz_id, status, generator, answer_combination_hash, priority, diagnosis_data, created_at)
     select n.id, $1, 'pending_review', $2, n.hash, n.priority, n.data, $3 from unnest($4::uuid[], $5::text[], $6::int[], $7::jsonb[]) as n (id, hash, priority, data)
     where not exists (select from quiz_diagnoses d where d.quiz_id = $1 and d.answer_combination_hash = n.hash and d.status in ('approved', 'pending_review'))`,
    [
      quizId,
      generator,
      now,
      rows.map(() => randomUUIDv7()),
      hashes,
      rows.map(({ priority }) => priority),
      rows.map(({ data }) => JSON.stringify(data)),
    ],
  );
}

/** Outcomes with the same title are the same; a quiz has a dozen at most. */
async function storeOutcome(
  tx: pg.PoolClient,
  { quizId, since, generator, now }: Target,
  { bias, weights, data }: DraftOutcome,
): Promise<void> {
  await tx.query(
    `delete from quiz_outcomes where ${OUTDATED} and diagnosis_data->>'diagnosis' = $3`,
    [quizId, since, data.diagnosis],
  );
  await tx.query(
    `insert into quiz_outcomes (id, quiz_id, position, bias, weights, diagnosis_data, generator, created_at)
     select $3::uuid, $1::uuid, coalesce((select max(position) + 1 from quiz_outcomes where quiz_id = $1), 0), $4::float8, $5::jsonb, $6::jsonb, $7, $8
     where not exists (select from quiz_outcomes where quiz_id = $1 and status <> 'rejected' and diagnosis_data->>'diagnosis' = $6::jsonb->>'diagnosis')
       and (select count(*) from quiz_outcomes where quiz_id = $1 and status <> 'rejected' and not (${OUTDATED})) < ${MAX_OUTCOMES}`,
    [
      quizId,
      since,
      randomUUIDv7(),
      bias,
      JSON.stringify(weights),
      JSON.stringify(data),
      generator,
      now,
    ],
  );
}

async function storeRule(
  tx: pg.PoolClient,
  { quizId, since, generator, now }: Target,
  rule: DraftRule,
): Promise<void> {
  await tx.query(`delete from quiz_safety_rules where ${OUTDATED} and pattern = $3`, [
    quizId,
    since,
    rule.pattern,
  ]);
  if (await hasSafetyRule(tx, { quizId, pattern: rule.pattern })) return;
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
  pool: pg.Pool,
  { quizId, since }: Pick<Target, "quizId" | "since">,
  { missing, isModelComplete }: FailedParts,
): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await tx.query(
      `delete from quiz_diagnoses where ${OUTDATED} and not answer_combination_hash = any($3)`,
      [quizId, since, missing],
    );
    if (isModelComplete)
      for (const table of ["quiz_outcomes", "quiz_safety_rules"])
        await tx.query(`delete from ${table} where ${OUTDATED}`, [quizId, since]);
  });
}

/** Lists answers that already have a diagnosis: approved, written by staff, or from this job. */
export async function listKnownHashes(
  pool: pg.Pool,
  { quizId, since }: Pick<Target, "quizId" | "since">,
): Promise<Set<string>> {
  const { rows } = await pool.query<{ hash: string }>(
    `select answer_combination_hash as hash from quiz_diagnoses where quiz_id = $1 and status in ('approved', 'pending_review') and not (${OUTDATED})`,
    [quizId, since],
  );
  return new Set(rows.map(({ hash }) => hash));
}
