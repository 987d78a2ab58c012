import type pg from "pg";
import { DRAFT_DAYS, JOB_DAYS, RESTORE_DAYS } from "#app/features/settings/retention.ts";

/** Takes away deleted quizzes and articles that nobody brought back, old drafts, and jobs of generators that are long over. */
export async function forgetOldContent(tx: pg.PoolClient, now: Date): Promise<{ deletedContent: number; drafts: number; jobs: number }> {
  const forget = async (text: string, days: number) => (await tx.query(text, [now, days])).rowCount ?? 0;
  const before = "$1::timestamptz - make_interval(days => $2)";
  return {
    deletedContent:
      (await forget(`delete from quizzes where deleted_at < ${before}`, RESTORE_DAYS)) +
      (await forget(`delete from advertorial_content where deleted_at < ${before}`, RESTORE_DAYS)),
    drafts: await forget(`delete from content_drafts where saved_at < ${before}`, DRAFT_DAYS),
    jobs: await forget(`delete from generation_jobs where finished_at < ${before}`, JOB_DAYS),
  };
}
