import { formatAnswerPair, hashAnswers, parseHash } from "../engine/hash-answers.ts";
import type { DiagnosisData, Outcome, Question, SafetyRule } from "../schema.ts";
import { chooseQuestions } from "./choose-questions.ts";
import { DANGER_QUESTION, type FaultTree } from "./fault-tree-schema.ts";
import {
  calculateAnswerShares,
  calculatePriors,
  calculateQuestionWeights,
} from "./tree-weights.ts";

/** A generated quiz, before anyone has reviewed it. */
export type QuizDraft = {
  title: string;
  description: string;
  serviceType: string;
  questions: Question[];
};
export type DraftOutcome = Omit<Outcome, "id"> & { key: string };
export type DraftRule = Omit<SafetyRule, "id">;
export type DraftRow = { hash: string; priority: number; data: DiagnosisData };
export type DiagnosisModelDraft = { outcomes: DraftOutcome[]; rules: DraftRule[] };

export const formatFieldName = (number: number) => `question_${number}`;

/** The option that most visitors choose: the first one where dangers are asked. */
function findMostLikelyOption(tree: FaultTree, question: FaultTree["questions"][number]): number {
  const priors = calculatePriors(tree);
  const shares = question.options.map((_, at) =>
    tree.causes.reduce(
      (sum, { key }) => sum + (priors[key] ?? 0) * (calculateAnswerShares(question, key)[at] ?? 0),
      0,
    ),
  );
  return shares.indexOf(Math.max(...shares));
}

const draftQuestion = (
  tree: FaultTree,
  question: FaultTree["questions"][number],
  at: number,
): Question => ({
  id: String(at + 1),
  questionText: question.text,
  options: question.options.map((option) => option.text),
  optionIds: question.options.map((option) => option.key),
  correctAnswerIndex: findMostLikelyOption(tree, question),
  explanation: question.explanation,
  ghlField: formatFieldName(at + 1),
});

/** The danger question of a tree, which is the first one of every quiz about it. */
export const draftDangerQuestion = (tree: FaultTree): Question[] =>
  tree.questions
    .filter(({ key }) => key === DANGER_QUESTION)
    .map((question) => draftQuestion(tree, question, 0));

/** Builds the questions of a quiz from a fault tree. */
export const draftQuiz = (tree: FaultTree, options: { questions: number }): QuizDraft => ({
  title: tree.title,
  description: tree.description,
  serviceType: tree.serviceType,
  questions: chooseQuestions(tree, options.questions).map((question, at) =>
    draftQuestion(tree, question, at),
  ),
});

const buildDiagnosisData = (
  tree: FaultTree,
  { key: _key, share: _share, ...cause }: FaultTree["causes"][number],
): DiagnosisData => ({
  serviceType: tree.serviceType,
  ...cause,
  part: cause.part ?? tree.part,
  waiting: cause.waiting ?? "",
  priority: cause.urgency,
});

/** Builds the outcome of a cause, without weights. */
export function buildOutcome(tree: FaultTree, cause: FaultTree["causes"][number]): DraftOutcome {
  return {
    key: cause.key,
    bias: Math.log(calculatePriors(tree)[cause.key] ?? 0),
    weights: {},
    data: buildDiagnosisData(tree, cause),
  };
}

/** Returns the answer pair for an option of a tree, or null when the quiz does not have it. */
export type AnswerPairFinder = (question: string, option: string) => string | null;

/**
 * Builds outcomes and safety rules of a tree for the options of a quiz. Rules that need missing
 * answers are omitted.
 */
export function draftModel(tree: FaultTree, findAnswerPair: AnswerPairFinder): DiagnosisModelDraft {
  const outcomes = tree.causes.map((cause) => buildOutcome(tree, cause));
  for (const question of tree.questions)
    for (const [option, byCause] of Object.entries(calculateQuestionWeights(tree, question))) {
      const pair = findAnswerPair(question.key, option);
      if (!pair) continue;
      for (const { key: cause, weights } of outcomes)
        if (byCause[cause] !== undefined) weights[pair] = byCause[cause];
    }
  const rules = tree.safety.flatMap(({ when, ...rule }) => {
    const pairs = Object.entries(when).map(([question, option]) =>
      findAnswerPair(question, option),
    );
    if (!pairs.every((pair) => pair !== null)) return [];
    const pattern = hashAnswers(parseHash(pairs.join(",")) ?? []);
    return [{ ...rule, alsoCall: rule.alsoCall ?? "", pattern }];
  });
  return { outcomes, rules };
}

/**
 * Finds answer pairs in the quiz that `draftQuiz` builds from the tree with this many questions.
 */
export function createAnswerPairFinder(
  tree: FaultTree,
  options: { questions: number },
): AnswerPairFinder {
  const picked = chooseQuestions(tree, options.questions);
  return (question, option) => {
    const at = picked.findIndex(({ key }) => key === question);
    const place = picked[at]?.options.findIndex(({ key }) => key === option) ?? -1;
    return place < 0 ? null : formatAnswerPair(String(at + 1), place);
  };
}

/** Builds outcomes and safety rules for the questions of the quiz. Deterministic. */
export const draftQuizModel = (
  tree: FaultTree,
  options: { questions: number },
): DiagnosisModelDraft => draftModel(tree, createAnswerPairFinder(tree, options));
