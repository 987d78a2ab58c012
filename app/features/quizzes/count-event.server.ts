import type { QuizEvent } from "#app/features/analytics/constants.ts";
import type { Services } from "#app/services.ts";

/** Counts what a visitor did with a published quiz. @returns false where there is no such quiz or question: names must not be made up */
export async function countQuizEvent({ quizzes, contentCounter }: Pick<Services, "quizzes" | "contentCounter">, event: QuizEvent): Promise<boolean> {
  // Without the database, and without quizzes in memory, there is nothing to compare with.
  const published = await quizzes.list().catch(() => []);
  const quiz = published.find(({ slug }) => slug === event.quiz);
  if (!quiz) return false;
  if (event.name !== "quiz-question") contentCounter.count(quiz.id, event.name.slice("quiz-".length));
  else if (quiz.questions.some(({ id }) => id === event.question)) contentCounter.count(quiz.id, `question:${event.question}`);
  else return false;
  return true;
}
