import { isDangerous } from "../validation/find-weak-spots.ts";

type QuestionDraft = { options: string[]; mostLikely: number };
const NONE = /^none of (these|them|the above)\b/i;

/** Whether an option is the answer of whoever is in no danger. */
export const isNoneOption = (option: string): boolean => NONE.test(option);

/**
 * The question that asks for dangers comes first, and its first option is "None of these": a model
 * may forget to put them so.
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
