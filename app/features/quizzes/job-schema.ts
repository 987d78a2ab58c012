import { z } from "zod";
import { INVALID_RESPONSE, jobStateSchema, type Refused, readRefused } from "#app/features/ai/job-schema.ts";

/** What the calls of the quiz generator answer, as the editor reads it. */

const jobSchema = jobStateSchema.extend({
  kind: z.string(),
  total: z.number(),
  done: z.number(),
  failures: z.number(),
  quiz: z.object({ id: z.string(), slug: z.string() }).nullable(),
});
export type Job = z.infer<typeof jobSchema>;
const jobReplySchema = z.object({ job: jobSchema.nullable() });

/** A job, or null where there is none or nobody can say. */
export const readJob = (body: unknown): Job | null => jobReplySchema.safeParse(body).data?.job ?? null;

const startedSchema = z.object({ success: z.literal(true), job_id: z.string(), quiz: z.object({ slug: z.string() }).optional() });
export type Started = { ok: true; jobId: string; slug: string | undefined } | Refused;

/** What became of a call that starts work: its own error before `refused`, and neither where the answer cannot be read. */
export function readStarted(body: unknown, refused: string): Started {
  const started = startedSchema.safeParse(body);
  if (started.success) return { ok: true, jobId: started.data.job_id, slug: started.data.quiz?.slug };
  return readRefused(body, refused) ?? { ok: false, error: INVALID_RESPONSE };
}
