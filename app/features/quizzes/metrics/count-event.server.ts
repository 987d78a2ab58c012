import type { AppContext } from "#app/app-context.ts";
import type { QuizEvent } from "#app/features/analytics/constants.ts";

/**
 * Counts an event of a published quiz.
 * @returns false when there is no such quiz or question: clients must not invent names
 */
export async function countQuizEvent(
  { quizzes, contentCounter }: Pick<AppContext, "quizzes" | "contentCounter">,
  event: QuizEvent,
): Promise<boolean> {
  // Without the database and cached quizzes, the event cannot be verified.
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
  // The script shows a danger without a request, so the event counts it.
  if (event.name === "quiz-danger") contentCounter.count(quiz.id, "layer:danger");
  return true;
}
