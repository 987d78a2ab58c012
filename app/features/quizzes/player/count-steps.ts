import type { Question } from "../schema.ts";

export type Step = {
  id: string;
  question: string;
  /** How often the question was shown. */
  views: number;
  /**
   * How many of these visitors did not reach what comes next; whom an answer stopped for a danger
   * has not left.
   */
  left: number;
  /** Share of the views; null where nobody saw the question. */
  dropOff: number | null;
};

/**
 * Where visitors leave a quiz: of those who saw a question, who came neither to a danger nor to the
 * next one, or from the last one to the result.
 */
export function countSteps(
  questions: readonly Pick<Question, "id" | "questionText">[],
  counts: ReadonlyMap<string, number>,
): Step[] {
  const viewsOf = (id: string) => counts.get(`question:${id}`) ?? 0;
  const stoppedAt = (id: string) => counts.get(`danger:${id}`) ?? 0;
  return questions.map(({ id, questionText }, at) => {
    const following = questions[at + 1];
    const views = viewsOf(id);
    // A visitor who goes back and on again, or on the next day, is counted once more there: nobody
    // comes out of nowhere.
    const left = Math.max(
      0,
      views - stoppedAt(id) - (following ? viewsOf(following.id) : (counts.get("finish") ?? 0)),
    );
    return { id, question: questionText, views, left, dropOff: views === 0 ? null : left / views };
  });
}
