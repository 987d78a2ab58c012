import { insertSeedQuizzes } from "#app/features/quizzes/editor/seed-quizzes.server.ts";
import type { RunningAppContext } from "./create-app-context.ts";

/**
 * Puts in the quizzes that a new site begins with, and newer versions of them, beside the first
 * requests. What fails is tried again at the next start.
 */
export function seedQuizzes({ db, log, now }: Pick<RunningAppContext, "db" | "log" | "now">): void {
  insertSeedQuizzes(db.$client, now()).then(
    (count) =>
      count > 0 && log.info({ count }, "starter quizzes were put in or brought up to date"),
    (error) =>
      log.warn({ err: error }, "starter quizzes could not be put in; the next start tries again"),
  );
}
