import { and, desc, eq, gt, inArray, isNotNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Database } from "#app/db/client.server.ts";
import { generationJobs } from "#app/db/tables/ai.server.ts";
import { estimateCost } from "#app/features/ai/estimate-cost.server.ts";
import type { Estimate } from "#app/features/ai/job-schema.ts";
import type { Generator, JobState } from "#app/features/ai/jobs.server.ts";
import { normalizeSlug } from "#app/features/content-editor/normalize-slug.ts";
import { HOUR_MS } from "#app/lib/durations.ts";
import { articleContentSchema } from "./article-schema.ts";
import type { ArticleJob } from "./job-schema.ts";

/** A finished article that was not used is offered this long. */
const OFFER_HOURS = 24;
/** Typical tokens of an article and its correction. */
const TYPICAL_TOKENS = { input: 5_500, output: 4_500 };
const MAX_SLUG = 100;

type Row = {
  id: string;
  state: JobState;
  stage: string;
  error: string | null;
  generator: Generator;
  result: unknown;
};
const COLUMNS = {
  id: generationJobs.id,
  state: generationJobs.state,
  stage: generationJobs.stage,
  error: generationJobs.error,
  generator: generationJobs.generator,
  result: generationJobs.result,
};
const isArticleJob = eq(generationJobs.kind, "advertorial");
const resultSchema = z.object({ content: articleContentSchema });

/** The stored result of an article job. */
export type ArticleResult = z.infer<typeof resultSchema>;
export const parseArticleResult = (result: unknown): ArticleResult | null =>
  resultSchema.safeParse(result).data ?? null;

function toJob({ result, ...row }: Row): ArticleJob {
  // A job that was cancelled after its last step has a result that nobody needs.
  const content = row.state === "done" ? (parseArticleResult(result)?.content ?? null) : null;
  const title = content?.hero.title ?? null;
  return {
    ...row,
    content,
    title,
    slug: title && normalizeSlug(title).slice(0, MAX_SLUG).replace(/-$/, ""),
  };
}

export async function getArticleJob(db: Database, id: string): Promise<ArticleJob | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const [row] = await db
    .select(COLUMNS)
    .from(generationJobs)
    .where(and(isArticleJob, eq(generationJobs.id, id)));
  return row ? toJob(row) : null;
}

/**
 * The latest article job of a person that is unfinished, or that finished within the last day and
 * was not used.
 */
export async function getLatestArticleJob(
  db: Database,
  { userId, now }: { userId: string; now: Date },
): Promise<ArticleJob | null> {
  const { state, startedBy, finishedAt, result, createdAt, id } = generationJobs;
  const isUnused = and(
    eq(state, "done"),
    gt(finishedAt, new Date(now.getTime() - OFFER_HOURS * HOUR_MS)),
    sql`not ${result} ? 'dismissedAt'`,
  );
  const [row] = await db
    .select(COLUMNS)
    .from(generationJobs)
    .where(
      and(
        isArticleJob,
        eq(startedBy, userId),
        or(inArray(state, ["waiting", "running"]), isUnused),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(1);
  return row ? toJob(row) : null;
}

/**
 * Records that an article was inserted into the editor of the person who requested it.
 * @returns false when the job is not theirs or not done
 */
export async function dismissGeneratedArticle(
  { db, actor, now }: Pick<ActionContext, "db" | "actor" | "now">,
  { id }: { id: string },
): Promise<boolean> {
  const { startedBy, state, result } = generationJobs;
  const { rowCount } = await db
    .update(generationJobs)
    .set({
      result: sql`jsonb_build_object('dismissedAt', ${now.toISOString()}::timestamptz) || ${result}`,
    })
    .where(
      and(
        isArticleJob,
        eq(generationJobs.id, id),
        eq(startedBy, actor),
        eq(state, "done"),
        isNotNull(result),
      ),
    );
  return rowCount === 1;
}

/** Estimates the cost of generating an article. */
export const estimateArticle = (app: Parameters<typeof estimateCost>[0]): Promise<Estimate> =>
  estimateCost(app, TYPICAL_TOKENS);
