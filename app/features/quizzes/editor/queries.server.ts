import { and, count, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import {
  quizDiagnoses,
  quizOutcomes,
  quizSafetyRules,
  quizzes,
} from "#app/db/tables/quizzes.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import {
  currentSlugFirst,
  hasSlug,
  matchesFilters,
} from "#app/features/content-editor/content-table.server.ts";
import { type Draft, getDraft, listDrafts } from "#app/features/content-editor/drafts.server.ts";
import type { ContentFilters, StoredDraft } from "#app/features/content-editor/editor-schema.ts";
import { listVersions } from "#app/features/content-editor/versions.server.ts";
import { parseQuizValues, type QuizValues, requireQuizValues } from "./editor-schema.ts";
import { countReviewItems } from "./queries.sql.ts";
import type { ReviewCounts } from "./schema.ts";

/** The columns that an editor changes, named as its values. */
export const VALUE_COLUMNS = {
  title: quizzes.title,
  slug: quizzes.slug,
  description: quizzes.description,
  serviceType: quizzes.serviceType,
  questions: quizzes.questions,
  isActive: quizzes.isActive,
  minPosterior: quizzes.minPosterior,
  minMargin: quizzes.minMargin,
};

export type QuizListItem = {
  id: string;
  slug: string;
  title: string;
  serviceType: string;
  isActive: boolean;
  questions: number;
  /** Number of service requests that came from the quiz, under any of its slugs. */
  requests: number;
  pending: number;
  createdAt: Date;
};

/** Lists quizzes, newest first. */
export async function listQuizzes(db: Database, filters: ContentFilters): Promise<QuizListItem[]> {
  const { id, slug, previousSlugs, title, serviceType, isActive, createdAt } = quizzes;
  const found = db
    .select({
      id,
      slug,
      previousSlugs,
      title,
      serviceType,
      isActive,
      questions: sql`jsonb_array_length(${quizzes.questions})`.mapWith(Number),
      pending: countPending(db),
      createdAt,
    })
    .from(quizzes)
    .where(matchesFilters(quizzes, filters, [title, slug, serviceType]))
    .orderBy(desc(createdAt), desc(id));
  const [rows, counts] = await Promise.all([found, countRequestsBySlug(db)]);
  return rows.map(({ previousSlugs: earlier, ...quiz }) => ({
    ...quiz,
    requests: [...new Set([quiz.slug, ...earlier])].reduce(
      (sum, name) => sum + (counts.get(name) ?? 0),
      0,
    ),
  }));
}

/** Service requests by the slug of the quiz that they came from: all at once, in one reading. */
async function countRequestsBySlug(db: Database): Promise<Map<string | null, number>> {
  const rows = await db
    .select({ slug: serviceRequests.quizSlug, requests: count() })
    .from(serviceRequests)
    .where(isNotNull(serviceRequests.quizSlug))
    .groupBy(serviceRequests.quizSlug);
  return new Map(rows.map(({ slug, requests }) => [slug, requests]));
}

/** Number of entries of the quiz that wait for review. */
function countPending(db: Database): SQL<number> {
  const [diagnoses, outcomes, rules] = [quizDiagnoses, quizOutcomes, quizSafetyRules].map((table) =>
    db.$count(table, and(eq(table.quizId, quizzes.id), eq(table.status, "pending_review"))),
  );
  return sql`${diagnoses} + ${outcomes} + ${rules}`.mapWith(Number);
}

export type EditedQuiz = {
  id: string;
  version: number;
  values: QuizValues;
  counts: ReviewCounts;
  drafts: StoredDraft<QuizValues>[];
  versions: { version: number; savedAt: Date; savedBy: string }[];
};

/**
 * A quiz for the editor, with this person's drafts. A previous slug works too. Null when there is
 * none.
 */
export async function getQuizForEditor(
  db: Database,
  { slug, userId }: { slug: string; userId: string },
): Promise<EditedQuiz | null> {
  const [row] = await db
    .select({ id: quizzes.id, version: quizzes.version, values: VALUE_COLUMNS })
    .from(quizzes)
    .where(hasSlug(quizzes, slug))
    .orderBy(currentSlugFirst(quizzes, slug))
    .limit(1);
  if (!row) return null;
  const { id, version } = row;
  const [counts, drafts, versions] = await Promise.all([
    countReviewItems.first(db, { quizId: id }),
    listQuizDrafts(db, { userId, key: id }),
    listVersions(db, { contentId: id }),
  ]);
  return {
    id,
    version,
    values: requireQuizValues(row.values),
    counts: counts ?? { approved: 0, pending: 0, rejected: 0 },
    drafts,
    versions,
  };
}

/** A person's unsaved draft; null when there is none or it can no longer be read. */
export async function getQuizDraft(
  db: Database,
  key: { userId: string; key: string },
): Promise<StoredDraft<QuizValues> | null> {
  const draft = await getDraft(db, key);
  return draft && parseDraft(draft);
}

/** The same with earlier drafts, newest first. */
export async function listQuizDrafts(
  db: Database,
  key: { userId: string; key: string },
): Promise<StoredDraft<QuizValues>[]> {
  return (await listDrafts(db, key)).map(parseDraft).filter((draft) => draft !== null);
}

function parseDraft({ data, ...draft }: Draft): StoredDraft<QuizValues> | null {
  const values = parseQuizValues(data);
  return values && { ...draft, values };
}
