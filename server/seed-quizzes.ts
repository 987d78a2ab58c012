import { insertSeedQuizzes } from "#app/features/quizzes/editor/seed-quizzes.server.ts";
import type { RunningAppContext } from "./create-app-context.ts";

/**
 * Inserts the quizzes of a new site, and newer versions of them, in the background. Failures are
 * retried at the next start.
 */
export function seedQuizzes({ db, log, now }: Pick<RunningAppContext, "db" | "log" | "now">): void {
  insertSeedQuizzes({ db, now: now() }).then(
    (count) =>
      count > 0 && log.info({ count }, "starter quizzes were put in or brought up to date"),
    (error) =>
      log.warn({ err: error }, "starter quizzes could not be put in; the next start tries again"),
  );
}
