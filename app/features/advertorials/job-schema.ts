import { z } from "zod";
import {
  INVALID_RESPONSE,
  jobStateSchema,
  parseRefusal,
  type Refusal,
} from "#app/features/ai/job-schema.ts";
import { type ArticleContent, articleContentSchema } from "./article-schema.ts";
import { GENERATE_FAILED } from "./constants.ts";
import { parseContent } from "./parse-content.ts";

/** Responses of the article generator endpoints, as the editor parses them. */

const jobSchema = jobStateSchema.extend({
  generator: z.enum(["built-in", "model"]),
  /** The article, once it is finished; it is not stored as an advertorial. */
  content: articleContentSchema.nullable(),
  /** Suggested title and slug of the article. */
  title: z.string().nullable(),
  slug: z.string().nullable(),
});
export type ArticleJob = z.infer<typeof jobSchema>;
const jobReplySchema = z.object({ job: jobSchema.nullable() });

/** Parses a job; null when there is none or the response is invalid. */
export const parseArticleJob = (body: unknown): ArticleJob | null =>
  jobReplySchema.safeParse(body).data?.job ?? null;

const generatedSchema = z.object({
  success: z.literal(true),
  content: z.unknown(),
  job_id: z.string().optional().catch(undefined),
});
/**
 * `jobId` if the response contains it. `isLost`: the result of the request is unknown, and the job
 * may still be running.
 */
export type GenerateReply =
  | { ok: true; content: ArticleContent; jobId: string | null }
  | (Refusal & { isLost?: boolean });

/**
 * Parses the response of generate-advertorial-content: the server's own error, or else a general
 * one; an invalid response counts as lost.
 */
export function parseGenerateReply(body: unknown): GenerateReply {
  const { data: generated } = generatedSchema.safeParse(body);
  const content = generated && parseContent(generated.content);
  if (generated && content) return { ok: true, content, jobId: generated.job_id ?? null };
  return (
    parseRefusal(body, GENERATE_FAILED) ?? { ok: false, error: INVALID_RESPONSE, isLost: true }
  );
}
