import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#app/db/client.server.ts";
import { generationJobs } from "#app/db/tables/ai.server.ts";
import { quizzes } from "#app/db/tables/quizzes.server.ts";
import { estimateCost } from "#app/features/ai/estimate-cost.server.ts";
import type { Estimate } from "#app/features/ai/job-schema.ts";
import type { Generator, JobState } from "#app/features/ai/jobs.server.ts";
import { EXACT_LIMIT } from "../constants.ts";
import { countCombinations } from "../engine/combinations.ts";
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

const COLUMNS = {
  id: generationJobs.id,
  generator: generationJobs.generator,
  state: generationJobs.state,
  stage: generationJobs.stage,
  total: generationJobs.total,
  done: generationJobs.done,
  failures: generationJobs.failures,
  error: generationJobs.error,
  quiz: { id: quizzes.id, slug: quizzes.slug },
};
const KINDS = ["quiz", "diagnoses"] as const;

type JobFilter = { id: string } | { ofPerson: string } | { ofQuiz: string };

/** Gets one job, or the latest one of a person or a quiz. */
export async function getGenerationJob(
  db: Database,
  filter: JobFilter,
): Promise<GenerationJob | null> {
  const { id, kind, contentId, startedBy, createdAt } = generationJobs;
  const [column, value] =
    "id" in filter
      ? [id, filter.id]
      : "ofQuiz" in filter
        ? [contentId, filter.ofQuiz]
        : [startedBy, filter.ofPerson];
  if (!z.uuid().safeParse(value).success) return null;
  const [job] = await db
    .select({ ...COLUMNS, kind: sql<GenerationJob["kind"]>`${kind}` })
    .from(generationJobs)
    .leftJoin(quizzes, and(eq(quizzes.id, contentId), isNull(quizzes.deletedAt)))
    .where(and(inArray(kind, KINDS), eq(column, value)))
    .orderBy(desc(createdAt), desc(id))
    .limit(1);
  return job ?? null;
}

/** Typical tokens of prompts and answers. Each prompt contains up to 2,000 tokens of fault trees. */
const TYPICAL_TOKENS = {
  draft: { input: 9_000, output: 7_000 },
  rows: { input: 3_200, output: 2_600 },
};
/** Typical numbers of options per generated question. */
const TYPICAL_OPTIONS = [4, 3];

/**
 * Estimates the cost of generating a quiz with this many questions, or diagnoses for an existing
 * quiz.
 */
export async function estimateGeneration(
  app: Parameters<typeof estimateCost>[0],
  generated: { questions: number } | { quizId: string },
): Promise<Estimate> {
  const combinations =
    "quizId" in generated
      ? await countStoredCombinations(app.db, generated.quizId)
      : estimateCombinations(generated.questions);
  const calls = combinations <= EXACT_LIMIT ? Math.ceil(combinations / ROWS_PER_CALL) : 0;
  return estimateCost(app, {
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
async function countStoredCombinations(db: Database, quizId: string): Promise<number> {
  if (!z.uuid().safeParse(quizId).success) return 0;
  const [quiz] = await db
    .select({ questions: quizzes.questions })
    .from(quizzes)
    .where(and(eq(quizzes.id, quizId), isNull(quizzes.deletedAt)));
  return countCombinations(quiz?.questions ?? []);
}
