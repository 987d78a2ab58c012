import type pg from "pg";
import { z } from "zod";
import { estimateCost } from "#app/features/ai/estimate-cost.server.ts";
import type { Estimate } from "#app/features/ai/job-schema.ts";
import type { Generator, JobState } from "#app/features/ai/jobs.server.ts";
import { EXACT_LIMIT } from "../constants.ts";
import type { Question } from "../schema.ts";
import { countCombinations } from "./build-quiz.ts";
import { ROWS_PER_CALL } from "./model-generator.server.ts";

/** A generation job as shown on the page of its quiz. */
export type GenerationJob = {
  id: string;
  kind: "quiz" | "diagnoses";
  generator: Generator;
  state: JobState;
  stage: string;
  /** Number of combinations of answers, and how many are covered. */
  total: number;
  done: number;
  failures: number;
  error: string | null;
  quiz: { id: string; slug: string } | null;
};

const VIEW_SQL = `
  select j.id, j.kind, j.generator, j.state, j.stage, j.total, j.done, j.failures, j.error,
    case when q.id is null then null else jsonb_build_object('id', q.id, 'slug', q.slug) end as quiz
  from generation_jobs j left join quizzes q on q.id = j.content_id and q.deleted_at is null where j.kind in ('quiz', 'diagnoses')`;

type JobFilter = { id: string } | { ofPerson: string } | { ofQuiz: string };

/** Gets one job, or the latest one of a person or a quiz. */
export async function getGenerationJob(
  pool: pg.Pool,
  wanted: JobFilter,
): Promise<GenerationJob | null> {
  const [condition, value] =
    "id" in wanted
      ? ["j.id = $1", wanted.id]
      : "ofQuiz" in wanted
        ? ["j.content_id = $1", wanted.ofQuiz]
        : ["j.started_by = $1", wanted.ofPerson];
  if (!z.uuid().safeParse(value).success) return null;
  const { rows } = await pool.query<GenerationJob>(
    `${VIEW_SQL} and ${condition} order by j.created_at desc, j.id desc limit 1`,
    [value],
  );
  return rows[0] ?? null;
}

/** Typical tokens of prompts and answers. */
const TYPICAL_TOKENS = {
  draft: { input: 3_000, output: 7_000 },
  rows: { input: 1_200, output: 2_600 },
};
/** Typical numbers of options per generated question. */
const TYPICAL_OPTIONS = [4, 3];

/**
 * Estimates the cost of generating a quiz with this many questions, or diagnoses for an existing
 * quiz.
 */
export async function estimateGeneration(
  services: Parameters<typeof estimateCost>[0],
  of: { questions: number } | { quizId: string },
): Promise<Estimate> {
  const combinations =
    "quizId" in of
      ? await countStoredCombinations(services.db.$client, of.quizId)
      : estimateCombinations(of.questions);
  const calls = combinations <= EXACT_LIMIT ? Math.ceil(combinations / ROWS_PER_CALL) : 0;
  return estimateCost(services, {
    input: TYPICAL_TOKENS.draft.input + calls * TYPICAL_TOKENS.rows.input,
    output: TYPICAL_TOKENS.draft.output + calls * TYPICAL_TOKENS.rows.output,
  });
}

/**
 * The largest number of combinations that still get a diagnosis each, which is the expensive part;
 * a larger quiz is cheaper.
 */
function estimateCombinations(questions: number): number {
  const counts = TYPICAL_OPTIONS.map((options) => options ** questions);
  return counts.find((count) => count <= EXACT_LIMIT) ?? Math.min(...counts);
}

/** Returns 0 when there is no such quiz. */
async function countStoredCombinations(pool: pg.Pool, quizId: string): Promise<number> {
  if (!z.uuid().safeParse(quizId).success) return 0;
  const { rows } = await pool.query<{ questions: Question[] }>(
    "select questions from quizzes where id = $1 and deleted_at is null",
    [quizId],
  );
  return countCombinations(rows[0]?.questions ?? []);
}
