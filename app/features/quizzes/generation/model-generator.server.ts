import { STAGES } from "#app/features/ai/constants.ts";
import {
  type AnswerRequester,
  createAnswerRequester,
} from "#app/features/ai/request-answers.server.ts";
import { JobError, type JobRun } from "#app/features/ai/run-jobs.server.ts";
import type { AnswerRequesterOptions } from "#app/features/ai/stored-answers.server.ts";
import { EXACT_LIMIT } from "../constants.ts";
import { countCombinations } from "../engine/combinations.ts";
import { formatAnswerPair, hashAnswers, parseHash } from "../engine/hash-answers.ts";
import {
  type DraftOutcome,
  type DraftRow,
  type DraftRule,
  formatFieldName,
  type QuizDraft,
} from "./build-quiz.ts";
import { draftDangerRules } from "./draft-danger-rules.ts";
import type { GeneratedModel } from "./draft-diagnosis.ts";
import {
  type CausesAnswer,
  causesAnswer,
  questionsAnswer,
  rowsAnswer,
  type WeightsAnswer,
  weightsAnswer,
} from "./model-answers.ts";
import type { QuizGenerator, QuizRequest, QuizToFill } from "./quiz-generator.ts";
import { isNoneOption, sortDangerQuestionFirst } from "./sort-danger-question-first.ts";
import { serializeShape } from "./store-drafts.server.ts";
import {
  buildCausesPrompt,
  buildQuestionsPrompt,
  buildRowsPrompt,
  buildWeightsPrompt,
  SYSTEM,
} from "./write-prompts.ts";

/** Log-odds of one point, as in fault trees. */
const LOG_ODDS_PER_POINT = 1.2;
/** Number of diagnoses per call. */
export const ROWS_PER_CALL = 8;
/** Maximum tokens of an answer. */
export const TOKENS = { causes: 5_000, questions: 3_000, weights: 5_000, rows: 5_000 } as const;
const NO_QUIZ =
  "The model gave no quiz that could be used. Try other words for the topic, or try again later.";

const NO_DIAGNOSES =
  "The model gave no diagnoses that could be used. Try again later: answers that were received are kept.";

/**
 * The generator that uses a model. Its answers are validated, and pending until somebody approves
 * them.
 */
export function createModelGenerator(options: AnswerRequesterOptions): QuizGenerator {
  const requesters = new WeakMap<JobRun, AnswerRequester>();
  const getAnswerRequester = (run: JobRun): AnswerRequester => {
    const requestAnswer = requesters.get(run) ?? createAnswerRequester(options, run);
    requesters.set(run, requestAnswer);
    return requestAnswer;
  };
  return {
    batch: ROWS_PER_CALL,
    draft: (run, request) => draftQuiz(run, getAnswerRequester(run), request),
    plan: (run, quiz) => planModel(run, getAnswerRequester(run), quiz),
    write: (run, batch) => writeRows(getAnswerRequester(run), batch),
  };
}

const researchCauses = (
  requestAnswer: AnswerRequester,
  item: string,
  about: { topic: string; serviceType: string },
) =>
  requestAnswer({
    item,
    system: SYSTEM,
    prompt: buildCausesPrompt(about),
    maxTokens: TOKENS.causes,
    schema: causesAnswer,
  });

async function draftQuiz(
  run: JobRun,
  requestAnswer: AnswerRequester,
  request: QuizRequest,
): Promise<QuizDraft> {
  await run.report({ stage: STAGES.researching });
  const causes = await researchCauses(requestAnswer, "causes", request);
  if (!causes) throw new JobError(NO_QUIZ);
  await run.report({ stage: STAGES.processing });
  const answer = await requestAnswer({
    item: "questions",
    system: SYSTEM,
    prompt: buildQuestionsPrompt(request, causes),
    maxTokens: TOKENS.questions,
    schema: questionsAnswer(request.numQuestions),
  });
  if (!answer) throw new JobError(NO_QUIZ);
  const questions = sortDangerQuestionFirst(answer.questions).map(
    ({ mostLikely, ...question }, at) => ({
      ...question,
      id: String(at + 1),
      optionIds: question.options.map((_, option) => `o${option}`),
      correctAnswerIndex: Math.min(mostLikely, question.options.length - 1),
      ghlField: formatFieldName(at + 1),
    }),
  );
  const { title, description } = answer;
  return { title, description, serviceType: causes.serviceType, questions };
}

async function planModel(
  run: JobRun,
  requestAnswer: AnswerRequester,
  quiz: QuizToFill,
): Promise<GeneratedModel> {
  const isOwn = run.job.kind === "quiz";
  const causes = await researchCauses(
    requestAnswer,
    isOwn ? "causes" : `causes ${hashQuestions(quiz)}`,
    {
      topic: isOwn ? String(run.job.input.topic) : `${quiz.title}. ${quiz.description}`,
      serviceType: isOwn ? String(run.job.input.serviceType) : quiz.serviceType,
    },
  );
  if (!causes) throw new JobError(NO_DIAGNOSES);
  const weights = await requestAnswer({
    item: `weights ${hashQuestions(quiz)}`,
    system: SYSTEM,
    prompt: buildWeightsPrompt(quiz, causes),
    maxTokens: TOKENS.weights,
    schema: weightsAnswer,
  });
  // Small quizzes get a diagnosis for each combination and do not need weights.
  if (!weights && countCombinations(quiz.questions) > EXACT_LIMIT) throw new JobError(NO_DIAGNOSES);
  const rules = toRules(quiz, weights);
  return {
    outcomes: toOutcomes(quiz, causes, weights),
    rules: [...rules, ...draftDangerRules(quiz, rules)],
    isIncomplete: weights === null,
  };
}

async function writeRows(
  requestAnswer: AnswerRequester,
  { quiz, model, hashes }: Parameters<QuizGenerator["write"]>[1],
): Promise<DraftRow[]> {
  const causes = model.outcomes.map(({ data }) => data);
  const answer = await requestAnswer({
    item: `rows ${hashQuestions(quiz)} ${hashes[0]}`,
    system: SYSTEM,
    prompt: buildRowsPrompt(quiz, hashes, causes),
    maxTokens: TOKENS.rows,
    schema: rowsAnswer(hashes),
  });
  return (answer?.diagnoses ?? []).map(({ answers, ...data }) => ({
    hash: answers,
    priority: 0,
    data: { ...data, serviceType: quiz.serviceType, priority: data.urgency },
  }));
}

/**
 * Short hash of the questions: answers that were paid for another form of the quiz are not reused.
 */
function hashQuestions(quiz: QuizToFill): string {
  let hash = 0;
  for (const letter of serializeShape(quiz.questions))
    hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0;
  return (hash >>> 0).toString(36);
}

const listAnswerPairs = (quiz: QuizToFill) =>
  new Set(
    quiz.questions.flatMap(({ id, options }) => options.map((_, at) => formatAnswerPair(id, at))),
  );

function toOutcomes(
  quiz: QuizToFill,
  { causes }: CausesAnswer,
  weights: WeightsAnswer | null,
): DraftOutcome[] {
  const known = listAnswerPairs(quiz);
  const total = causes.reduce((sum, { likelihood }) => sum + likelihood, 0);
  return causes.map(({ likelihood, ...data }, number) => {
    const points = Object.entries(weights?.points ?? {}).flatMap(([pair, by]) =>
      known.has(pair) && by[number] ? [[pair, by[number] * LOG_ODDS_PER_POINT] as const] : [],
    );
    return {
      key: String(number),
      bias: Math.log(likelihood / total),
      weights: Object.fromEntries(points),
      data: { ...data, serviceType: quiz.serviceType, priority: data.urgency },
    };
  });
}

function toRules(quiz: QuizToFill, weights: WeightsAnswer | null): GeneratedModel["rules"] {
  // "None of these" is never dangerous, whatever a model says.
  const known = new Set(
    quiz.questions.flatMap(({ id, options }) =>
      options.flatMap((option, at) => (isNoneOption(option) ? [] : [formatAnswerPair(id, at)])),
    ),
  );
  return (weights?.dangers ?? []).flatMap(({ answers, steps, ...danger }): DraftRule[] => {
    const pattern = parseHash(answers.join(","));
    return pattern && answers.every((pair) => known.has(pair))
      ? [
          {
            ...danger,
            instruction: steps.join("\n"),
            urgency: "high",
            pattern: hashAnswers(pattern),
          },
        ]
      : [];
  });
}
