import type pg from "pg";
import { DRAFT_DAYS, JOB_DAYS, RESTORE_DAYS } from "#app/features/settings/retention.ts";
import type { ContentTable } from "./content-states.server.ts";

/**
 * Takes away deleted quizzes and articles that nobody brought back, with their versions and counts,
 * old drafts, and jobs of generators that are long over.
 */
export async function forgetOldContent(
  tx: pg.PoolClient,
  now: Date,
): Promise<{ deletedContent: number; drafts: number; jobs: number }> {
  const forget = async (text: string, days: number) =>
    (await tx.query(text, [now, days])).rowCount ?? 0;
  const before = "$1::timestamptz - make_interval(days => $2)";
  const forgetDeleted = ({ table }: Pick<ContentTable, "table">) =>
    forget(
      `with gone as (delete from ${table} where deleted_at < ${before} returning id),
         versions as (delete from content_versions using gone where content_id = gone.id),
         counts as (delete from content_counts using gone where content_id = gone.id)
       select id from gone`,
      RESTORE_DAYS,
    );
  return {
    deletedContent:
      (await forgetDeleted({ table: "quizzes" })) +
      (await forgetDeleted({ table: "advertorial_content" })),
    drafts: await forget(`delete from content_drafts where saved_at < ${before}`, DRAFT_DAYS),
    jobs: await forget(`delete from generation_jobs where finished_at < ${before}`, JOB_DAYS),
  };
}
