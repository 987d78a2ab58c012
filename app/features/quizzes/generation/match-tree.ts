import { formatAnswerPair } from "../engine/hash-answers.ts";
import type { Question } from "../schema.ts";
import {
  type AnswerPairFinder,
  type DiagnosisModelDraft,
  type DraftOutcome,
  draftModel,
} from "./build-quiz.ts";
import type { FaultTree } from "./fault-tree-schema.ts";
import { splitTopic } from "./split-topic.ts";
import { calculateQuestionWeights } from "./tree-weights.ts";

type QuizQuestion = Pick<Question, "id" | "questionText" | "options">;

/**
 * A quiz of which this share of the questions is in the tree, with this share of their options, was
 * built from it.
 */
const MIN_QUESTION_SHARE = 0.5;
const MIN_OPTION_SHARE = 0.5;
/** Two answers with this overlap of significant words are similar... */
const SIMILAR_SHARE = 0.5;
/** ...but count less than an answer written for the cause. */
const SIMILAR_FACTOR = 0.6;
/** Log-odds for each word that an answer shares with the texts of a cause, and their maximum. */
const WORD_WEIGHT = 0.7;
const MAX_WORD_WEIGHT = 1.6;

/** A text without case and punctuation, for comparing. */
export const normalizeText = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

/** Matches the questions and options of a quiz with those of a tree, by their text. */
export function matchTree(
  tree: FaultTree,
  questions: readonly QuizQuestion[],
): { isOwn: boolean; share: number; findPair: AnswerPairFinder } {
  const byText = new Map(
    questions.map((question) => [normalizeText(question.questionText), question]),
  );
  const pairs = new Map<string, string>();
  let known = 0;
  for (const { key, text, options } of tree.questions) {
    const question = byText.get(normalizeText(text));
    if (!question) continue;
    const places = new Map(question.options.map((option, at) => [normalizeText(option), at]));
    for (const option of options) {
      const place = places.get(normalizeText(option.text));
      if (place !== undefined)
        pairs.set(`${key}/${option.key}`, formatAnswerPair(question.id, place));
    }
    if (
      options.filter((option) => pairs.has(`${key}/${option.key}`)).length >=
      question.options.length * MIN_OPTION_SHARE
    )
      known += 1;
  }
  const share = questions.length === 0 ? 0 : known / questions.length;
  return {
    isOwn: share >= MIN_QUESTION_SHARE,
    share,
    findPair: (question, option) => pairs.get(`${question}/${option}`) ?? null,
  };
}

/**
 * Drafts outcomes and rules of a tree for a quiz with other questions. Identical answers count
 * fully; similarly worded answers count less; answers that only share words with a cause count
 * little. All of this is a guess based on words ("no leak" and "leak" are the same), so the
 * resulting rows are worded cautiously and must be reviewed.
 * @returns also the share of the options with any match
 */
export function draftModelFromWords(
  tree: FaultTree,
  questions: readonly QuizQuestion[],
): DiagnosisModelDraft & { share: number } {
  const { findPair } = matchTree(tree, questions);
  const { outcomes, rules } = draftModel(tree, findPair);
  const known = new Set(
    tree.questions.flatMap(({ key, options }) =>
      options.flatMap((option) => findPair(key, option.key) ?? []),
    ),
  );
  const vocabulary = tree.causes.map(
    (cause) => new Set(splitTopic([cause.diagnosis, ...cause.causes].join(" "))),
  );
  const written = tree.questions.flatMap((question) => {
    const weights = calculateQuestionWeights(tree, question);
    return question.options.map(({ key, text }) => ({
      weights: weights[key] ?? {},
      words: splitTopic(text),
    }));
  });
  let matchedOptions = known.size;
  let options = 0;
  for (const question of questions) {
    for (const [place, text] of question.options.entries()) {
      options += 1;
      const pair = formatAnswerPair(question.id, place);
      if (!known.has(pair) && addGuess(pair, splitTopic(text))) matchedOptions += 1;
    }
  }
  return { outcomes, rules, share: options === 0 ? 0 : matchedOptions / options };

  function addGuess(pair: string, words: readonly string[]): boolean {
    if (words.length === 0) return false;
    const near = written
      .map((option) => ({ ...option, overlap: calculateOverlap(words, option.words) }))
      .reduce((best, option) => (option.overlap > best.overlap ? option : best), {
        weights: {} as Record<string, number>,
        words: [] as string[],
        overlap: 0,
      });
    const weights = tree.causes.map(({ key }, at) => {
      if (near.overlap >= SIMILAR_SHARE) return (near.weights[key] ?? 0) * SIMILAR_FACTOR;
      return Math.min(
        MAX_WORD_WEIGHT,
        words.filter((word) => vocabulary[at]?.has(word)).length * WORD_WEIGHT,
      );
    });
    for (const [at, weight] of weights.entries()) {
      const outcome: DraftOutcome | undefined = outcomes[at];
      if (outcome && weight !== 0) outcome.weights[pair] = weight;
    }
    return weights.some((weight) => weight !== 0);
  }
}

function calculateOverlap(a: readonly string[], b: readonly string[]): number {
  const common = a.filter((word) => b.includes(word)).length;
  return a.length + b.length === 0 ? 0 : (2 * common) / (a.length + b.length);
}
