import { JobError } from "#app/features/ai/run-jobs.server.ts";
import { EXACT_LIMIT, MAX_RULES } from "../constants.ts";
import { countCombinations } from "../engine/combinations.ts";
import { formatAnswerPair } from "../engine/hash-answers.ts";
import { runCheck } from "../validation/check-quiz.server.ts";
import { checkQuiz } from "../validation/check-quiz.ts";
import {
  type CheckInput,
  type CheckReport,
  getPublishBlocker,
} from "../validation/check-report.ts";
import { type GeneratedModel, toDiagnosisModel } from "./draft-diagnosis.ts";
import { findMissedDangers } from "./fault-cases.ts";
import { readCases } from "./fault-trees.server.ts";
import { createTreePairFinder } from "./keep-to-tree.ts";
import type { QuizToFill } from "./quiz-generator.ts";
import type { GroundTruth } from "./read-ground-truth.server.ts";

/**
 * Runs Check quiz on what a model has written, as if staff had approved all of it, and the danger
 * cases of its tree.
 * @throws JobError with the first fault, in one sentence
 */
export async function checkDraft(
  quiz: QuizToFill,
  model: GeneratedModel,
  truth: GroundTruth,
): Promise<void> {
  const fault =
    (await findMissedDanger(quiz, model, truth)) ?? describeFault(quiz, await check(quiz, model));
  if (fault) throw new JobError(fault);
}

async function check(quiz: QuizToFill, model: GeneratedModel): Promise<CheckReport> {
  const { outcomes, rules, thresholds } = toDiagnosisModel(model, quiz.serviceType);
  const input: CheckInput = {
    questions: quiz.questions,
    rows: [],
    outcomes,
    rules: rules.map((rule) => ({ ...rule, isApproved: true })),
    thresholds,
  };
  // So few combinations take less time than the start of a worker thread.
  return countCombinations(quiz.questions) <= EXACT_LIMIT ? checkQuiz(input) : runCheck(input);
}

function describeFault(
  { questions }: QuizToFill,
  report: Pick<
    CheckReport,
    "violations" | "deadRules" | "contradictingRows" | "dangersWithoutRule"
  >,
): string | null {
  const [pair] = report.dangersWithoutRule;
  if (!pair) return getPublishBlocker(report);
  const option = questions
    .flatMap(({ id, options }) =>
      options.map((text, at) => ({ text, pair: formatAnswerPair(id, at) })),
    )
    .find((known) => known.pair === pair);
  return `The answer "${option?.text}" describes a danger and has no safety rule, because a quiz has at most ${MAX_RULES} of them: reword or remove such answers, and generate the diagnoses again.`;
}

async function findMissedDanger(
  { questions, serviceType }: QuizToFill,
  model: GeneratedModel,
  { slug, tree }: GroundTruth,
): Promise<string | null> {
  if (!slug || !tree) return null;
  const [missed] = findMissedDangers(tree, await readCases(slug), {
    findPair: createTreePairFinder(tree, questions),
    model: toDiagnosisModel(model, serviceType),
  });
  return missed
    ? `The quiz does not stop at the danger "${missed}", which it must: correct its question about dangers, and generate the diagnoses again.`
    : null;
}
