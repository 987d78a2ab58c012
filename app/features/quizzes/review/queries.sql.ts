import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import type { ReviewItem } from "../editor/schema.ts";

/** Everything of a quiz that is or was reviewed: the most visited first, then the newest. */
export const selectReviewItems = sqlStatement({
  params: { quizId: t.uuid() },
  row: {
    kind: t.text<ReviewItem["kind"]>(),
    id: t.uuid(),
    status: t.text<ReviewItem["status"]>(),
    generator: t.text<ReviewItem["generator"]>(),
    hash: t.orNull(t.text()),
    priority: t.integer(),
    data: t.jsonb<ReviewItem["data"]>(),
    visits: t.integer(),
    createdAt: t.instant(),
    position: t.integer(),
    danger: t.orNull(t.jsonb<NonNullable<ReviewItem["danger"]>>()),
    learned: t.orNull(t.jsonb<NonNullable<ReviewItem["learned"]>>()),
  },
  sql: `
    select 'diagnosis' as kind, d.id, d.status, d.generator, d.answer_combination_hash as hash,
      d.priority, d.diagnosis_data as data, coalesce(m.visit_count, 0) as visits,
      d.created_at as "createdAt", 0 as position, null::jsonb as danger, null::jsonb as learned
    from quiz_diagnoses d
    left join quiz_unmatched_answers m
      on m.quiz_id = d.quiz_id and m.hash = d.answer_combination_hash
    where d.quiz_id = :quizId
    union all
    select 'outcome', id, status, generator, null, 0, diagnosis_data, 0, created_at, position, null, null
    from quiz_outcomes where quiz_id = :quizId
    union all
    select 'rule', id, status, generator, pattern, 0,
      jsonb_build_object(
        'serviceType', '', 'diagnosis', name, 'causes', to_jsonb(causes), 'urgency', urgency,
        'timeframe', '', 'waiting', '',
        'nextSteps', to_jsonb(string_to_array(instruction, E'\\n')),
        'proSteps', '[]'::jsonb, 'safetyLines', '[]'::jsonb,
        'preventionTips', '[]'::jsonb, 'priority', urgency, 'customMessage', ''),
      0, created_at, position,
      jsonb_build_object('headline', headline, 'call911', call_911, 'alsoCall', also_call),
      null
    from quiz_safety_rules where quiz_id = :quizId
    union all
    select 'weights', w.id, w.status, w.generator, null, 0, o.diagnosis_data, 0, w.created_at,
      o.position, null, jsonb_build_object('cases', w.cases, 'changes', w.changes)
    from quiz_weight_proposals w
    join quiz_outcomes o on o.id = w.outcome_id
    where w.quiz_id = :quizId
    order by visits desc, "createdAt" desc, position, id`,
});

/** The most frequent answers of visitors that have no diagnosis. */
export const selectUnmatchedAnswers = sqlStatement({
  params: { quizId: t.uuid(), limit: t.integer() },
  row: { hash: t.text(), visitCount: t.integer(), lastAt: t.instant() },
  sql: `
    select m.hash, m.visit_count as "visitCount", m.last_at as "lastAt"
    from quiz_unmatched_answers m
    where m.quiz_id = :quizId
      and not exists (
        select from quiz_diagnoses d
        where d.quiz_id = m.quiz_id and d.answer_combination_hash = m.hash
          and d.status <> 'rejected')
    order by m.visit_count desc, m.last_at desc
    limit :limit::int`,
});

/**
 * Rejects diagnoses that would share their answers with a newly approved one: approved ones for the
 * answers of pending ones that were chosen, and of the chosen ones all but the newest.
 */
export const rejectDuplicates = sqlStatement({
  params: { quizId: t.uuid(), ids: t.uuidArray(), actor: t.uuid() },
  row: {},
  sql: `
    with chosen as (
      select id, answer_combination_hash as hash,
        row_number() over (
          partition by answer_combination_hash order by created_at desc, id desc) as place
      from quiz_diagnoses
      where quiz_id = :quizId and id = any(:ids::uuid[]) and status = 'pending_review')
    update quiz_diagnoses d set status = 'rejected', reviewed_by = :actor
    where d.quiz_id = :quizId
      and ((d.status = 'approved'
            and d.answer_combination_hash in (select hash from chosen))
        or d.id in (select id from chosen where place > 1))`,
});
