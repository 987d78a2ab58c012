import type pg from "pg";
import { DRAFT_DAYS, JOB_DAYS, RESTORE_DAYS } from "#app/features/settings/retention.ts";
import type { ContentTable } from "./content-states.server.ts";

/**
 * Permanently deletes quizzes and articles whose restore period has ended, with their versions and
 * counts, as well as old drafts and generation jobs.
 */
export async function deleteExpiredContent(
  tx: pg.PoolClient,
  now: Date,
): Promise<{ deletedContent: number; drafts: number; jobs: number }> {
  const deleteWhere = async (text: string, days: number) =>
    (await tx.query(text, [now, days])).rowCount ?? 0;
  const cutoff = "$1::timestamptz - make_interval(days => $2)";
  const deleteExpired = ({ table }: Pick<ContentTable, "table">) =>
    deleteWhere(
      `with gone as (delete from ${table} where deleted_at < ${cutoff} returning id),
         versions as (delete from content_versions using gone where content_id = gone.id),
         counts as (delete from content_counts using gone where content_id = gone.id)
       select id from gone`,
      RESTORE_DAYS,
    );
  return {
    deletedContent:
      (await deleteExpired({ table: "quizzes" })) +
      (await deleteExpired({ table: "advertorial_content" })),
    drafts: await deleteWhere(`delete from content_drafts where saved_at < ${cutoff}`, DRAFT_DAYS),
    jobs: await deleteWhere(`delete from generation_jobs where finished_at < ${cutoff}`, JOB_DAYS),
  };
}
