import { formatAnswerPair, parseHash, splitAnswerPairs } from "../engine/hash-answers.ts";
import type { Question } from "../schema.ts";

type DescribableQuestion = Pick<Question, "id" | "questionText" | "options">;
export type DescribedAnswer = { pair: string; question: string; answer: string };

/** Describes one answer pair; a removed question or option is named as such. */
export function describeAnswerPair(
  pair: string,
  questions: readonly DescribableQuestion[],
): DescribedAnswer {
  const [answer] = parseHash(pair) ?? [];
  const question = questions.find(({ id }) => id === answer?.questionId);
  return {
    pair,
    question: question?.questionText ?? "A question that is gone",
    answer: question?.options[answer?.selectedOptionIndex ?? -1] ?? "an answer that is gone",
  };
}

/** Describes a combination of answers, in the order of the quiz. */
export function describeAnswers(
  hash: string,
  questions: readonly DescribableQuestion[],
): DescribedAnswer[] {
  const place = new Map(
    questions.flatMap(({ id, options }, at) =>
      options.map((_, option) => [formatAnswerPair(id, option), at] as const),
    ),
  );
  const getPosition = (pair: string) => place.get(pair) ?? questions.length;
  return splitAnswerPairs(hash)
    .toSorted((a, b) => getPosition(a) - getPosition(b))
    .map((pair) => describeAnswerPair(pair, questions));
}

/** Formats described answers in one line: "Is there water? Yes; Since when? Today". */
export const formatDescribedAnswers = (answers: readonly DescribedAnswer[]) =>
  answers
    .map(({ question, answer }) => `${question}${/[?:.!]$/.test(question) ? "" : ":"} ${answer}`)
    .join("; ");
