import type { Question } from "../schema.ts";

export type StepMetrics = {
  id: string;
  question: string;
  /** How often the question was shown. */
  views: number;
  /**
   * How many of these visitors did not reach what comes next; whom an answer stopped for a danger
   * has not left.
   */
  leftCount: number;
  /** Share of the views; null where nobody saw the question. */
  dropOff: number | null;
};

/**
 * Where visitors leave a quiz: of those who saw a question, who came neither to a danger nor to the
 * next one, or from the last one to the result.
 */
export function countStepMetrics(
  questions: readonly Pick<Question, "id" | "questionText">[],
  counts: ReadonlyMap<string, number>,
): StepMetrics[] {
  const countViews = (id: string) => counts.get(`question:${id}`) ?? 0;
  const countDangerStops = (id: string) => counts.get(`danger:${id}`) ?? 0;
  return questions.map(({ id, questionText }, at) => {
    const following = questions[at + 1];
    const views = countViews(id);
    // A visitor who goes back and on again, or on the next day, is counted once more there: nobody
    // comes out of nowhere.
    const leftCount = Math.max(
      0,
      views -
        countDangerStops(id) -
        (following ? countViews(following.id) : (counts.get("finish") ?? 0)),
    );
    return {
      id,
      question: questionText,
      views,
      leftCount,
      dropOff: views === 0 ? null : leftCount / views,
    };
  });
}
