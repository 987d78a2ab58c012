import type { Question } from "../schema.ts";

export type StepMetrics = {
  id: string;
  question: string;
  /** Number of times the question was shown. */
  views: number;
  /**
   * Number of these visitors who did not reach the next step; visitors stopped by a danger are not
   * counted as having left.
   */
  leftCount: number;
  /** Share of the views; null when the question had no views. */
  dropOff: number | null;
};

/**
 * Counts where visitors leave a quiz: those who saw a question but reached neither a danger nor the
 * next question, or after the last one the result.
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
    // A visitor who goes back and forward, or returns the next day, is counted again at the next
    // question: the difference can be negative.
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
