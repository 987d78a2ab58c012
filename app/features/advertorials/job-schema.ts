import { z } from "zod";
import {
  INVALID_RESPONSE,
  jobStateSchema,
  parseRefusal,
  type Refusal,
} from "#app/features/ai/job-schema.ts";
import { type ArticleContent, articleContentSchema } from "./article-schema.ts";
import { GENERATE_FAILED } from "./constants.ts";
import { parseContent } from "./read-content.ts";

/** What the calls of the article generator answer, as the editor reads it. */

const jobSchema = jobStateSchema.extend({
  generator: z.enum(["built-in", "model"]),
  /** The article, once it is there; nothing of it is stored as an advertorial. */
  content: articleContentSchema.nullable(),
  /** Proposed for the article. */
  title: z.string().nullable(),
  slug: z.string().nullable(),
});
export type ArticleJob = z.infer<typeof jobSchema>;
const jobReplySchema = z.object({ job: jobSchema.nullable() });

/** A job, or null where there is none or nobody can say. */
export const parseArticleJob = (body: unknown): ArticleJob | null =>
  jobReplySchema.safeParse(body).data?.job ?? null;

const generatedSchema = z.object({
  success: z.literal(true),
  content: z.unknown(),
  job_id: z.string().optional().catch(undefined),
});
/**
 * `jobId` where the answer names it; `isLost`: nobody can say what became of the order, and the
 * work may go on.
 */
export type Generated =
  | { ok: true; content: ArticleContent; jobId: string | null }
  | (Refusal & { isLost?: boolean });

/**
 * What became of a call of generate-advertorial-content: its own error before ours, and neither
 * where the answer cannot be read.
 */
export function parseGenerated(body: unknown): Generated {
  const { data: generated } = generatedSchema.safeParse(body);
  const content = generated && parseContent(generated.content);
  if (generated && content) return { ok: true, content, jobId: generated.job_id ?? null };
  return (
    parseRefusal(body, GENERATE_FAILED) ?? { ok: false, error: INVALID_RESPONSE, isLost: true }
  );
}
