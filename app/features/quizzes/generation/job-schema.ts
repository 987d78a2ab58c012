import { z } from "zod";
import {
  INVALID_RESPONSE,
  jobStateSchema,
  parseRefusal,
  type Refusal,
} from "#app/features/ai/job-schema.ts";

/** Responses of the quiz generator endpoints, as the editor parses them. */

const jobSchema = jobStateSchema.extend({
  kind: z.string(),
  total: z.number(),
  done: z.number(),
  failures: z.number(),
  quiz: z.object({ id: z.string(), slug: z.string() }).nullable(),
});
export type Job = z.infer<typeof jobSchema>;
const jobReplySchema = z.object({ job: jobSchema.nullable() });

/** Parses a job; null when there is none or the response is invalid. */
export const parseJob = (body: unknown): Job | null =>
  jobReplySchema.safeParse(body).data?.job ?? null;

const count = z.number().int().min(0);
const jobId = z.string().optional().catch(undefined);
const generatedQuizSchema = z.object({
  success: z.literal(true),
  quiz: z.object({
    id: z.union([z.string(), z.number()]),
    title: z.string(),
    slug: z.string().min(1),
    description: z.string(),
    questions: z.array(z.unknown()),
  }),
  totalCombinations: count,
  generatedDiagnoses: count,
  job_id: jobId,
});
const diagnosesStartedSchema = z.object({
  success: z.literal(true),
  generatedDiagnoses: count,
  job_id: jobId,
});

/**
 * Work that a call has started or finished: its job id if the response contains it, and how many
 * scenarios are done, of how many if known.
 */
export type StartedWork = { jobId: string | null; done: number; total: number };
type GeneratedQuizReply = z.infer<typeof generatedQuizSchema>["quiz"];
export type GenerationResult =
  | { ok: true; quiz: GeneratedQuizReply; startedWork: StartedWork }
  | Refusal;
export type DiagnosesStarted = ({ ok: true } & StartedWork) | Refusal;

/**
 * Parses the response of orchestrate-quiz-generation: the server's own error, or else `refused`; an
 * incomplete response is invalid.
 */
export function parseGenerationResult(body: unknown, refused: string): GenerationResult {
  const { data } = generatedQuizSchema.safeParse(body);
  if (data)
    return {
      ok: true,
      quiz: data.quiz,
      startedWork: {
        jobId: data.job_id ?? null,
        done: data.generatedDiagnoses,
        total: data.totalCombinations,
      },
    };
  return parseRefusal(body, refused) ?? { ok: false, error: INVALID_RESPONSE };
}

/** The same for generate-quiz-diagnoses. */
export function parseDiagnosesStarted(body: unknown, refused: string): DiagnosesStarted {
  const { data } = diagnosesStartedSchema.safeParse(body);
  if (data)
    return { ok: true, jobId: data.job_id ?? null, done: data.generatedDiagnoses, total: 0 };
  return parseRefusal(body, refused) ?? { ok: false, error: INVALID_RESPONSE };
}
