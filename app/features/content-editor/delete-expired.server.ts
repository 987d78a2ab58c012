import { lt } from "drizzle-orm";
import { generationJobs } from "#app/db/tables/ai.server.ts";
import { contentDrafts } from "#app/db/tables/content-editor.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { DRAFT_DAYS, JOB_DAYS, RESTORE_DAYS } from "#app/features/settings/retention.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { deleteExpiredArticles, deleteExpiredQuizzes } from "./delete-expired.sql.ts";

/**
 * Permanently deletes quizzes and articles whose restore period has ended, with their versions and
 * counts, as well as old drafts and generation jobs.
 */
export async function deleteExpiredContent(
  tx: Transaction,
  now: Date,
): Promise<{ deletedContent: number; drafts: number; jobs: number }> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const quizCount = await deleteExpiredQuizzes.run(tx, { before: before(RESTORE_DAYS) });
  const articleCount = await deleteExpiredArticles.run(tx, { before: before(RESTORE_DAYS) });
  const drafts = await tx
    .delete(contentDrafts)
    .where(lt(contentDrafts.savedAt, before(DRAFT_DAYS)));
  const jobs = await tx
    .delete(generationJobs)
    .where(lt(generationJobs.finishedAt, before(JOB_DAYS)));
  return {
    deletedContent: quizCount + articleCount,
    drafts: drafts.rowCount ?? 0,
    jobs: jobs.rowCount ?? 0,
  };
}
