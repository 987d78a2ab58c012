import { pairOf, pairsOf, readHash } from "../engine/hash-answers.ts";
import type { Question } from "../schema.ts";

type Asked = Pick<Question, "id" | "questionText" | "options">;
export type AnswerWords = { pair: string; question: string; answer: string };

/** One answer in words; what the quiz no longer has is named as such. */
export function describePair(pair: string, questions: readonly Asked[]): AnswerWords {
  const [answer] = readHash(pair) ?? [];
  const question = questions.find(({ id }) => id === answer?.questionId);
  return {
    pair,
    question: question?.questionText ?? "A question that is gone",
    answer: question?.options[answer?.selectedOptionIndex ?? -1] ?? "an answer that is gone",
  };
}

/** A combination of answers in words, in the order of the quiz. */
export function describeAnswers(hash: string, questions: readonly Asked[]): AnswerWords[] {
  const place = new Map(
    questions.flatMap(({ id, options }, at) =>
      options.map((_, option) => [pairOf(id, option), at] as const),
    ),
  );
  const placeOf = (pair: string) => place.get(pair) ?? questions.length;
  return pairsOf(hash)
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((pair) => describePair(pair, questions));
}

/** The same in one line: "Is there water? Yes; Since when? Today". */
export const writeAnswerWords = (words: readonly AnswerWords[]) =>
  words
    .map(({ question, answer }) => `${question}${/[?:.!]$/.test(question) ? "" : ":"} ${answer}`)
    .join("; ");
