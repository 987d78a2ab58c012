import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import type { DiagnosisData } from "../schema.ts";

/** Adds a pending diagnosis for answers that have none, except rejected ones. */
export const insertMissingDiagnosis = sqlStatement({
  params: {
    id: t.uuid(),
    quizId: t.uuid(),
    hash: t.text(),
    priority: t.integer(),
    data: t.jsonb<DiagnosisData>(),
    now: t.instant(),
  },
  row: {},
  sql: `
    insert into quiz_diagnoses (id, quiz_id, status, generator, answer_combination_hash, priority,
      diagnosis_data, created_at)
    select :id::uuid, :quizId::uuid, 'pending_review', 'staff', :hash::text, :priority::int,
      :data::jsonb, :now::timestamptz
    where not exists (
      select from quiz_diagnoses
      where quiz_id = :quizId and answer_combination_hash = :hash and status <> 'rejected')`,
});
