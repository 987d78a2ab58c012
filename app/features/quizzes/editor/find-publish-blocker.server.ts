import { quizzes } from "#app/db/tables/quizzes.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import type { ContentTable } from "#app/features/content-editor/content-table.server.ts";
import { readCheckInput, runCheck } from "../validation/check-quiz.server.ts";
import { type CheckInput, getPublishBlocker } from "../validation/check-report.ts";

export const QUIZ_CONTENT: ContentTable = { table: quizzes, entity: "quiz" };

/**
 * The reason why a quiz must not be published, or null: its safety rules would not protect everyone
 * they apply to.
 */
export async function findPublishBlocker(db: Connection, quizId: string): Promise<string | null> {
  const input = await readCheckInput(db, quizId);
  return input && findPublishBlockerIn(input);
}

/** A quiz without rules and rows has nothing that could be wrong. */
export const isCheckNeeded = ({ rules, rows }: CheckInput): boolean =>
  rules.length > 0 || rows.length > 0;

/** The same for input that was already loaded. */
export const findPublishBlockerIn = async (input: CheckInput): Promise<string | null> =>
  isCheckNeeded(input) ? getPublishBlocker(await runCheck(input)) : null;
