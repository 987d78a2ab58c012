import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import { MAX_OUTCOMES } from "../constants.ts";
import type { DiagnosisData, Weights } from "../schema.ts";

/** Inserts pending diagnoses for answers that have no approved or pending one. */
export const insertMissingRows = sqlStatement({
  params: {
    quizId: t.uuid(),
    generator: t.text(),
    now: t.instant(),
    ids: t.uuidArray(),
    hashes: t.textArray(),
    priorities: t.integerArray(),
    data: t.jsonbArray<DiagnosisData>(),
  },
  row: {},
  sql: `
    insert into quiz_diagnoses (id, quiz_id, status, generator, answer_combination_hash, priority,
      diagnosis_data, created_at)
    select n.id, :quizId::uuid, 'pending_review', :generator::text, n.hash, n.priority, n.data,
      :now::timestamptz
    from unnest(:ids::uuid[], :hashes::text[], :priorities::int[], :data::jsonb[])
      as n (id, hash, priority, data)
    where not exists (
      select from quiz_diagnoses d
      where d.quiz_id = :quizId and d.answer_combination_hash = n.hash
        and d.status in ('approved', 'pending_review'))`,
});

/** Inserts a pending outcome, last, unless the quiz has one with its title, or the most allowed. */
export const insertMissingOutcome = sqlStatement({
  params: {
    id: t.uuid(),
    quizId: t.uuid(),
    bias: t.double(),
    weights: t.jsonb<Weights>(),
    data: t.jsonb<DiagnosisData>(),
    generator: t.text(),
    now: t.instant(),
    /** Generated outcomes from before this time that nobody has reviewed do not count. */
    since: t.instant(),
  },
  row: {},
  sql: `
    insert into quiz_outcomes (id, quiz_id, position, bias, weights, diagnosis_data, generator,
      created_at)
    select :id::uuid, :quizId::uuid,
      coalesce((select max(position) + 1 from quiz_outcomes where quiz_id = :quizId), 0),
      :bias::float8, :weights::jsonb, :data::jsonb, :generator::text, :now::timestamptz
    where not exists (
        select from quiz_outcomes
        where quiz_id = :quizId and status <> 'rejected'
          and diagnosis_data->>'diagnosis' = :data::jsonb->>'diagnosis')
      and (
        select count(*) from quiz_outcomes
        where quiz_id = :quizId and status <> 'rejected'
          and not (status = 'pending_review' and generator <> 'staff' and created_at < :since)
      ) < ${MAX_OUTCOMES}`,
});
