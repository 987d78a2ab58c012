import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import { RULE_COLUMNS } from "../safety-rules.server.ts";

const DIAGNOSIS_FIELDS = `id, answer_combination_hash as hash, priority,
            approved_at as "approvedAt", generator = 'staff' or keep_reason <> '' as "isTrusted",
            diagnosis_data as data`;
/** Partial rows that one set of answers is compared with; more than staff write for one quiz. */
const MAX_PARTIAL_ROWS = 20;
const RULE_FIELDS = Object.entries(RULE_COLUMNS)
  .map(([field, { name }]) => `${name} as "${field}"`)
  .join(", ");

/**
 * One statement: the exact row by the unique index, the best partial rows by the index on rows that
 * are shorter than the quiz, and the approved outcomes and rules.
 */
export const selectDiagnosisModel = sqlStatement({
  name: "quiz-look-up",
  params: {
    quizId: t.uuid(),
    hash: t.text(),
    /** Number of questions of the quiz. */
    questionCount: t.integer(),
    pairs: t.textArray(),
  },
  row: { rows: t.jsonb(), outcomes: t.jsonb(), rules: t.jsonb() },
  sql: `
    select
      coalesce(
        (select jsonb_build_array(to_jsonb(e)) from (
          select ${DIAGNOSIS_FIELDS}
          from quiz_diagnoses
          where quiz_id = :quizId and status = 'approved' and answer_combination_hash = :hash) e),
        (select jsonb_agg(to_jsonb(p)) from (
          select ${DIAGNOSIS_FIELDS}
          from quiz_diagnoses
          where quiz_id = :quizId and status = 'approved' and answer_pair_count < :questionCount
            and pattern <@ :pairs::text[]
          order by answer_pair_count desc, priority desc, approved_at desc
          limit ${MAX_PARTIAL_ROWS}) p),
        '[]'
      ) as rows,
      (select coalesce(jsonb_agg(
          jsonb_build_object('id', id, 'bias', bias, 'weights', weights, 'data', diagnosis_data)
          order by position, id), '[]')
        from quiz_outcomes where quiz_id = :quizId and status = 'approved') as outcomes,
      (select coalesce(jsonb_agg(to_jsonb(r)), '[]')
        from (
          select ${RULE_FIELDS}
          from quiz_safety_rules where quiz_id = :quizId and status = 'approved'
          order by position, id) r) as rules`,
});

/** Counts answers that no diagnosis matched. */
export const countUnmatchedAnswers = sqlStatement({
  params: { quizId: t.uuid(), hash: t.text(), now: t.instant() },
  row: {},
  sql: `
    insert into quiz_unmatched_answers as m (quiz_id, hash, visit_count, last_at)
    values (:quizId, :hash, 1, :now)
    on conflict (quiz_id, hash) do update set visit_count = m.visit_count + 1, last_at = excluded.last_at`,
});
