import type pg from "pg";
import { z } from "zod";
import type { DiagnosisModel } from "../engine/diagnose.ts";
import { hashAnswers, splitAnswerPairs } from "../engine/hash-answers.ts";
import type { PublicQuiz } from "../published.server.ts";
import { RULE_COLUMNS } from "../safety-rules.server.ts";
import { type Answer, diagnosisDataSchema, ruleContentSchema } from "../schema.ts";

/**
 * One statement: the exact row by the unique index, the best partial row by the index on rows that
 * are shorter than the quiz, and the approved outcomes and rules. $3 is the number of questions.
 */
const FIND_DIAGNOSIS_SQL = `
  select
    coalesce(
      (select to_jsonb(e) from (
        select id, answer_combination_hash as hash, priority, approved_at as "approvedAt", diagnosis_data as data
        from quiz_diagnoses where quiz_id = $1 and status = 'approved' and answer_combination_hash = $2) e),
      (select to_jsonb(p) from (
        select id, answer_combination_hash as hash, priority, approved_at as "approvedAt", diagnosis_data as data
        from quiz_diagnoses where quiz_id = $1 and status = 'approved' and answer_pair_count < $3 and pattern <@ $4::text[]
        order by answer_pair_count desc, priority desc, approved_at desc limit 1) p)
    ) as row,
    (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'bias', bias, 'weights', weights, 'data', diagnosis_data) order by position, id), '[]')
      from quiz_outcomes where quiz_id = $1 and status = 'approved') as outcomes,
    (select coalesce(jsonb_agg(to_jsonb(r)), '[]')
      from (select ${RULE_COLUMNS} from quiz_safety_rules where quiz_id = $1 and status = 'approved' order by position, id) r) as rules`;

const storedModelSchema = z.object({
  row: z
    .object({
      id: z.string(),
      hash: z.string(),
      priority: z.number(),
      approvedAt: z.coerce.date(),
      data: diagnosisDataSchema,
    })
    .nullable(),
  outcomes: z.array(
    z.object({
      id: z.string(),
      bias: z.number(),
      weights: z.record(z.string(), z.number()),
      data: diagnosisDataSchema,
    }),
  ),
  rules: z.array(ruleContentSchema.extend({ id: z.string() })),
});

export type FindDiagnosisResult = { ok: true; model: DiagnosisModel } | { ok: false };

/**
 * Loads the part of the diagnosis model that applies to these answers. Not `ok` when the stored
 * data is invalid; rejects when the database is unavailable.
 */
export async function findDiagnosis(
  pool: pg.Pool,
  options: {
    quiz: Pick<PublicQuiz, "id" | "questions" | "thresholds" | "serviceType">;
    answers: readonly Answer[];
  },
): Promise<FindDiagnosisResult> {
  const { quiz, answers } = options;
  const hash = hashAnswers(answers);
  const { rows } = await pool.query({
    name: "quiz-look-up",
    text: FIND_DIAGNOSIS_SQL,
    values: [quiz.id, hash, quiz.questions.length, splitAnswerPairs(hash)],
  });
  const stored = storedModelSchema.safeParse(rows[0]);
  if (!stored.success) return { ok: false };
  return {
    ok: true,
    model: { ...stored.data, thresholds: quiz.thresholds, serviceType: quiz.serviceType },
  };
}

const RECORD_UNMATCHED_SQL = `
  insert into quiz_unmatched_answers as m (quiz_id, hash, hits, last_at) values ($1, $2, 1, $3)
  on conflict (quiz_id, hash) do update set hits = m.hits + 1, last_at = excluded.last_at`;

/** Counts answers without a matching row, so that staff see which combinations need a diagnosis. */
export async function recordUnmatchedAnswers(
  pool: pg.Pool,
  { quizId, answers, now }: { quizId: string; answers: readonly Answer[]; now: Date },
): Promise<void> {
  await pool.query(RECORD_UNMATCHED_SQL, [quizId, hashAnswers(answers), now]);
}
