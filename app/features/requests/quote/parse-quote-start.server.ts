import { findService, findServiceSign } from "#app/features/catalog/find-service.server.ts";
import { findDanger } from "#app/features/quizzes/engine/danger-stop.ts";
import { buildQuoteHandoff } from "#app/features/quizzes/player/build-quote-handoff.ts";
import { ANSWERS_PARAM, parseAnswers } from "#app/features/quizzes/player/parse-answers.ts";
import type { PublicQuiz } from "#app/features/quizzes/published.server.ts";
import type { QuizHandoff } from "#app/lib/quiz-handoff.ts";
import { findPlace, isKnownZip } from "#app/lib/zip.server.ts";
import type { QuoteDraft } from "./fields.ts";

const LABEL = /^[\w &'/-]{1,60}$/;

export type QuoteStart = {
  serviceType?: string;
  prefill: Partial<QuoteDraft>;
  quiz?: QuizHandoff;
};

/**
 * Parses the query string of the quote page: /quote?service=plumbing&zip=30301&sign=2, or
 * ?label=General%20Services; after a quiz also &quiz=ac-not-cooling&a=1:0,2:3. Invalid parts are
 * ignored.
 */
export function parseQuoteStart(
  query: URLSearchParams,
  quizzes: readonly PublicQuiz[],
): QuoteStart {
  const service = findService(query.get("service") ?? "");
  const label = query.get("label") ?? "";
  const zip = query.get("zip") ?? "";
  const place = findPlace(zip);
  const description = findServiceSign(query.get("service") ?? "", Number(query.get("sign")));
  const quiz = parseQuiz(query, quizzes);
  return {
    serviceType: service?.name ?? (LABEL.test(label) ? label : quiz?.serviceType),
    prefill: {
      ...(/^\d{5}$/.test(zip) && { zipCode: zip, ...place }),
      ...(description && { description }),
    },
    ...(quiz && { quiz: quiz.handoff }),
  };
}

/** The entered ZIP code if it has five digits but does not exist, otherwise "". */
export function findUnknownZip({ zipCode = "" }: Partial<QuoteDraft>): string {
  const zip = zipCode.trim();
  return /^\d{5}$/.test(zip) && !isKnownZip(zip) ? zip : "";
}

/** The handoff of a published quiz that was answered to its end, or to a danger; else undefined. */
function parseQuiz(
  query: URLSearchParams,
  quizzes: readonly PublicQuiz[],
): { serviceType: string; handoff: QuizHandoff } | undefined {
  const slug = query.get("quiz") ?? "";
  const quiz =
    quizzes.find((entry) => entry.slug === slug) ??
    quizzes.find((entry) => entry.previousSlugs.includes(slug));
  if (!quiz) return undefined;
  const answers = parseAnswers(query.get(ANSWERS_PARAM), quiz.questions);
  if (
    !answers?.length ||
    (answers.length < quiz.questions.length && !findDanger(quiz.dangers, answers))
  )
    return undefined;
  return { serviceType: quiz.serviceType, handoff: buildQuoteHandoff(quiz, answers) };
}
