import { insertSeedQuizzes } from "#app/features/quizzes/editor/seed-quizzes.server.ts";
import type { RunningAppContext } from "./create-app-context.ts";

/**
 * Inserts the quizzes of a new site, and newer versions of them, in the background. Failures are
 * retried at the next start.
 */
export function seedQuizzes({ db, log, now }: Pick<RunningAppContext, "db" | "log" | "now">): void {
  insertSeedQuizzes({ db, now: now() }).then(
    (count) => count > 0 && log.info({ count }, "seed quizzes were inserted or updated"),
    (error) =>
      log.warn({ err: error }, "seed quizzes could not be inserted; the next start tries again"),
  );
}
