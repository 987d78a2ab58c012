import type { Question, Weights } from "../schema.ts";
import { formatAnswerPair, hashAnswers, parseHash } from "./hash-answers.ts";

type QuestionShape = Pick<Question, "id" | "options" | "optionIds">;

/**
 * Maps each answer pair of the old questions to the new one; null when its question or option was
 * removed.
 */
export type AnswerPairMap = ReadonlyMap<string, string | null>;

/** Options without an id are identified by their text. */
const listOptionKeys = ({ options, optionIds }: QuestionShape) =>
  options.map((text, at) => optionIds?.[at] ?? `text ${text}`);

/** Compares two versions of a quiz. Questions are matched by id, options by their internal id. */
export function mapAnswerPairs(
  before: readonly QuestionShape[],
  after: readonly QuestionShape[],
): AnswerPairMap {
  const map = new Map<string, string | null>();
  for (const old of before) {
    const now = after.find((question) => question.id === old.id);
    const keys = now ? listOptionKeys(now) : [];
    for (const [at, key] of listOptionKeys(old).entries()) {
      const newIndex = keys.indexOf(key);
      map.set(
        formatAnswerPair(old.id, at),
        now && newIndex >= 0 ? formatAnswerPair(now.id, newIndex) : null,
      );
    }
  }
  return map;
}

/** Whether no answer pair was moved or removed. */
export const isUnchanged = (map: AnswerPairMap) => [...map].every(([from, to]) => from === to);

/**
 * Rewrites a hash for the changed quiz.
 * @param removed ids of removed questions: their pairs are omitted, so the rest applies to more visitors
 * @returns null when a chosen option was removed, so that nobody can give these answers anymore, or
 * when nothing is left
 */
export function rewriteHash(
  hash: string,
  map: AnswerPairMap,
  removed: ReadonlySet<string>,
): string | null {
  const answers = parseHash(hash);
  if (!answers) return null;
  const rewritten: string[] = [];
  for (const { questionId, selectedOptionIndex } of answers) {
    if (removed.has(questionId)) continue;
    const to = map.get(formatAnswerPair(questionId, selectedOptionIndex));
    if (!to) return null;
    rewritten.push(to);
  }
  return rewritten.length === 0 ? null : hashAnswers(parseHash(rewritten.join(",")) ?? []);
}

/** Rewrites weights for the changed quiz; weights of removed answers are dropped. */
export function rewriteWeights(weights: Weights, map: AnswerPairMap): Weights {
  return Object.fromEntries(
    Object.entries(weights).flatMap(([pair, weight]) =>
      map.get(pair) ? [[map.get(pair) ?? pair, weight]] : [],
    ),
  );
}
