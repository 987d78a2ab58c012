import type { AppContext } from "#app/app-context.ts";
import {
  findPriceRange,
  type PriceRange,
} from "#app/features/resources/find-price-range.server.ts";
import { CAUSE_LOOKUP_FAILED } from "../constants.ts";
import { type Diagnosis, diagnose, genericDiagnosis } from "../engine/diagnose.ts";
import { pairOf, readHash } from "../engine/hash-answers.ts";
import type { PublicQuiz } from "../published.server.ts";
import type { Answer, DiagnosisData } from "../schema.ts";
import { countMiss, type FindDiagnosis, findDiagnosis } from "./find-diagnosis.server.ts";

/** A diagnosis as the result page shows it. */
export type ShownResult = {
  data: DiagnosisData;
  /** The answers that decided, in words, the heaviest first; none where nothing did. */
  reasons: { question: string; answer: string }[];
  /** What else it could be. */
  runnerUp: string | null;
  price: PriceRange | null;
  /** The look-up failed: the same answers may have a better result later. */
  failed: boolean;
};

const FAILED_MESSAGE =
  "We could not look up your answers at this moment. A professional can find the cause in person.";

/** The generic result of a look-up that failed. */
export function failedResult({ serviceType }: Pick<PublicQuiz, "serviceType">): ShownResult {
  const data = {
    ...genericDiagnosis(serviceType, CAUSE_LOOKUP_FAILED),
    customMessage: FAILED_MESSAGE,
  };
  return {
    data,
    reasons: [],
    runnerUp: null,
    price: findPriceRange(data.serviceType),
    failed: true,
  };
}

type ResultServices = Pick<AppContext, "db" | "contentCounter" | "log" | "now">;
type Asked = { quiz: PublicQuiz; answers: readonly Answer[]; preview: boolean };

/**
 * The result of all answers, counted unless staff only look at it; null where what is stored cannot
 * be read.
 */
export async function getResult(
  services: ResultServices,
  { quiz, answers, preview }: Asked,
): Promise<ShownResult | null> {
  const { db, log } = services;
  const stored = toSaved(quiz, answers);
  let found: FindDiagnosis;
  try {
    found = await findDiagnosis(db.$client, { quiz, answers: stored });
  } catch (error) {
    log.warn({ err: error, quizId: quiz.id }, "answers to a quiz could not be looked up");
    return failedResult(quiz);
  }
  if (!found.ok) {
    log.error({ quizId: quiz.id }, "a stored diagnosis of a quiz cannot be read");
    return null;
  }
  const diagnosis = diagnose(stored, found.knowledge);
  if (!preview) countResult(services, { quiz, answers, layer: diagnosis.layer });
  const { data, runnerUp, decidedBy } = diagnosis;
  return {
    data,
    reasons: inWords(quiz, decidedBy),
    runnerUp,
    price: findPriceRange(data.serviceType),
    failed: false,
  };
}

/** Nobody waits for it, and nothing fails by it. */
function countResult(
  { db, contentCounter, log, now }: ResultServices,
  { quiz, answers, layer }: Omit<Asked, "preview"> & Pick<Diagnosis, "layer">,
): void {
  contentCounter.count(quiz.id, `layer:${layer}`);
  if (layer === "exact" || layer === "partial") return;
  countMiss(db.$client, { quizId: quiz.id, answers, now: now() }).catch((error: unknown) =>
    log.warn({ err: error }, "a quiz miss could not be counted"),
  );
}

/**
 * The same answers in the quiz that diagnoses are stored for. One that only a draft has is in none
 * of them.
 */
function toSaved({ savedPairs }: PublicQuiz, answers: readonly Answer[]): readonly Answer[] {
  if (!savedPairs) return answers;
  return answers.flatMap(
    ({ questionId, selectedOptionIndex }) =>
      readHash(savedPairs.get(pairOf(questionId, selectedOptionIndex)) ?? "") ?? [],
  );
}

function inWords(
  { questions, savedPairs }: PublicQuiz,
  pairs: readonly string[],
): ShownResult["reasons"] {
  const shown = new Map([...(savedPairs ?? [])].map(([own, saved]) => [saved, own]));
  return pairs.flatMap((pair) => {
    const [given] = readHash(shown.get(pair) ?? pair) ?? [];
    const question = questions.find(({ id }) => id === given?.questionId);
    const answer = question?.options[given?.selectedOptionIndex ?? -1];
    return question && answer !== undefined ? [{ question: question.questionText, answer }] : [];
  });
}
