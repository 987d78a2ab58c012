import { type AskOptions, createAsk } from "#app/features/ai/call-llm.server.ts";
import { ARTICLE_STAGES } from "#app/features/ai/constants.ts";
import { JobError, type JobRun } from "#app/features/ai/run-jobs.server.ts";
import type { ArticleContent } from "./article-schema.ts";
import { heroFor } from "./build-article.ts";
import { checkArticle } from "./check-article.ts";
import { articleAnswer, toArticle } from "./model-answers.ts";
import { readSubject, readTemplates } from "./read-subject.server.ts";
import { askForArticle, askToMend, SYSTEM } from "./write-article-prompt.ts";

/** Tokens that an answer may have. */
const TOKENS = 5_000;
const NO_ARTICLE =
  "The model gave no article that could be used. Try other words for the topic, or try again later.";

/**
 * The generator that asks a model. What the checker finds is sent back once; what stays is for the
 * person who edits the article.
 */
export function createModelGenerator(options: AskOptions) {
  return async (run: JobRun, topic: string): Promise<ArticleContent> => {
    const ask = createAsk(options, run);
    await run.report({ stage: ARTICLE_STAGES.researching });
    const subject = await readSubject(topic);
    const drawings = readTemplates().images;
    const place = { heroUrl: heroFor(subject), drawings };
    await run.report({ stage: ARTICLE_STAGES.writing });
    const answer = await ask({
      item: "article",
      system: SYSTEM,
      prompt: askForArticle(topic, subject, drawings),
      maxTokens: TOKENS,
      schema: articleAnswer,
    });
    if (!answer) throw new JobError(NO_ARTICLE);
    const article = toArticle(answer, place);
    const findings = checkArticle(article);
    if (findings.length === 0) return article;
    await run.report({ stage: ARTICLE_STAGES.checking });
    const question = {
      item: "mend",
      system: SYSTEM,
      prompt: askToMend(answer, findings),
      maxTokens: TOKENS,
      schema: articleAnswer,
    };
    const mended = await ask(question).catch(exceptWhereItEnds);
    const better = mended && toArticle(mended, place);
    return better && checkArticle(better).length < findings.length ? better : article;
  };
}

/** An article that is paid for is not lost because its mending could not be. */
function exceptWhereItEnds(error: unknown): null {
  if (error instanceof JobError) return null;
  throw error;
}
