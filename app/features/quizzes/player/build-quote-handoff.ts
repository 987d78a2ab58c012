import type { QuizHandoff } from "#app/lib/quiz-handoff.ts";
import type { Answer, Question } from "../schema.ts";

type QuizForHandoff = {
  slug: string;
  questions: readonly Pick<Question, "id" | "questionText" | "options" | "ghlField">[];
};

/** Builds the answers as text, as a service request stores them. */
export const buildQuoteHandoff = (
  { slug, questions }: QuizForHandoff,
  answers: readonly Answer[],
): QuizHandoff => ({
  slug,
  answers: answers.flatMap(({ questionId, selectedOptionIndex }) => {
    const question = questions.find(({ id }) => id === questionId);
    const answer = question?.options[selectedOptionIndex];
    return question && answer !== undefined
      ? [
          {
            id: questionId,
            questionText: question.questionText,
            answer,
            ghlField: question.ghlField,
          },
        ]
      : [];
  }),
});
