import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** Deletes content that was deleted before then, with its versions and counts. */
const createDeleteStatement = (table: "quizzes" | "advertorial_content") =>
  sqlStatement({
    params: { before: t.instant() },
    row: { id: t.uuid() },
    sql: `
      with expired as (delete from ${table} where deleted_at < :before returning id),
        versions as (delete from content_versions using expired where content_id = expired.id),
        counts as (delete from content_counts using expired where content_id = expired.id)
      select id from expired`,
  });

export const deleteExpiredQuizzes = createDeleteStatement("quizzes");
export const deleteExpiredArticles = createDeleteStatement("advertorial_content");
