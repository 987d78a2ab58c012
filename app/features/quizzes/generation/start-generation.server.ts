import type pg from "pg";
import type { z } from "zod";
import type { AppContext } from "#app/app-context.ts";
import type { Job } from "#app/features/ai/jobs.server.ts";
import {
  type Caller,
  type Starter,
  startGeneration,
  TOO_MANY,
  waitForJob,
} from "#app/features/ai/start-generation.server.ts";
import { DIAGNOSES_FAILED, GENERATE_FAILED } from "../constants.ts";
import type { Question } from "../schema.ts";
import { combinationsOf } from "./build-quiz.ts";
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

const refuse = (status: number, error: string, jobId?: string): GenerationAnswer => ({
  status,
  body: { success: false, error, ...(jobId ? { job_id: jobId } : {}) },
});

type Orchestrate = Caller & {
  body: z.infer<typeof orchestrateBodySchema>;
  signal: AbortSignal;
  deadlineMs?: number;
};

/** Makes a quiz for a topic and answers when it is there; its diagnoses follow in the job. */
export async function orchestrateQuiz(
  services: AppContext,
  { body, signal, deadlineMs, ...caller }: Orchestrate,
): Promise<GenerationAnswer> {
  const job = await startGeneration(services, caller, { kind: "quiz", input: body });
  if (!job) return refuse(429, TOO_MANY);
  const find = async ({ contentId }: Job) =>
    contentId ? readMade(services.db.$client, contentId) : null;
  const waited = await waitForJob(services, { jobId: job.id, find, signal, deadlineMs });
  if (waited.ok) return { status: 200, body: { success: true, ...waited.value, job_id: job.id } };
  if (waited.isLate)
    return refuse(
      504,
      "The quiz is not ready yet. The work goes on: it will be in the list of quizzes when it is done.",
      job.id,
    );
  return refuse(502, waited.error ?? GENERATE_FAILED, job.id);
}

/**
 * Makes the diagnoses that a quiz lacks; they come in the job. A job that works on the quiz already
 * is answered.
 */
export async function generateDiagnoses(
  services: Starter,
  { body, ...caller }: Caller & { body: z.infer<typeof diagnosesBodySchema> },
): Promise<GenerationAnswer> {
  const pool = services.db.$client;
  const made = await readMade(pool, body.quiz_id);
  if (!made) return refuse(404, "The quiz is not there any more.");
  const job = await startGeneration(services, caller, {
    kind: "diagnoses",
    contentId: body.quiz_id,
    input: {},
  });
  if (!job) return refuse(429, TOO_MANY);
  if (job.state === "failed") return refuse(502, job.error ?? DIAGNOSES_FAILED, job.id);
  return {
    status: 200,
    body: { success: true, generatedDiagnoses: made.generatedDiagnoses, job_id: job.id },
  };
}

type Made = Required<
  Pick<GenerationAnswer["body"], "quiz" | "totalCombinations" | "generatedDiagnoses">
>;

async function readMade(pool: pg.Pool, quizId: string): Promise<Made | null> {
  const { rows } = await pool.query<
    NonNullable<GenerationAnswer["body"]["quiz"]> & { made: number }
  >(
    `select id, title, slug, description, questions,
       (select count(*)::int from quiz_diagnoses d where d.quiz_id = q.id and d.generator <> 'staff' and d.status = 'pending_review') as made
     from quizzes q where id = $1 and deleted_at is null`,
    [quizId],
  );
  if (!rows[0]) return null;
  const { made, ...quiz } = rows[0];
  return { quiz, totalCombinations: combinationsOf(quiz.questions), generatedDiagnoses: made };
}
