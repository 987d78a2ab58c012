import { and, desc, eq, isNull } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { quizzes } from "#app/db/tables/publishing.server.ts";
import type { Published } from "#app/features/publishing/find-published.ts";
import { keepKnown } from "#app/lib/keep-known.server.ts";
import { findMissing, withOptionIds } from "./editor-schema.ts";
import { mapPairs, type PairMap } from "./rewrite-hashes.ts";
import type { Question, Thresholds } from "./schema.ts";
import { readQuizDraft } from "./staff-queries.server.ts";

/** What visitors may know of a question: not which answer is likely, and not why. */
export type PublicQuestion = Pick<Question, "id" | "questionText" | "options" | "ghlField">;

export type PublicQuiz = {
  id: string;
  slug: string;
  previousSlugs: string[];
  title: string;
  description: string;
  serviceType: string;
  questions: PublicQuestion[];
  thresholds: Thresholds;
  isActive: boolean;
  updatedAt: Date;
  /** In a preview: what somebody typed in the editor and has not saved. */
  isDraft?: boolean;
  /** In a preview of a draft: its answers as pairs of the saved quiz, which is what diagnoses are stored for. What is new has none. */
  savedPairs?: PairMap;
};

const COLUMNS = {
  id: quizzes.id,
  slug: quizzes.slug,
  previousSlugs: quizzes.previousSlugs,
  title: quizzes.title,
  description: quizzes.description,
  serviceType: quizzes.serviceType,
  questions: quizzes.questions,
  posterior: quizzes.minPosterior,
  margin: quizzes.minMargin,
  isActive: quizzes.isActive,
  updatedAt: quizzes.updatedAt,
};

const toPublic = ({
  questions,
  posterior,
  margin,
  ...quiz
}: Omit<PublicQuiz, "thresholds" | "questions"> & { questions: Question[]; posterior: number; margin: number }): PublicQuiz => ({
  ...quiz,
  questions: questions.map(({ id, questionText, options, ghlField }) => ({ id, questionText, options, ghlField })),
  thresholds: { posterior, margin },
});

export type PublishedQuizzes = Published<PublicQuiz>;

/** Active quizzes, kept in memory until they are dropped (LISTEN content_changed); while the database is away, the last ones known. */
export function createPublishedQuizzes(db: Database): PublishedQuizzes {
  const { get: list, drop } = keepKnown(async () => {
    const rows = await db
      .select(COLUMNS)
      .from(quizzes)
      .where(and(eq(quizzes.isActive, true), isNull(quizzes.deletedAt)))
      .orderBy(desc(quizzes.createdAt), desc(quizzes.id));
    // A quiz without a question has nothing to show, and so no page.
    return rows.map(toPublic).filter(({ questions }) => questions.length > 0);
  });
  return { list, drop };
}

/** A quiz for the preview of staff, active or not; with what this person has typed and not saved, where that is complete. */
export async function findQuizForPreview(db: Database, { slug, userId }: { slug: string; userId: string }): Promise<PublicQuiz | null> {
  const [row] = await db
    .select(COLUMNS)
    .from(quizzes)
    .where(and(eq(quizzes.slug, slug), isNull(quizzes.deletedAt)));
  if (!row) return null;
  const draft = await readQuizDraft(db.$client, { userId, key: row.id });
  if (!draft || findMissing(draft.values)) return toPublic(row);
  const { title, description, serviceType, questions } = draft.values;
  const savedPairs = mapPairs(questions, row.questions.map(withOptionIds));
  return { ...toPublic({ ...row, title, description, serviceType, questions }), isDraft: true, savedPairs };
}
