import type { Answer } from "../schema.ts";

const WHOLE = /^\d+$/;
const compareCodePoints = (a: string, b: string) => {
  const [left, right] = [Array.from(a), Array.from(b)];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
};
const compareNumbers = (a: string, b: string) => {
  const [left, right] = [BigInt(a), BigInt(b)];
  return left < right ? -1 : left > right ? 1 : compareCodePoints(a, b);
};

/**
 * Sorts question ids as in a hash: numerically when all are whole numbers, otherwise by code point.
 */
export function sortQuestionIds(ids: readonly string[]): string[] {
  return [...ids].sort(ids.every((id) => WHOLE.test(id)) ? compareNumbers : compareCodePoints);
}

/** Formats one answer as an answer pair: `questionId:optionIndex`. */
export const formatAnswerPair = (questionId: string, option: number) => `${questionId}:${option}`;

/**
 * Formats answers as a hash such as `1:0,2:3`, independent of their order. Browser, server and
 * generators share this function, because diagnoses are looked up by it.
 */
export function hashAnswers(answers: readonly Answer[]): string {
  const options = new Map(
    answers.map(({ questionId, selectedOptionIndex }) => [questionId, selectedOptionIndex]),
  );
  return sortQuestionIds([...options.keys()])
    .map((id) => formatAnswerPair(id, options.get(id) ?? 0))
    .join(",");
}

/** Splits a hash into its answer pairs. An empty hash has none. */
export const splitAnswerPairs = (hash: string): string[] => (hash === "" ? [] : hash.split(","));

/** Parses a hash; null when it is not a list of answer pairs with each question once. */
export function parseHash(hash: string): Answer[] | null {
  const answers: Answer[] = [];
  for (const pair of splitAnswerPairs(hash)) {
    const match = /^([\w-]{1,40}):(\d{1,3})$/.exec(pair);
    if (!match?.[1]) return null;
    answers.push({ questionId: match[1], selectedOptionIndex: Number(match[2]) });
  }
  return new Set(answers.map((answer) => answer.questionId)).size === answers.length
    ? answers
    : null;
}
