import { STAGES } from "#app/features/ai/constants.ts";
import {
  type AnswerRequester,
  createAnswerRequester,
} from "#app/features/ai/request-answers.server.ts";
import { JobError, type JobRun } from "#app/features/ai/run-jobs.server.ts";
import type { AnswerRequesterOptions } from "#app/features/ai/stored-answers.server.ts";
import { EXACT_LIMIT, MAX_RULES } from "../constants.ts";
import { countCombinations } from "../engine/combinations.ts";
import { findDanger, listDangers } from "../engine/danger-stop.ts";
import { parseHash } from "../engine/hash-answers.ts";
import {
  type DraftRow,
  type DraftRule,
  draftDangerQuestion,
  type QuizDraft,
} from "./build-quiz.ts";
import { checkDraft } from "./check-draft.server.ts";
import { describeRefusal } from "./describe-refusal.server.ts";
import { draftDiagnosis, type GeneratedModel } from "./draft-diagnosis.ts";
import {
  draftCause,
  draftModelRules,
  draftOutcomes,
  draftQuestions,
} from "./draft-from-answers.ts";
import { findTopic } from "./fault-trees.server.ts";
import { draftTreeRules, listDangerPairs, mergeRules } from "./keep-to-tree.ts";
import { causesAnswer, questionsAnswer, rowsAnswer, weightsAnswer } from "./model-answers.ts";
import type { QuizGenerator, QuizRequest, QuizToFill } from "./quiz-generator.ts";
import {
  type GroundTruth,
  readGroundTruth,
  readGroundTruthOfQuiz,
} from "./read-ground-truth.server.ts";
import { serializeShape } from "./store-drafts.server.ts";
import {
  buildCausesPrompt,
  buildQuestionsPrompt,
  buildRowsPrompt,
  buildWeightsPrompt,
  SYSTEM,
} from "./write-prompts.ts";

/** Number of diagnoses per call. */
export const ROWS_PER_CALL = 8;
/** Maximum tokens of an answer. */
export const TOKENS = { causes: 5_000, questions: 3_000, weights: 5_000, rows: 5_000 } as const;
const NO_QUIZ =
  "The model gave no quiz that could be used. Try other words for the topic, or try again later.";

const NO_DIAGNOSES =
  "The model gave no diagnoses that could be used. Try again later: answers that were received are kept.";

/** What the generator knows about a quiz: the tree's rules that it can meet are part of it. */
type Known = { truth: GroundTruth; rules: readonly DraftRule[] };

/**
 * The generator that uses a model. Its answers are validated, and pending until somebody approves
 * them. It keeps to the fault tree of the topic: prompts carry it, and its dangers stay.
 */
export function createModelGenerator(options: AnswerRequesterOptions): QuizGenerator {
  const requesters = new WeakMap<JobRun, AnswerRequester>();
  const getAnswerRequester = (run: JobRun): AnswerRequester => {
    const requestAnswer = requesters.get(run) ?? createAnswerRequester(options, run);
    requesters.set(run, requestAnswer);
    return requestAnswer;
  };
  const knownByQuiz = new WeakMap<QuizToFill, Promise<Known>>();
  const getKnown = (run: JobRun, quiz: QuizToFill): Promise<Known> => {
    const known = knownByQuiz.get(quiz) ?? readKnown(run, quiz);
    knownByQuiz.set(quiz, known);
    return known;
  };
  return {
    batch: ROWS_PER_CALL,
    draft: (run, request) => draftQuiz(run, getAnswerRequester(run), request),
    plan: async (run, quiz) =>
      planModel(run, getAnswerRequester(run), quiz, await getKnown(run, quiz)),
    write: async (run, batch) =>
      writeRows(getAnswerRequester(run), batch, await getKnown(run, batch.quiz)),
  };
}

const isOwnQuiz = ({ job }: JobRun) => job.kind === "quiz";

async function readKnown(run: JobRun, quiz: QuizToFill): Promise<Known> {
  const { topic, serviceType } = run.job.input;
  // The same tree that the questions were written with.
  const truth = isOwnQuiz(run)
    ? await readGroundTruth(await findTopic(String(topic), String(serviceType)))
    : await readGroundTruthOfQuiz(quiz);
  return { truth, rules: truth.tree ? draftTreeRules(truth.tree, quiz.questions) : [] };
}

const researchCauses = (
  requestAnswer: AnswerRequester,
  item: string,
  { truth, ...about }: { topic: string; serviceType: string; truth: GroundTruth },
) =>
  requestAnswer({
    item,
    system: SYSTEM,
    prompt: buildCausesPrompt(about, truth),
    maxTokens: TOKENS.causes,
    schema: causesAnswer,
  });

async function draftQuiz(
  run: JobRun,
  requestAnswer: AnswerRequester,
  { topic, serviceType, numQuestions }: QuizRequest,
): Promise<QuizDraft> {
  const match = await findTopic(topic, serviceType);
  if (match.kind === "emergency") throw new JobError(await describeRefusal(match));
  const truth = await readGroundTruth(match);
  await run.report({ stage: STAGES.researching });
  const causes = await researchCauses(requestAnswer, "causes", { topic, serviceType, truth });
  if (!causes) throw new JobError(NO_QUIZ);
  await run.report({ stage: STAGES.processing });
  const danger = truth.tree ? draftDangerQuestion(truth.tree) : [];
  const count = numQuestions - danger.length;
  const answer = await requestAnswer({
    item: "questions",
    system: SYSTEM,
    prompt: buildQuestionsPrompt({ topic, causes }, truth, { count, danger: danger[0] }),
    maxTokens: TOKENS.questions,
    schema: questionsAnswer(count),
  });
  if (!answer) throw new JobError(NO_QUIZ);
  return {
    title: answer.title,
    description: answer.description,
    serviceType: truth.tree?.serviceType ?? causes.serviceType,
    questions: draftQuestions(answer, danger),
  };
}

async function planModel(
  run: JobRun,
  requestAnswer: AnswerRequester,
  quiz: QuizToFill,
  { truth, rules: own }: Known,
): Promise<GeneratedModel> {
  const isOwn = isOwnQuiz(run);
  const causes = await researchCauses(
    requestAnswer,
    isOwn ? "causes" : `causes ${hashQuestions(quiz)}`,
    {
      topic: isOwn ? String(run.job.input.topic) : `${quiz.title}. ${quiz.description}`,
      serviceType: isOwn ? String(run.job.input.serviceType) : quiz.serviceType,
      truth,
    },
  );
  if (!causes) throw new JobError(NO_DIAGNOSES);
  const dangers = listDangerPairs(own);
  const weights = await requestAnswer({
    item: `weights ${hashQuestions(quiz)}`,
    system: SYSTEM,
    prompt: buildWeightsPrompt(quiz, causes, truth, dangers),
    maxTokens: TOKENS.weights,
    schema: weightsAnswer,
  });
  // Small quizzes get a diagnosis for each combination and do not need weights.
  if (!weights && countCombinations(quiz.questions) > EXACT_LIMIT) throw new JobError(NO_DIAGNOSES);
  const model = {
    outcomes: draftOutcomes(quiz, { causes, weights }, { tree: truth.tree, dangers }),
    rules: mergeRules(quiz, own, draftModelRules(quiz, weights)).slice(0, MAX_RULES),
    isIncomplete: weights === null,
  };
  await checkDraft(quiz, model, truth);
  return model;
}

/** Diagnoses behind a danger of the tree are its own words, and cost nothing. */
async function writeRows(
  requestAnswer: AnswerRequester,
  { quiz, model, hashes }: Parameters<QuizGenerator["write"]>[1],
  { truth, rules }: Known,
): Promise<DraftRow[]> {
  const { serviceType } = quiz;
  const dangers = listDangers(rules);
  const isStopped = (hash: string) => findDanger(dangers, parseHash(hash) ?? []) !== null;
  const rows = hashes.filter(isStopped).map((hash) => ({
    hash,
    priority: 0,
    data: draftDiagnosis(hash, { outcomes: [], rules }, serviceType),
  }));
  const asked = hashes.filter((hash) => !isStopped(hash));
  if (asked.length === 0) return rows;
  const causes = model.outcomes.map(({ data }) => data);
  const answer = await requestAnswer({
    item: `rows ${hashQuestions(quiz)} ${asked[0]}`,
    system: SYSTEM,
    prompt: buildRowsPrompt(quiz, asked, causes, truth),
    maxTokens: TOKENS.rows,
    schema: rowsAnswer(asked),
  });
  const { tree } = truth;
  const written = (answer?.diagnoses ?? []).map(({ answers, ...cause }) => ({
    hash: answers,
    priority: 0,
    data: draftCause(cause, { serviceType, tree }),
  }));
  return [...rows, ...written];
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
