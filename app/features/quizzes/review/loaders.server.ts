import type pg from "pg";
import { findQuizBySlug } from "../player/find-quiz.server.ts";
import { listReview, listUnmatchedAnswers } from "./mutations.server.ts";

/** Data of the review panel of a quiz, or null. */
export async function loadReview(pool: pg.Pool, slug: string) {
  const quiz = await findQuizBySlug(pool, slug);
  if (!quiz) return null;
  const [items, unmatchedAnswers] = await Promise.all([
    listReview(pool, quiz.id),
    listUnmatchedAnswers(pool, { quizId: quiz.id }),
  ]);
  const { id, title, questions } = quiz;
  return { quiz: { id, slug: quiz.slug, title, questions }, items, unmatchedAnswers };
}
export type ReviewData = NonNullable<Awaited<ReturnType<typeof loadReview>>>;
