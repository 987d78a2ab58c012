import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SeedQuiz } from "#app/features/quizzes/editor/prepare-seed-quizzes.server.ts";
import { insertSeedQuizzes } from "#app/features/quizzes/editor/seed-quizzes.server.ts";
import type { RunningAppContext } from "./create-app-context.ts";

/** Written by the build: preparing them takes a second of processor time at each start. */
export const BUILT_SEED_QUIZZES = join(process.cwd(), "build/seed-quizzes.json");

export const readBuiltSeedQuizzes = (): SeedQuiz[] =>
  JSON.parse(readFileSync(BUILT_SEED_QUIZZES, "utf8"));

/**
 * Inserts the quizzes of a new site, and newer versions of them, in the background. Failures are
 * retried at the next start.
 * @param prepared as the build wrote them; without them they are prepared from the content
 */
export function seedQuizzes(
  { db, log, now }: Pick<RunningAppContext, "db" | "log" | "now">,
  prepared?: readonly SeedQuiz[],
): void {
  insertSeedQuizzes({ db, now: now() }, prepared).then(
    (count) => count > 0 && log.info({ count }, "seed quizzes were inserted or updated"),
    (error) =>
      log.warn({ err: error }, "seed quizzes could not be inserted; the next start tries again"),
  );
}
