import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** A quiz that the program inserted and that nobody has deleted, locked. */
export const lockInsertedQuiz = sqlStatement({
  params: { slug: t.text(), quizId: t.orNull(t.uuid()), insertedBy: t.text() },
  row: { id: t.uuid(), slug: t.text(), version: t.integer(), isActive: t.boolean() },
  sql: `
    select id, slug, version, is_active as "isActive"
    from quizzes q
    where deleted_at is null
      and (id = :quizId
        or (:quizId::uuid is null and (slug = :slug or :slug = any(previous_slugs))))
      and exists (
        select from content_versions v
        where v.content_id = q.id and v.version = 1 and v.saved_by = :insertedBy)
    order by slug = :slug desc
    limit 1
    for update`,
});

const isChanged = "(generator <> 'built-in' or status <> 'approved' or reviewed_by is not null)";

/** How often a quiz was published or hidden since, and whether its model was changed. */
export const selectQuizChanges = sqlStatement({
  params: { quizId: t.uuid(), since: t.instant() },
  row: { switches: t.integer(), isModelChanged: t.boolean() },
  sql: `
    select
      (select count(*)::int from audit_log
       where entity = 'quiz' and entity_id = (:quizId::uuid)::text and action = 'set-active'
         and at > :since) as switches,
      exists (select from quiz_diagnoses where quiz_id = :quizId and ${isChanged})
        or exists (select from quiz_outcomes where quiz_id = :quizId and ${isChanged})
        or exists (select from quiz_safety_rules where quiz_id = :quizId and ${isChanged})
        as "isModelChanged"`,
});
