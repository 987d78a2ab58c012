import type { Database } from "#app/db/client.server.ts";
import { quizzes } from "#app/db/tables/quizzes.server.ts";
import { currentSlugFirst, hasSlug } from "#app/features/content-editor/content-table.server.ts";
import type { Question, Thresholds } from "../schema.ts";

export type FoundQuiz = {
  id: string;
  slug: string;
  previousSlugs: string[];
  title: string;
  serviceType: string;
  isActive: boolean;
  questions: Question[];
  thresholds: Thresholds;
  updatedAt: Date;
};

/** Finds a quiz by its current slug or a previous one; null when there is none. */
export async function findQuizBySlug(db: Database, slug: string): Promise<FoundQuiz | null> {
  const [quiz] = await db
    .select({
      id: quizzes.id,
      slug: quizzes.slug,
      previousSlugs: quizzes.previousSlugs,
      title: quizzes.title,
      serviceType: quizzes.serviceType,
      isActive: quizzes.isActive,
      questions: quizzes.questions,
      thresholds: { posterior: quizzes.minPosterior, margin: quizzes.minMargin },
      updatedAt: quizzes.updatedAt,
    })
    .from(quizzes)
    .where(hasSlug(quizzes, slug))
    .orderBy(currentSlugFirst(quizzes, slug))
    .limit(1);
  return quiz ?? null;
}
