import { and, eq, isNull, like } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Database } from "#app/db/client.server.ts";
import { quizzes, seedQuizzes } from "#app/db/tables/quizzes.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { catchSlugConflict } from "#app/features/content-editor/merge-saved.server.ts";
import { SLUG_TAKEN } from "../constants.ts";
import { prepareSeedQuiz, SEED_QUIZ_SLUGS, type SeedQuiz } from "./prepare-seed-quizzes.server.ts";
import { createSeedQuiz } from "./store-seed-quiz.server.ts";

export type NewerSeedQuiz = { slug: string; title: string };

/** Lists edited seed quizzes for which this program has a newer version. */
export async function listNewerSeedQuizzes(db: Database): Promise<NewerSeedQuiz[]> {
  const rows = await db
    .select({ slug: seedQuizzes.slug, title: quizzes.title })
    .from(seedQuizzes)
    .innerJoin(quizzes, eq(quizzes.id, seedQuizzes.quizId))
    .where(and(seedQuizzes.isNewerAvailable, isNull(quizzes.deletedAt)))
    .orderBy(quizzes.title);
  return rows.filter(({ slug }) => SEED_QUIZ_SLUGS.some((known) => known === slug));
}

type AddSeedQuizResult = { ok: true } | { ok: false; message: string };
const MAX_SLUGS = 50;

/**
 * Adds the newer version of an edited seed quiz next to it, inactive, under the first free slug.
 */
export async function addNewerSeedQuiz(
  context: ActionContext,
  { slug }: { slug: string },
): Promise<AddSeedQuizResult> {
  const knownSlug = SEED_QUIZ_SLUGS.find((name) => name === slug);
  if (!knownSlug) return { ok: false, message: "There is no such starter quiz." };
  const seedQuiz = await prepareSeedQuiz(knownSlug);
  return catchSlugConflict(
    () =>
      withTransaction(context.db, async (tx): Promise<AddSeedQuizResult> => {
        const { rowCount } = await tx
          .update(seedQuizzes)
          .set({ isNewerAvailable: false, contentHash: seedQuiz.hash })
          .where(and(eq(seedQuizzes.slug, slug), seedQuizzes.isNewerAvailable));
        if (rowCount !== 1)
          return { ok: false, message: "Somebody has added this version already." };
        const free = await findFreeSlug(tx, seedQuiz);
        if (!free) return { ok: false, message: SLUG_TAKEN };
        const values = { ...seedQuiz.quiz, slug: free, isActive: false };
        await createSeedQuiz(tx, context, { seedQuiz, values });
        return { ok: true };
      }),
    SLUG_TAKEN,
  );
}

async function findFreeSlug(tx: Transaction, { slug }: SeedQuiz): Promise<string | undefined> {
  const rows = await tx
    .select({ slug: quizzes.slug })
    .from(quizzes)
    .where(and(isNull(quizzes.deletedAt), like(quizzes.slug, `${slug}-new%`)));
  const taken = new Set(rows.map((row) => row.slug));
  return Array.from({ length: MAX_SLUGS }, (_, at) =>
    at === 0 ? `${slug}-new` : `${slug}-new-${at + 1}`,
  ).find((name) => !taken.has(name));
}
