import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** How many diagnoses, outcomes, safety rules and learned weights of a quiz are in each state of review. */
export const countReviewItems = sqlStatement({
  params: { quizId: t.uuid() },
  row: { approved: t.integer(), pending: t.integer(), rejected: t.integer() },
  sql: `
    select count(*) filter (where status = 'approved')::int as approved,
      count(*) filter (where status = 'pending_review')::int as pending,
      count(*) filter (where status = 'rejected')::int as rejected
    from (
      select status from quiz_diagnoses where quiz_id = :quizId
      union all select status from quiz_outcomes where quiz_id = :quizId
      union all select status from quiz_safety_rules where quiz_id = :quizId
      union all select status from quiz_weight_proposals where quiz_id = :quizId
    ) items`,
});
