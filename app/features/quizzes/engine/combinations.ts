import type { Answer, Question } from "../schema.ts";
import { hashAnswers } from "./hash-answers.ts";

/** Number of combinations of answers; 0 without questions. */
export const countCombinations = (questions: readonly Pick<Question, "options">[]) =>
  questions.length === 0
    ? 0
    : questions.reduce((product, { options }) => product * options.length, 1);

/** Lists every combination of answers as a hash; the first question changes slowest. */
export function listCombinations(questions: readonly Pick<Question, "id" | "options">[]): string[] {
  let combinations: Answer[][] = questions.length === 0 ? [] : [[]];
  for (const { id, options } of questions)
    combinations = combinations.flatMap((answers) =>
      options.map((_, selectedOptionIndex) => [
        ...answers,
        { questionId: id, selectedOptionIndex },
      ]),
    );
  return combinations.map(hashAnswers);
}
