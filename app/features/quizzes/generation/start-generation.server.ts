import { and, eq, isNull, ne } from "drizzle-orm";
import type { z } from "zod";
import type { AppContext } from "#app/app-context.ts";
import type { Database } from "#app/db/client.server.ts";
import { quizDiagnoses, quizzes } from "#app/db/tables/quizzes.server.ts";
import type { Job } from "#app/features/ai/jobs.server.ts";
import { getModelConfig } from "#app/features/ai/model-config.server.ts";
import {
  buildRefusal,
  type GenerationContext,
  startGeneration,
  TOO_MANY_RUNS,
  waitForJob,
} from "#app/features/ai/start-generation.server.ts";
import { DIAGNOSES_FAILED, GENERATE_FAILED } from "../constants.ts";
import { countCombinations } from "../engine/combinations.ts";
import type { Question } from "../schema.ts";
import { describeRefusal } from "./describe-refusal.server.ts";
import { findTopic } from "./fault-trees.server.ts";
import type { diagnosesBodySchema, orchestrateBodySchema } from "./schema.ts";

export type GenerationAnswer = {
  status: number;
  body: {
    success: boolean;
    error?: string;
    quiz?: { id: string; title: string; slug: string; description: string; questions: Question[] };
    totalCombinations?: number;
    generatedDiagnoses?: number;
    job_id?: string;
  };
};

type OrchestrateOptions = {
  body: z.infer<typeof orchestrateBodySchema>;
  signal: AbortSignal;
  deadlineMs?: number;
};

/** Generates a quiz for a topic and responds when it exists; its diagnoses follow in the job. */
export async function orchestrateQuiz(
  context: GenerationContext & Pick<AppContext, "isStopping">,
  { body, signal, deadlineMs }: OrchestrateOptions,
): Promise<GenerationAnswer> {
  const refusal = await refuseTopic(context, body);
  if (refusal) return buildRefusal(422, refusal);
  const job = await startGeneration(context, { kind: "quiz", input: body });
  if (!job) return buildRefusal(429, TOO_MANY_RUNS);
  const find = async ({ contentId }: Job) =>
    contentId ? getGeneratedQuiz(context.db, contentId) : null;
  const waited = await waitForJob(context, { jobId: job.id, find, signal, deadlineMs });
  if (waited.ok) return { status: 200, body: { success: true, ...waited.value, job_id: job.id } };
  if (waited.isLate)
    return buildRefusal(
      504,
      "The quiz is not ready yet. Generation continues: the quiz will be in the list of quizzes when it is done.",
      job.id,
    );
  return buildRefusal(502, waited.error ?? GENERATE_FAILED, job.id);
}

/**
 * Why no quiz is generated for a topic, or null. A language model can write about what no fault tree
 * is about, but never a quiz about an emergency.
 */
async function refuseTopic(
  { env }: Pick<GenerationContext, "env">,
  { topic, serviceType }: OrchestrateOptions["body"],
): Promise<string | null> {
  const match = await findTopic(topic, serviceType);
  if (match.kind === "tree") return null;
  if (match.kind !== "emergency" && getModelConfig(env)) return null;
  return describeRefusal(match);
}

/**
 * Generates the missing diagnoses of a quiz in a job. An unfinished job for the quiz is returned
 * instead.
 */
export async function generateDiagnoses(
  context: GenerationContext,
  { body }: { body: z.infer<typeof diagnosesBodySchema> },
): Promise<GenerationAnswer> {
  const quiz = await getGeneratedQuiz(context.db, body.quiz_id);
  if (!quiz) return buildRefusal(404, "The quiz no longer exists.");
  const job = await startGeneration(context, {
    kind: "diagnoses",
    contentId: body.quiz_id,
    input: {},
  });
  if (!job) return buildRefusal(429, TOO_MANY_RUNS);
  if (job.state === "failed") return buildRefusal(502, job.error ?? DIAGNOSES_FAILED, job.id);
  return {
    status: 200,
    body: { success: true, generatedDiagnoses: quiz.generatedDiagnoses, job_id: job.id },
  };
}

type GeneratedQuizAnswer = Required<
  Pick<GenerationAnswer["body"], "quiz" | "totalCombinations" | "generatedDiagnoses">
>;

async function getGeneratedQuiz(db: Database, quizId: string): Promise<GeneratedQuizAnswer | null> {
  const { id, title, slug, description, questions } = quizzes;
  const isGenerated = and(
    eq(quizDiagnoses.quizId, id),
    ne(quizDiagnoses.generator, "staff"),
    eq(quizDiagnoses.status, "pending_review"),
  );
  const [row] = await db
    .select({
      quiz: { id, title, slug, description, questions },
      generatedDiagnoses: db.$count(quizDiagnoses, isGenerated).mapWith(Number),
    })
    .from(quizzes)
    .where(and(eq(id, quizId), isNull(quizzes.deletedAt)));
  return row ? { ...row, totalCombinations: countCombinations(row.quiz.questions) } : null;
}
