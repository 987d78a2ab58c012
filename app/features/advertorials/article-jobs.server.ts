import type pg from "pg";
import { z } from "zod";
import { estimateCost } from "#app/features/ai/estimate-cost.server.ts";
import type { Estimate } from "#app/features/ai/job-schema.ts";
import type { Generator, JobState } from "#app/features/ai/jobs.server.ts";
import { normalizeSlug } from "#app/features/content-editor/normalize-slug.ts";
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
const VIEW_SQL =
  "select id, state, stage, error, generator, result from generation_jobs where kind = 'advertorial'";
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

export async function getArticleJob(pool: pg.Pool, id: string): Promise<ArticleJob | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const { rows } = await pool.query<Row>(`${VIEW_SQL} and id = $1`, [id]);
  return rows[0] ? toJob(rows[0]) : null;
}

/**
 * The latest article job of a person that is unfinished, or that finished within the last day and
 * was not used.
 */
export async function getLatestArticleJob(
  pool: pg.Pool,
  { userId, now }: { userId: string; now: Date },
): Promise<ArticleJob | null> {
  const { rows } = await pool.query<Row>(
    `${VIEW_SQL} and started_by = $1
       and (state in ('waiting', 'running') or (state = 'done' and finished_at > $2::timestamptz - make_interval(hours => $3) and not result ? 'takenAt'))
     order by created_at desc, id desc limit 1`,
    [userId, now, OFFER_HOURS],
  );
  return rows[0] ? toJob(rows[0]) : null;
}

/**
 * Records that an article was inserted into the editor of the person who requested it.
 * @returns false when the job is not theirs or not done
 */
export async function markArticleUsed(
  pool: pg.Pool,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update generation_jobs set result = jsonb_build_object('takenAt', $3::timestamptz) || result
     where id = $1 and started_by = $2 and kind = 'advertorial' and state = 'done' and result is not null`,
    [id, userId, now],
  );
  return rowCount === 1;
}

/** Estimates the cost of generating an article. */
export const estimateArticle = (services: Parameters<typeof estimateCost>[0]): Promise<Estimate> =>
  estimateCost(services, TYPICAL_TOKENS);
