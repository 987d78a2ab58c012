import { generateBodySchema } from "#app/features/advertorials/generation/generation-schema.ts";
import { startArticle } from "#app/features/advertorials/generation/start-article.server.ts";
import { handleFunctionCall } from "#app/features/auth/handle-function-call.server.ts";
import type { Route } from "./+types/generate-advertorial-content";

/** POST {topic} → {success, content, job_id} once the article is written. */
export const action = (called: Route.ActionArgs) =>
  handleFunctionCall(called, { role: "staff", schema: generateBodySchema, run: startArticle });
