import { formatQuotePath } from "#app/features/catalog/components/quote-link.tsx";
import { findPublished } from "#app/features/content-editor/find-published.ts";
import { quizPath } from "#app/features/quizzes/constants.ts";
import { findDanger } from "#app/features/quizzes/engine/danger-stop.ts";
import { formatAnswerPair } from "#app/features/quizzes/engine/hash-answers.ts";
import { buildQuoteHandoff } from "#app/features/quizzes/player/build-quote-handoff.ts";
import { getResult } from "#app/features/quizzes/player/get-result.server.ts";
import {
  ANSWERS_PARAM,
  formatAnswers,
  parseAnswers,
} from "#app/features/quizzes/player/parse-answers.ts";
import type { PublicQuiz } from "#app/features/quizzes/published.server.ts";
import type { Answer } from "#app/features/quizzes/schema.ts";
import { findPlace } from "#app/lib/zip.server.ts";
import { AFTER_DANGER, NOTHING_SENT } from "./constants.ts";
import { describeResult } from "./describe-result.ts";
import { describeRule } from "./find-danger.server.ts";
import type { ToolInput, ToolOutput } from "./schema.ts";
import { type Answered, type ToolContext, UNKNOWN_ZIP } from "./tool-context.ts";

const ASK =
  "Ask the person this question with these answers, and do not choose for them. Then call diagnose again with the id of their answer added to the answers so far.";
const UNKNOWN_QUIZ =
  "quiz: no public quiz has this slug. Call list_quizzes, and use a slug that it gives.";
const OTHER_ANSWERS =
  "answers: these do not fit the questions of this quiz, which may have changed. Call diagnose without answers to begin again.";
const UNREADABLE = "The result of this quiz cannot be read right now. Call quote_link instead.";

const NOTHING = { danger: null, question: null, result: null, quoteLink: null };

/**
 * One step of a quiz, as its page makes it: the next question, the danger that the answers mean, or
 * the result. Nothing is counted, as in a preview: who answers may be a program.
 */
export async function walkQuiz(
  app: ToolContext,
  { quiz: slug, answers: given, zip }: ToolInput<"diagnose">,
): Promise<Answered<ToolOutput<"diagnose">>> {
  if (zip !== undefined && !findPlace(zip)) return { refusal: UNKNOWN_ZIP };
  const published = await app.quizzes.list();
  const match = findPublished(published, slug);
  const current = match && "movedTo" in match ? findPublished(published, match.movedTo) : match;
  if (!current || !("found" in current)) return { refusal: UNKNOWN_QUIZ };
  const quiz = current.found;
  const answers = parseAnswers(given.join(","), quiz.questions);
  if (!answers) return { refusal: OTHER_ANSWERS };
  const danger = findDanger(quiz.dangers, answers);
  if (danger) {
    const page = formatResultUrl(app.origin, quiz, answers.slice(0, danger.answered));
    return { ...NOTHING, danger: describeRule(danger.rule, page), next: AFTER_DANGER };
  }
  const question = quiz.questions[answers.length];
  if (question)
    return {
      ...NOTHING,
      question: {
        number: answers.length + 1,
        of: quiz.questions.length,
        text: question.questionText,
        answers: question.options.map((text, option) => ({
          id: formatAnswerPair(question.id, option),
          text,
        })),
      },
      next: ASK,
    };
  const result = await getResult(app, { quiz, answers, preview: true });
  if (!result) return { refusal: UNREADABLE };
  const finished = { answers: formatAnswers(answers), handoff: buildQuoteHandoff(quiz, answers) };
  return {
    ...NOTHING,
    result: describeResult(result, {
      page: formatResultUrl(app.origin, quiz, answers),
      origin: app.origin,
    }),
    quoteLink:
      app.origin + formatQuotePath({ label: result.data.serviceType, zip, quiz: finished }),
    next: NOTHING_SENT,
  };
}

const formatResultUrl = (origin: string, { slug }: PublicQuiz, answers: readonly Answer[]) =>
  `${origin}${quizPath(slug)}?${ANSWERS_PARAM}=${formatAnswers(answers)}`;
