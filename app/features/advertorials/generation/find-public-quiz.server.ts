import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { quizzes } from "#app/db/tables/quizzes.server.ts";

/** The public quiz of a fault tree: it has the tree's title or its slug unless staff changed both. */
export async function findPublicQuiz(
  db: Database,
  { slug, title }: { slug: string; title: string },
): Promise<{ title: string; slug: string } | null> {
  const [quiz] = await db
    .select({ title: quizzes.title, slug: quizzes.slug })
    .from(quizzes)
    .where(
      and(
        isNull(quizzes.deletedAt),
        eq(quizzes.isActive, true),
        or(eq(quizzes.slug, slug), eq(sql`lower(${quizzes.title})`, title.toLowerCase())),
      ),
    )
    .orderBy(quizzes.createdAt)
    .limit(1);
  return quiz ?? null;
}
