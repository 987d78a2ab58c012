import type { AppContext } from "#app/app-context.ts";
import { findServicePrice } from "#app/features/catalog/find-service.server.ts";
import {
  findPriceRange,
  type PriceRange,
} from "#app/features/resources/find-price-range.server.ts";
import { CAUSE_LOOKUP_FAILED } from "../constants.ts";
import { type Candidate, type Confidence, type Diagnosis, diagnose } from "../engine/diagnose.ts";
import { buildGenericDiagnosis } from "../engine/generic-diagnosis.ts";
import { formatAnswerPair, parseHash } from "../engine/hash-answers.ts";
import type { PublicQuiz } from "../published.server.ts";
import type { Answer, DiagnosisData } from "../schema.ts";
import {
  type FindDiagnosisResult,
  findDiagnosis,
  recordUnmatchedAnswers,
} from "./find-diagnosis.server.ts";

/** A diagnosis as the result page shows it. */
export type ShownResult = {
  data: DiagnosisData;
  /** The deciding answers, the heaviest first; empty when no answer decided. */
  reasons: { question: string; answer: string }[];
  confidence: Confidence | null;
  candidates: Candidate[];
  price: ShownPrice | null;
  /** The look-up failed: the same answers may get a better result later. */
  failed: boolean;
};

/** A price line of a service page for this cause, or the planning range for the kind of repair. */
export type ShownPrice = ServicePrice | PriceRange;
type ServicePrice = NonNullable<ReturnType<typeof findServicePrice>>;

const findPrice = ({ price, serviceType }: Pick<DiagnosisData, "price" | "serviceType">) =>
  (price && findServicePrice(price)) ?? findPriceRange(serviceType);

const FAILED_MESSAGE =
  "We could not look up your answers right now. A professional can find the cause in person.";

/** Builds the generic result for a failed look-up. */
export function buildFailedResult({ serviceType }: Pick<PublicQuiz, "serviceType">): ShownResult {
  const data = {
    ...buildGenericDiagnosis(serviceType, CAUSE_LOOKUP_FAILED),
    customMessage: FAILED_MESSAGE,
  };
  return {
    data,
    reasons: [],
    confidence: null,
    candidates: [],
    price: findPrice(data),
    failed: true,
  };
}

type ResultContext = Pick<AppContext, "db" | "contentCounter" | "log" | "now">;
type AnsweredQuiz = { quiz: PublicQuiz; answers: readonly Answer[]; preview: boolean };

/**
 * Looks up the result for all answers and counts it, except in a preview; null when the stored data
 * is invalid.
 */
export async function getResult(
  app: ResultContext,
  { quiz, answers, preview }: AnsweredQuiz,
): Promise<ShownResult | null> {
  const { db, log } = app;
  const stored = mapAnswersToSavedQuiz(quiz, answers);
  let found: FindDiagnosisResult;
  try {
    found = await findDiagnosis(db, { quiz, answers: stored });
  } catch (error) {
    log.warn({ err: error, quizId: quiz.id }, "answers to a quiz could not be looked up");
    return buildFailedResult(quiz);
  }
  if (!found.ok) {
    log.error({ quizId: quiz.id }, "a stored diagnosis of a quiz cannot be read");
    return null;
  }
  const diagnosis = diagnose(stored, found.model);
  if (!preview) recordResult(app, { quiz, answers, layer: diagnosis.layer });
  const { data, confidence, candidates, decidedBy } = diagnosis;
  return {
    data,
    reasons: describeReasons(quiz, decidedBy),
    confidence,
    candidates,
    price: findPrice(data),
    failed: false,
  };
}

/** Not awaited; errors are only logged. */
function recordResult(
  { db, contentCounter, log, now }: ResultContext,
  { quiz, answers, layer }: Omit<AnsweredQuiz, "preview"> & Pick<Diagnosis, "layer">,
): void {
  contentCounter.count(quiz.id, `layer:${layer}`);
  if (layer === "exact" || layer === "partial") return;
  recordUnmatchedAnswers(db, { quizId: quiz.id, answers, now: now() }).catch((error: unknown) =>
    log.warn({ err: error }, "unmatched answers of a quiz could not be counted"),
  );
}

/**
 * Maps answers to the saved quiz, for which diagnoses are stored. Answers that exist only in a
 * draft are omitted.
 */
function mapAnswersToSavedQuiz(
  { savedAnswerPairs }: PublicQuiz,
  answers: readonly Answer[],
): readonly Answer[] {
  if (!savedAnswerPairs) return answers;
  return answers.flatMap(
    ({ questionId, selectedOptionIndex }) =>
      parseHash(savedAnswerPairs.get(formatAnswerPair(questionId, selectedOptionIndex)) ?? "") ??
      [],
  );
}

function describeReasons(
  { questions, savedAnswerPairs }: PublicQuiz,
  pairs: readonly string[],
): ShownResult["reasons"] {
  const shown = new Map([...(savedAnswerPairs ?? [])].map(([own, saved]) => [saved, own]));
  return pairs.flatMap((pair) => {
    const [given] = parseHash(shown.get(pair) ?? pair) ?? [];
    const question = questions.find(({ id }) => id === given?.questionId);
    const answer = question?.options[given?.selectedOptionIndex ?? -1];
    return question && answer !== undefined ? [{ question: question.questionText, answer }] : [];
  });
}
