import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import type { ReviewCounts } from "./schema.ts";

/** A quiz by its slug, now or formerly, with how much of it is reviewed. */
export const selectQuizForEditor = sqlStatement({
  params: { slug: t.text() },
  row: {
    id: t.uuid(),
    version: t.integer(),
    values: t.jsonb(),
    counts: t.jsonb<ReviewCounts>(),
  },
  sql: `
    select z.id, z.version,
      jsonb_build_object(
        'title', z.title, 'slug', z.slug, 'description', z.description,
        'serviceType', z.service_type, 'questions', z.questions, 'isActive', z.is_active,
        'minPosterior', z.min_posterior, 'minMargin', z.min_margin
      ) as values,
      (select jsonb_build_object(
         'approved', count(*) filter (where status = 'approved'),
         'pending', count(*) filter (where status = 'pending_review'),
         'rejected', count(*) filter (where status = 'rejected'))
       from (
         select status from quiz_diagnoses where quiz_id = z.id
         union all select status from quiz_outcomes where quiz_id = z.id
         union all select status from quiz_safety_rules where quiz_id = z.id
       ) items) as counts
    from quizzes z
    where z.deleted_at is null and (z.slug = :slug or :slug = any(z.previous_slugs))
    order by z.slug = :slug desc
    limit 1`,
});
