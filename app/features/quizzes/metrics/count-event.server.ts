import type { AppContext } from "#app/app-context.ts";
import type { QuizEvent } from "#app/features/analytics/constants.ts";

/**
 * Counts what a visitor did with a published quiz. @returns false where there is no such quiz or
 * question: names must not be made up
 */
export async function countQuizEvent(
  { quizzes, contentCounter }: Pick<AppContext, "quizzes" | "contentCounter">,
  event: QuizEvent,
): Promise<boolean> {
  // Without the database, and without quizzes in memory, there is nothing to compare with.
  const published = await quizzes.list().catch(() => []);
  const quiz = published.find(({ slug }) => slug === event.quiz);
  if (!quiz) return false;
  const what = event.name.slice("quiz-".length);
  if (!("question" in event)) {
    contentCounter.count(quiz.id, what);
    return true;
  }
  if (!quiz.questions.some(({ id }) => id === event.question)) return false;
  contentCounter.count(quiz.id, `${what}:${event.question}`);
  // The script shows a danger from the page itself: no look-up counts it.
  if (event.name === "quiz-danger") contentCounter.count(quiz.id, "layer:danger");
  return true;
}
