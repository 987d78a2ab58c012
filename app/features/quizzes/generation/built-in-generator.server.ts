import { cleanTopic } from "#app/features/ai/clean-topic.ts";
import { STAGES } from "#app/features/ai/constants.ts";
import { JobError } from "#app/features/ai/run-jobs.server.ts";
import { SERVICE_TYPES } from "../constants.ts";
import { draftModel, draftQuiz } from "./build-quiz.ts";
import { describeRefusal } from "./describe-refusal.server.ts";
import { draftDangerRules } from "./draft-danger-rules.ts";
import { draftDiagnosis } from "./draft-diagnosis.ts";
import { findTopic, findTreeOfQuestions, readGeneralTree, readTree } from "./fault-trees.server.ts";
import { getFallbackServiceType } from "./match-topic.ts";
import { draftModelFromWords, matchTree } from "./match-tree.ts";
import type { QuizGenerator, QuizToFill } from "./quiz-generator.ts";

/**
 * For a quiz written by staff, at least this share of the options must match a tree; otherwise only
 * general causes are used.
 */
const MIN_MATCHED_SHARE = 0.4;
/** Rows per batch, so that computing them does not block visitors. */
const BATCH_SIZE = 16;

/** The generator without a network: it uses fault trees, and the same topic gives the same quiz. */
export const builtInGenerator: QuizGenerator = {
  batch: BATCH_SIZE,

  async draft(run, { topic, numQuestions, serviceType }) {
    const match = await findTopic(topic, serviceType);
    await run.report({ stage: STAGES.researching });
    if (match.kind !== "tree") throw new JobError(await describeRefusal(match));
    const tree = await readTree(match.slug);
    await run.report({ stage: STAGES.processing });
    return draftQuiz(tree, { questions: numQuestions });
  },

  async plan(run, quiz) {
    const { outcomes, rules } = await draftModelForQuiz(quiz, () => run.report());
    return { outcomes, rules: [...rules, ...draftDangerRules(quiz, rules)] };
  },

  async write(_run, { quiz, model, hashes }) {
    return hashes.map((hash) => ({
      hash,
      priority: 0,
      data: draftDiagnosis(hash, model, quiz.serviceType),
    }));
  },
};

async function draftModelForQuiz(quiz: QuizToFill, pause: () => Promise<void>) {
  const serviceType =
    SERVICE_TYPES.find((known) => known === quiz.serviceType) ?? getFallbackServiceType("");
  const own = await findTreeOfQuestions(quiz.questions, serviceType);
  await pause();
  if (own) {
    const { findPair } = matchTree(own, quiz.questions);
    const isWhole = quiz.questions.every(({ questionText }) =>
      own.questions.some(({ text }) => text === questionText),
    );
    return isWhole ? draftModel(own, findPair) : draftModelFromWords(own, quiz.questions);
  }
  const match = await findTopic(cleanTopic(`${quiz.topic ?? ""} ${quiz.title}`));
  if (match.kind === "tree") {
    const guess = draftModelFromWords(await readTree(match.slug), quiz.questions);
    await pause();
    if (guess.share >= MIN_MATCHED_SHARE) return guess;
  }
  return draftModelFromWords(await readGeneralTree(serviceType), quiz.questions);
}
