import type { Question } from "../schema.ts";

/** Number of combinations of answers; 0 without questions. */
export const countCombinations = (questions: readonly Pick<Question, "options">[]) =>
  questions.length === 0
    ? 0
    : questions.reduce((product, { options }) => product * options.length, 1);
