import type { Database } from "#app/db/client.server.ts";
import type { ReviewItem, UnmatchedAnswerSet } from "../editor/schema.ts";
import { findQuizBySlug } from "../player/find-quiz.server.ts";
import { selectReviewItems, selectUnmatchedAnswers } from "./queries.sql.ts";

/** Lists everything of a quiz that is or was reviewed: the most visited first, then the newest. */
export const listReview = (db: Database, quizId: string): Promise<ReviewItem[]> =>
  selectReviewItems.rows(db, { quizId });

/** Lists the most frequent answers without a diagnosis. */
export const listUnmatchedAnswers = (
  db: Database,
  { quizId, limit = 20 }: { quizId: string; limit?: number },
): Promise<UnmatchedAnswerSet[]> => selectUnmatchedAnswers.rows(db, { quizId, limit });

/** Data of the review panel of a quiz, or null. */
export async function loadReview(db: Database, slug: string) {
  const quiz = await findQuizBySlug(db, slug);
  if (!quiz) return null;
  const [items, unmatchedAnswers] = await Promise.all([
    listReview(db, quiz.id),
    listUnmatchedAnswers(db, { quizId: quiz.id }),
  ]);
  const { id, title, questions } = quiz;
  return { quiz: { id, slug: quiz.slug, title, questions }, items, unmatchedAnswers };
}
export type ReviewData = NonNullable<Awaited<ReturnType<typeof loadReview>>>;
