import { z } from "zod";
import type { AppContext } from "#app/app-context.ts";
import { MODEL_LIMITS, type ModelLimits } from "#app/features/ai/call-llm.server.ts";
import { ARTICLE_STAGES } from "#app/features/ai/constants.ts";
import { requireModelConfig } from "#app/features/ai/request-answers.server.ts";
import { JobError, type JobHandler, type JobRun } from "#app/features/ai/run-jobs.server.ts";
import type { ArticleResult } from "../article-jobs.server.ts";
import type { ArticleContent } from "../article-schema.ts";
import { describeRefusal } from "./describe-refusal.ts";
import { type FoundSubject, findSubject } from "./find-subject.server.ts";
import { createModelGenerator } from "./model-generator.server.ts";

/**
 * Writes an article about the subject of a topic. May be called again after a crash, and then returns
 * the same.
 */
type ArticleGenerator = (
  run: JobRun,
  request: { topic: string; found: FoundSubject },
) => Promise<ArticleContent>;
type HandlerOptions = Pick<AppContext, "db" | "env" | "settings"> & {
  limits?: ModelLimits;
};

const inputSchema = z.object({ topic: z.string() });

/**
 * Handler of the job that writes an article. The article is the job's result: it is stored as an
 * advertorial only when a person saves it.
 */
export function createArticleHandler({
  db,
  env,
  settings,
  limits = MODEL_LIMITS,
}: HandlerOptions): JobHandler {
  return async (run) => {
    await run.report({ stage: ARTICLE_STAGES.preparing });
    const { topic } = inputSchema.parse(run.job.input);
    await run.report({ stage: ARTICLE_STAGES.researching });
    const found = await findSubject(topic, db);
    if (found.kind === "refused") throw new JobError(describeRefusal(found));
    await run.report({ stage: ARTICLE_STAGES.writing });
    const generate =
      run.job.generator === "built-in"
        ? generateBuiltIn
        : createModelGenerator({
            db,
            config: requireModelConfig(env),
            timeZone: (await settings.get()).timeZone,
            limits,
          });
    const result: ArticleResult = { content: await generate(run, { topic, found }) };
    await run.report({ result });
  };
}

/** The generator without a network: the article that the content files give. */
const generateBuiltIn: ArticleGenerator = async (_run, { found }) => found.article;
