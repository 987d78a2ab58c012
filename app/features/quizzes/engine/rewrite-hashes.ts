import type { Question, Weights } from "../schema.ts";
import { formatAnswerPair, hashAnswers, parseHash } from "./hash-answers.ts";

type QuestionShape = Pick<Question, "id" | "options" | "optionIds">;

/** Where each pair of the old questions is now; null where its question or option is gone. */
export type AnswerPairMap = ReadonlyMap<string, string | null>;

/** Options without an id of their own are known by their text. */
const listOptionKeys = ({ options, optionIds }: QuestionShape) =>
  options.map((text, at) => optionIds?.[at] ?? `text ${text}`);

/** Compares two versions of a quiz. Questions are the same by id, options by their hidden id. */
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

/** Whether no pair moved or went. */
export const isUnchanged = (map: AnswerPairMap) => [...map].every(([from, to]) => from === to);

/**
 * The same answers in the changed quiz.
 * @param removed ids of questions that are gone: their pairs are left out, and the rest is for everybody who gives it
 * @returns null where an answered option is gone, so that nobody can give these answers any more, or nothing is left
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

/** The same weights in the changed quiz; those of answers that are gone are dropped. */
export function rewriteWeights(weights: Weights, map: AnswerPairMap): Weights {
  return Object.fromEntries(
    Object.entries(weights).flatMap(([pair, weight]) =>
      map.get(pair) ? [[map.get(pair) ?? pair, weight]] : [],
    ),
  );
}
