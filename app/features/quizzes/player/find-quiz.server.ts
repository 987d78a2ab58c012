import type pg from "pg";
import type { Question } from "../schema.ts";

export type FoundQuiz = {
  id: string;
  slug: string;
  previousSlugs: string[];
  title: string;
  serviceType: string;
  isActive: boolean;
  questions: Question[];
};

/** Finds a quiz by its current slug or a previous one; null when there is none. */
export async function findQuizBySlug(pool: pg.Pool, slug: string): Promise<FoundQuiz | null> {
  const { rows } = await pool.query<FoundQuiz>(
    `select id, slug, previous_slugs as "previousSlugs", title, service_type as "serviceType", is_active as "isActive", questions
     from quizzes where deleted_at is null and (slug = $1 or $1 = any(previous_slugs)) order by slug = $1 desc limit 1`,
    [slug],
  );
  return rows[0] ?? null;
}
