import type pg from "pg";
import type { z } from "zod";
import type { AppContext } from "#app/app-context.ts";
import {
  type Caller,
  type Starter,
  startGeneration,
  TOO_MANY,
  waitForJob,
} from "#app/features/ai/start-generation.server.ts";
import { type ArticleResult, readResult } from "./article-jobs.server.ts";
import type { ArticleContent } from "./article-schema.ts";
import { GENERATE_FAILED } from "./constants.ts";
import type { generateBodySchema } from "./generation-schema.ts";

type ArticleAnswer = {
  status: number;
  body: { success: boolean; content?: ArticleContent; error?: string; job_id?: string };
};
type Order = Caller & {
  body: z.infer<typeof generateBodySchema>;
  signal: AbortSignal;
  deadlineMs?: number;
};

const refuse = (status: number, error: string, jobId?: string): ArticleAnswer => ({
  status,
  body: { success: false, error, ...(jobId ? { job_id: jobId } : {}) },
});

/**
 * Writes an article about a topic and answers when it is there. It is kept with its job alone:
 * nothing is published or saved.
 */
export async function startArticle(
  services: Starter & Pick<AppContext, "isStopping">,
  { body, signal, deadlineMs, ...caller }: Order,
): Promise<ArticleAnswer> {
  const job = await startGeneration(services, caller, { kind: "advertorial", input: body });
  if (!job) return refuse(429, TOO_MANY);
  const find = ({ id, state }: { id: string; state: string }) =>
    state === "done" ? findResult(services.db.$client, id) : Promise.resolve(null);
  const waited = await waitForJob(services, { jobId: job.id, find, signal, deadlineMs });
  if (waited.ok)
    return { status: 200, body: { success: true, content: waited.value.content, job_id: job.id } };
  if (waited.isLate)
    return refuse(
      504,
      "The article is not ready yet. The work goes on: the editor offers it when it is done.",
      job.id,
    );
  return refuse(502, waited.error ?? GENERATE_FAILED, job.id);
}

async function findResult(pool: pg.Pool, id: string): Promise<ArticleResult | null> {
  const { rows } = await pool.query<{ result: unknown }>(
    "select result from generation_jobs where id = $1",
    [id],
  );
  return readResult(rows[0]?.result);
}
