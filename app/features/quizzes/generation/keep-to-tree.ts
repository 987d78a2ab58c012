import { URGENCY_RANK } from "../constants.ts";
import { formatAnswerPair, splitAnswerPairs } from "../engine/hash-answers.ts";
import { type DiagnosisData, MAX_SAFETY_LINES, type Question } from "../schema.ts";
import { type AnswerPairFinder, type DraftRule, draftModel } from "./build-quiz.ts";
import { draftDangerRules } from "./draft-danger-rules.ts";
import { DANGER_QUESTION, type FaultTree, NO_DANGER } from "./fault-tree-schema.ts";
import { matchTree, normalizeText } from "./match-tree.ts";
import type { QuizToFill } from "./quiz-generator.ts";

/** What the answers of a model cannot change: the dangers of a tree, and how urgent its causes are. */

/** Whether the quiz asks the tree's danger question, with its options or some of them. */
export const hasDangerQuestion = (tree: FaultTree, questions: readonly Question[]): boolean => {
  const [danger] = tree.questions;
  const known = new Set(danger?.options.map(({ text }) => normalizeText(text)));
  return questions.some(
    ({ questionText, options }) =>
      normalizeText(questionText) === normalizeText(danger?.text ?? "") &&
      options.every((option) => known.has(normalizeText(option))),
  );
};

/**
 * Finds the options of a tree in a quiz by their texts, and those of the danger question also by
 * their ids: an option that staff reworded keeps its rule.
 */
export function createTreePairFinder(
  tree: FaultTree,
  questions: readonly Question[],
): AnswerPairFinder {
  const { findPair } = matchTree(tree, questions);
  const [first] = questions;
  const ids = first?.optionIds ?? [];
  const keys = new Set(tree.questions[0]?.options.map(({ key }) => key));
  // Other questions have ids such as "water" too.
  const isDangerQuestion =
    ids.includes(NO_DANGER.key) && ids.filter((id) => keys.has(id)).length * 2 > ids.length;
  return (question, option) => {
    const pair = findPair(question, option);
    if (pair || !first || question !== DANGER_QUESTION || !isDangerQuestion) return pair;
    const place = ids.indexOf(option);
    return place < 0 ? null : formatAnswerPair(first.id, place);
  };
}

/** The rules of a tree that the answers of this quiz can meet. */
export const draftTreeRules = (tree: FaultTree, questions: readonly Question[]): DraftRule[] =>
  draftModel(tree, createTreePairFinder(tree, questions)).rules;

/** Answer pairs that alone are a danger. */
export const listDangerPairs = (rules: readonly DraftRule[]): Set<string> =>
  new Set(rules.filter(isDangerOfOneAnswer).map(({ pattern }) => pattern));
const isDangerOfOneAnswer = ({ urgency, pattern }: DraftRule) =>
  urgency === "high" && splitAnswerPairs(pattern).length === 1;

/** Whether a rule already says what these answers mean: exactly these, or a danger among them. */
function isDecidedBy(rule: DraftRule, pattern: string): boolean {
  const pairs = new Set(splitAnswerPairs(pattern));
  const isAmongThem = splitAnswerPairs(rule.pattern).every((pair) => pairs.has(pair));
  return rule.pattern === pattern || (rule.urgency === "high" && isAmongThem);
}

/**
 * The rules of a quiz that a model has written for. A model can only add dangers: those of the tree
 * stay as they are, an option that sounds dangerous has a rule of its own, and where ours calls 911,
 * so does the model's.
 */
export function mergeRules(
  quiz: Pick<QuizToFill, "serviceType" | "questions">,
  own: readonly DraftRule[],
  ofModel: readonly DraftRule[],
): DraftRule[] {
  const callers = listDangerPairs(draftDangerRules(quiz, own).filter(({ call911 }) => call911));
  const added = ofModel.filter(
    ({ pattern, call911 }) =>
      !own.some((rule) => isDecidedBy(rule, pattern)) && (call911 || !callers.has(pattern)),
  );
  // A model's rule for two answers does not cover each of them.
  const drafted = draftDangerRules(quiz, [...own, ...added.filter(isDangerOfOneAnswer)]);
  return [...own, ...drafted, ...added];
}

/**
 * A diagnosis that has the title of a tree's cause is at least as urgent, and says its safety lines
 * first.
 */
export function keepToTree(data: DiagnosisData, tree: FaultTree | null): DiagnosisData {
  const title = normalizeText(data.diagnosis);
  const own = tree?.causes.find(({ diagnosis }) => normalizeText(diagnosis) === title);
  if (!own) return data;
  const safetyLines = [...new Set([...own.safetyLines, ...data.safetyLines])];
  const { urgency, timeframe } =
    URGENCY_RANK[own.urgency] > URGENCY_RANK[data.urgency] ? own : data;
  return {
    ...data,
    urgency,
    timeframe,
    priority: urgency,
    safetyLines: safetyLines.slice(0, MAX_SAFETY_LINES),
  };
}
