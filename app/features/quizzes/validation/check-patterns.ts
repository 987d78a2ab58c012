import { parseHash } from "../engine/hash-answers.ts";

/** Answers by position: the option of each question in order, or -1 when any option matches. */
export type Pattern = Int16Array;

export type Shape = {
  /** Question ids in the order of a hash. */
  ids: readonly string[];
  /** Number of options of each question. */
  sizes: readonly number[];
};

/** Parses a hash; null when it is empty or names something that the quiz does not have. */
export function parsePattern(hash: string, { ids, sizes }: Shape): Pattern | null {
  const answers = parseHash(hash);
  if (!answers || answers.length === 0) return null;
  const pattern = new Int16Array(sizes.length).fill(-1);
  for (const { questionId, selectedOptionIndex } of answers) {
    const place = ids.indexOf(questionId);
    if (place < 0 || selectedOptionIndex >= (sizes[place] ?? 0)) return null;
    pattern[place] = selectedOptionIndex;
  }
  return pattern;
}

export function matchesPattern(pattern: Pattern, answers: Int16Array): boolean {
  for (let at = 0; at < pattern.length; at++)
    if ((pattern[at] ?? -1) >= 0 && pattern[at] !== answers[at]) return false;
  return true;
}

/** Whether the same answers can match both patterns. */
export const canBothMatch = (a: Pattern, b: Pattern) =>
  a.every((option, place) => option < 0 || (b[place] ?? -1) < 0 || option === b[place]);

/**
 * Groups patterns by the question and option of their last answer pair, so that each is tested once
 * while going through the questions.
 */
export function groupByLastAnswer<T extends { pattern: Pattern }>(
  entries: readonly T[],
  sizes: readonly number[],
): T[][][] {
  const table = sizes.map((size) => Array.from({ length: size }, (): T[] => []));
  for (const entry of entries) {
    const last = entry.pattern.findLastIndex((option) => option >= 0);
    table[last]?.[entry.pattern[last] ?? 0]?.push(entry);
  }
  return table;
}
