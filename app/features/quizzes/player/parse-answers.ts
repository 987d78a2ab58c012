import type { Answer, Question } from "../schema.ts";

/** Query parameter with the answers: `1:0,2:3`, in the order of the questions. */
export const ANSWERS_PARAM = "a";

/** Formats answers for the query parameter. */
export const formatAnswers = (answers: readonly Answer[]) =>
  answers
    .map(({ questionId, selectedOptionIndex }) => `${questionId}:${selectedOptionIndex}`)
    .join(",");

/**
 * Parses the answers of the query parameter: those of the first questions, in order. Null when they
 * do not match the quiz, for example because it has changed.
 */
export function parseAnswers(
  text: string | null,
  questions: readonly Pick<Question, "id" | "options">[],
): Answer[] | null {
  if (!text) return [];
  const parts = text.split(",");
  if (parts.length > questions.length) return null;
  const answers: Answer[] = [];
  for (const [at, part] of parts.entries()) {
    const question = questions[at];
    const match = /^([\w-]{1,40}):(\d{1,2})$/.exec(part);
    if (!question || match?.[1] !== question.id || Number(match[2]) >= question.options.length)
      return null;
    answers.push({ questionId: question.id, selectedOptionIndex: Number(match[2]) });
  }
  return answers;
}
