import { generateBodySchema } from "#app/features/advertorials/generation-schema.ts";
import { startArticle } from "#app/features/advertorials/start-article.server.ts";
import { answerFunction } from "#app/features/auth/answer-function.server.ts";
import type { Route } from "./+types/generate-advertorial-content";

/** POST {topic} → {success, content, job_id} once the article is written. */
export const action = (called: Route.ActionArgs) =>
  answerFunction(called, { role: "staff", schema: generateBodySchema, run: startArticle });
