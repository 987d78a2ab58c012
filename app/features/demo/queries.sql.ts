import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** Staff who can be assigned to requests, the first one first. */
export const listAssignableStaff = sqlStatement({
  params: {},
  row: { id: t.uuid(), name: t.text() },
  sql: `
    select a.user_id as id, coalesce(a.display_name, u.email) as name
    from admin_users a join staff_users u on u.id = a.user_id
    where a.is_active and a.role in ('staff', 'superadmin')
    order by a.created_at, a.user_id`,
});

/** Slugs that articles have or had. */
export const listArticleSlugs = sqlStatement({
  params: {},
  row: { slug: t.text() },
  sql: `
    select slug from advertorial_content
    union
    select unnest(previous_slugs) from advertorial_content`,
});

type Question = { id: string; questionText: string; options: string[]; ghlField: string };

/** Active quizzes, with the answer patterns of their urgent safety rules. */
export const listActiveQuizzes = sqlStatement({
  params: {},
  row: {
    id: t.uuid(),
    slug: t.text(),
    serviceType: t.text(),
    questions: t.jsonb<Question[]>(),
    dangers: t.orNull(t.textArray()),
  },
  sql: `
    select id, slug, service_type as "serviceType", questions,
      (select array_agg(r.pattern) from quiz_safety_rules r
       where r.quiz_id = q.id and r.urgency = 'high' and r.status <> 'rejected') as dangers
    from quizzes q
    where is_active and deleted_at is null and not is_demo
    order by slug`,
});

/** Lets a long transaction of demo data finish. */
export const disableTimeouts = sqlStatement({
  params: {},
  row: { statementTimeout: t.text(), idleTimeout: t.text() },
  sql: `
    select set_config('statement_timeout', '0', true) as "statementTimeout",
      set_config('idle_in_transaction_session_timeout', '0', true) as "idleTimeout"`,
});
