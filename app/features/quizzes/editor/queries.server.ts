import type pg from "pg";
import { type Draft, getDraft, listDrafts } from "#app/features/content-editor/drafts.server.ts";
import type { ContentFilters, StoredDraft } from "#app/features/content-editor/editor-schema.ts";
import { listVersions } from "#app/features/content-editor/versions.server.ts";
import { parseQuizValues, type QuizValues, requireQuizValues } from "./editor-schema.ts";
import type { ReviewCounts } from "./schema.ts";

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
export async function listQuizzes(
  pool: pg.Pool,
  { q, status }: ContentFilters,
): Promise<QuizListItem[]> {
  const { rows } = await pool.query<QuizListItem>(
    `select z.id, z.slug, z.title, z.service_type as "serviceType", z.is_active as "isActive", jsonb_array_length(z.questions) as questions, z.created_at as "createdAt",
       (select count(*)::int from service_requests r where r.additional_details->>'quiz_slug' = z.slug or r.additional_details->>'quiz_slug' = any(z.previous_slugs)) as requests,
       (select count(*)::int from quiz_diagnoses d where d.quiz_id = z.id and d.status = 'pending_review')
         + (select count(*)::int from quiz_outcomes o where o.quiz_id = z.id and o.status = 'pending_review')
         + (select count(*)::int from quiz_safety_rules s where s.quiz_id = z.id and s.status = 'pending_review') as pending
     from quizzes z
     where z.deleted_at is null and ($2 = 'all' or z.is_active = ($2 = 'active'))
       and ($1 = '' or z.title ilike '%' || $3 || '%' or z.slug ilike '%' || $3 || '%' or z.service_type ilike '%' || $3 || '%')
     order by z.created_at desc, z.id desc`,
    [q, status, q.replace(/[\\%_]/g, "\\$&")],
  );
  return rows;
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
  pool: pg.Pool,
  { slug, userId }: { slug: string; userId: string },
): Promise<EditedQuiz | null> {
  const { rows } = await pool.query<{
    id: string;
    version: number;
    values: unknown;
    counts: ReviewCounts;
  }>(
    `select z.id, z.version,
       jsonb_build_object('title', z.title, 'slug', z.slug, 'description', z.description, 'serviceType', z.service_type, 'questions', z.questions, 'isActive', z.is_active,
         'minPosterior', z.min_posterior, 'minMargin', z.min_margin) as values,
       (select jsonb_build_object('approved', count(*) filter (where status = 'approved'), 'pending', count(*) filter (where status = 'pending_review'), 'rejected', count(*) filter (where status = 'rejected'))
        from (select status from quiz_diagnoses where quiz_id = z.id union all select status from quiz_outcomes where quiz_id = z.id union all select status from quiz_safety_rules where quiz_id = z.id) items) as counts
     from quizzes z where z.deleted_at is null and (z.slug = $1 or $1 = any(z.previous_slugs)) order by z.slug = $1 desc limit 1`,
    [slug],
  );
  const [row] = rows;
  if (!row) return null;
  const versions = await listVersions(pool, { contentId: row.id });
  return {
    id: row.id,
    version: row.version,
    values: requireQuizValues(row.values),
    counts: row.counts,
    drafts: await listQuizDrafts(pool, { userId, key: row.id }),
    versions,
  };
}

/** A person's unsaved draft; null when there is none or it can no longer be read. */
export async function getQuizDraft(
  pool: pg.Pool,
  key: { userId: string; key: string },
): Promise<StoredDraft<QuizValues> | null> {
  const draft = await getDraft(pool, key);
  return draft && parseDraft(draft);
}

/** The same with earlier drafts, newest first. */
export async function listQuizDrafts(
  pool: pg.Pool,
  key: { userId: string; key: string },
): Promise<StoredDraft<QuizValues>[]> {
  return (await listDrafts(pool, key)).map(parseDraft).filter((draft) => draft !== null);
}

function parseDraft({ data, ...draft }: Draft): StoredDraft<QuizValues> | null {
  const values = parseQuizValues(data);
  return values && { ...draft, values };
}
