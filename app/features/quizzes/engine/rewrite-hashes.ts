import type { Question, Weights } from "../schema.ts";
import { hashAnswers, pairOf, readHash } from "./hash-answers.ts";

type Shape = Pick<Question, "id" | "options" | "optionIds">;

/** Where each pair of the old questions is now; null where its question or option is gone. */
export type PairMap = ReadonlyMap<string, string | null>;

/** Options without an id of their own are known by their text. */
const optionKeys = ({ options, optionIds }: Shape) =>
  options.map((text, at) => optionIds?.[at] ?? `text ${text}`);

/** Compares two versions of a quiz. Questions are the same by id, options by their hidden id. */
export function mapPairs(before: readonly Shape[], after: readonly Shape[]): PairMap {
  const map = new Map<string, string | null>();
  for (const old of before) {
    const now = after.find((question) => question.id === old.id);
    const keys = now ? optionKeys(now) : [];
    for (const [at, key] of optionKeys(old).entries()) {
      const place = keys.indexOf(key);
      map.set(pairOf(old.id, at), now && place >= 0 ? pairOf(now.id, place) : null);
    }
  }
  return map;
}

/** Whether no pair moved or went. */
export const isUnchanged = (map: PairMap) => [...map].every(([from, to]) => from === to);

/**
 * The same answers in the changed quiz.
 * @param removed ids of questions that are gone: their pairs are left out, and the rest is for everybody who gives it
 * @returns null where an answered option is gone, so that nobody can give these answers any more, or nothing is left
 */
export function rewriteHash(
  hash: string,
  map: PairMap,
  removed: ReadonlySet<string>,
): string | null {
  const answers = readHash(hash);
  if (!answers) return null;
  const kept: string[] = [];
  for (const { questionId, selectedOptionIndex } of answers) {
    if (removed.has(questionId)) continue;
    const to = map.get(pairOf(questionId, selectedOptionIndex));
    if (!to) return null;
    kept.push(to);
  }
  return kept.length === 0 ? null : hashAnswers(readHash(kept.join(",")) ?? []);
}

/** The same weights in the changed quiz; those of answers that are gone are dropped. */
export function rewriteWeights(weights: Weights, map: PairMap): Weights {
  return Object.fromEntries(
    Object.entries(weights).flatMap(([pair, weight]) =>
      map.get(pair) ? [[map.get(pair) ?? pair, weight]] : [],
    ),
  );
}
