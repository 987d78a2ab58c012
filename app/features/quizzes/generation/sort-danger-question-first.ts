import { isDangerous } from "../validation/find-weak-spots.ts";

type QuestionDraft = { options: string[]; mostLikely: number };
const NONE = /^none of (these|them|the above)\b/i;

/** Whether an option means that there is no danger. */
export const isNoneOption = (option: string): boolean => NONE.test(option);

/**
 * Moves the question about dangers to the front, and its option "None of these" to its first place:
 * a model may not follow this instruction.
 */
export function sortDangerQuestionFirst<Q extends QuestionDraft>(questions: readonly Q[]): Q[] {
  const danger = questions.find(
    ({ options }) => options.some(isNoneOption) && options.some(isDangerous),
  );
  if (!danger) return [...questions];
  const none = danger.options.findIndex(isNoneOption);
  const order = [none, ...danger.options.keys().filter((at) => at !== none)];
  const first = {
    ...danger,
    options: order.map((at) => danger.options[at] ?? ""),
    mostLikely: Math.max(0, order.indexOf(danger.mostLikely)),
  };
  return [first, ...questions.filter((question) => question !== danger)];
}
