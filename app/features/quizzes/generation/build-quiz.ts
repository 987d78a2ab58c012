import { formatAnswerPair, hashAnswers, parseHash } from "../engine/hash-answers.ts";
import type { DiagnosisData, Outcome, Question, SafetyRule, Weights } from "../schema.ts";
import { type FaultTree, TREE_QUESTIONS } from "./fault-tree-schema.ts";

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

/**
 * Log-odds of one point of a fault tree: two points make a cause about sixteen times more likely.
 */
const LOG_ODDS_PER_POINT = 1.4;
export const formatFieldName = (number: number) => `question_${number}`;

/**
 * Picks the questions of a tree: the danger question, which comes first, and the most informative
 * ones.
 */
const pickQuestions = (tree: FaultTree, count: number): FaultTree["questions"] =>
  tree.questions.slice(0, Math.min(count, TREE_QUESTIONS));

/** The option that most visitors would choose, according to the most common causes. */
function findMostLikelyOption(
  tree: FaultTree,
  options: FaultTree["questions"][number]["options"],
): number {
  const total = tree.causes.reduce((sum, cause) => sum + cause.share, 0);
  const scores = options.map((option) =>
    tree.causes.reduce(
      (sum, cause) => sum + (cause.share / total) * (option.points[cause.key] ?? 0),
      0,
    ),
  );
  return scores.indexOf(Math.max(...scores));
}

/** Builds the questions of a quiz from a fault tree. */
export function draftQuiz(tree: FaultTree, options: { questions: number }): QuizDraft {
  const questions = pickQuestions(tree, options.questions).map((question, at) => ({
    id: String(at + 1),
    questionText: question.text,
    options: question.options.map((option) => option.text),
    optionIds: question.options.map((option) => option.key),
    correctAnswerIndex: findMostLikelyOption(tree, question.options),
    explanation: question.explanation,
    ghlField: formatFieldName(at + 1),
  }));
  return {
    title: tree.title,
    description: tree.description,
    serviceType: tree.serviceType,
    questions,
  };
}

const buildDiagnosisData = (
  tree: FaultTree,
  { key: _key, share: _share, ...cause }: FaultTree["causes"][number],
): DiagnosisData => ({
  serviceType: tree.serviceType,
  ...cause,
  priority: cause.urgency,
});

/** Builds the outcome of a cause, without weights. */
export function buildOutcome(tree: FaultTree, cause: FaultTree["causes"][number]): DraftOutcome {
  const total = tree.causes.reduce((sum, { share }) => sum + share, 0);
  return {
    key: cause.key,
    bias: Math.log(cause.share / total),
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
  const outcomes = tree.causes.map((cause) => {
    const weights: Weights = {};
    for (const question of tree.questions) {
      for (const option of question.options) {
        const pair = findAnswerPair(question.key, option.key);
        if (pair && option.points[cause.key])
          weights[pair] = (option.points[cause.key] ?? 0) * LOG_ODDS_PER_POINT;
      }
    }
    return { ...buildOutcome(tree, cause), weights };
  });
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
  const picked = pickQuestions(tree, options.questions);
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
