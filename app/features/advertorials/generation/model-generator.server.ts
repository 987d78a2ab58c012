import { ARTICLE_STAGES } from "#app/features/ai/constants.ts";
import { createAnswerRequester } from "#app/features/ai/request-answers.server.ts";
import { JobError, type JobRun } from "#app/features/ai/run-jobs.server.ts";
import type { AnswerRequesterOptions } from "#app/features/ai/stored-answers.server.ts";
import type { ArticleContent } from "../article-schema.ts";
import { checkArticle } from "../check-article.ts";
import { getHeroImage } from "./build-article.ts";
import type { FoundSubject } from "./find-subject.server.ts";
import { articleAnswer, toArticle } from "./model-answers.ts";
import { buildArticlePrompt, buildCorrectionPrompt, SYSTEM } from "./write-article-prompt.ts";

/** Maximum tokens of an answer. */
const TOKENS = 5_000;
const NO_ARTICLE =
  "The model gave no article that could be used. Try other words for the topic, or try again later.";

/**
 * The generator that uses a model, with what the site knows about the subject. Findings of the checker
 * are sent back once; the remaining ones are for the person who edits the article.
 */
export function createModelGenerator(options: AnswerRequesterOptions) {
  return async (
    run: JobRun,
    { topic, found: { subject } }: { topic: string; found: FoundSubject },
  ): Promise<ArticleContent> => {
    const requestAnswer = createAnswerRequester(options, run);
    const heroUrl = getHeroImage(subject);
    const answer = await requestAnswer({
      item: "article",
      system: SYSTEM,
      prompt: buildArticlePrompt(topic, subject),
      maxTokens: TOKENS,
      schema: articleAnswer,
    });
    if (!answer) throw new JobError(NO_ARTICLE);
    const article = toArticle(answer, heroUrl);
    const findings = checkArticle(article);
    if (findings.length === 0) return article;
    await run.report({ stage: ARTICLE_STAGES.checking });
    const question = {
      item: "fix",
      system: SYSTEM,
      prompt: buildCorrectionPrompt(answer, findings),
      maxTokens: TOKENS,
      schema: articleAnswer,
    };
    const corrected = await requestAnswer(question).catch(ignoreJobError);
    const correctedArticle = corrected && toArticle(corrected, heroUrl);
    return correctedArticle && checkArticle(correctedArticle).length < findings.length
      ? correctedArticle
      : article;
  };
}

/** A finished article is not lost when its correction fails. */
function ignoreJobError(error: unknown): null {
  if (error instanceof JobError) return null;
  throw error;
}
