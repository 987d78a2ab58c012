import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { AppContext } from "#app/app-context.ts";
import type { Database } from "#app/db/client.server.ts";
import { generationJobs } from "#app/db/tables/ai.server.ts";
import {
  buildRefusal,
  type GenerationContext,
  startGeneration,
  TOO_MANY_RUNS,
  waitForJob,
} from "#app/features/ai/start-generation.server.ts";
import { type ArticleResult, parseArticleResult } from "../article-jobs.server.ts";
import type { ArticleContent } from "../article-schema.ts";
import { GENERATE_FAILED } from "../constants.ts";
import { describeRefusal } from "./describe-refusal.ts";
import { findSubject } from "./find-subject.server.ts";
import type { generateBodySchema } from "./generation-schema.ts";

type ArticleAnswer = {
  status: number;
  body: { success: boolean; content?: ArticleContent; error?: string; job_id?: string };
};
type StartArticleOptions = {
  body: z.infer<typeof generateBodySchema>;
  signal: AbortSignal;
  deadlineMs?: number;
};

/**
 * Generates an article about a topic and responds when it is finished. It is stored only with its
 * job: nothing is published or saved. A topic without a subject is refused, also where a language
 * model would write about it.
 */
export async function startArticle(
  context: GenerationContext & Pick<AppContext, "isStopping">,
  { body, signal, deadlineMs }: StartArticleOptions,
): Promise<ArticleAnswer> {
  const found = await findSubject(body.topic, context.db);
  if (found.kind === "refused") return buildRefusal(422, describeRefusal(found));
  const job = await startGeneration(context, { kind: "advertorial", input: body });
  if (!job) return buildRefusal(429, TOO_MANY_RUNS);
  const find = ({ id, state }: { id: string; state: string }) =>
    state === "done" ? findResult(context.db, id) : Promise.resolve(null);
  const waited = await waitForJob(context, { jobId: job.id, find, signal, deadlineMs });
  if (waited.ok)
    return { status: 200, body: { success: true, content: waited.value.content, job_id: job.id } };
  if (waited.isLate)
    return buildRefusal(
      504,
      "The article is not ready yet. Generation continues: the editor offers the article when it is done.",
      job.id,
    );
  return buildRefusal(502, waited.error ?? GENERATE_FAILED, job.id);
}

async function findResult(db: Database, id: string): Promise<ArticleResult | null> {
  const [job] = await db
    .select({ result: generationJobs.result })
    .from(generationJobs)
    .where(eq(generationJobs.id, id));
  return parseArticleResult(job?.result);
}
