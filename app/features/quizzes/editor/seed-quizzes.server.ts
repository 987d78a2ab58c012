import { arrayContains, eq, or, sql } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { quizzes, seedQuizzes } from "#app/db/tables/quizzes.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { prepareSeedQuizzes, type SeedQuiz } from "./prepare-seed-quizzes.server.ts";
import { lockInsertedQuiz, selectQuizChanges } from "./seed-quizzes.sql.ts";
import {
  createSeedQuiz,
  replaceSeedQuiz,
  type SeedContext,
  type StoredSeedQuiz,
} from "./store-seed-quiz.server.ts";

/** Their author in the audit log. */
const BUILT_IN_ACTOR = "built-in";

const STARTUP_REQUEST_ID = "start";

type SeedQuizRecord = {
  quizId: string | null;
  hash: string | null;
  baseVersion: number;
  since: Date;
};

/**
 * Inserts the seed quizzes, active and approved, each once per database, and updates unedited ones
 * to this version of the program; quizzes that staff changed or deleted are left alone. One
 * transaction, so that caches are invalidated once, and a second instance waits and then finds
 * nothing to do.
 * @returns how many were inserted or replaced
 */
export async function insertSeedQuizzes(
  { db, now }: Pick<ActionContext, "db" | "now">,
  prepared?: readonly SeedQuiz[],
): Promise<number> {
  const current = prepared ?? (await prepareSeedQuizzes());
  const rows = await db
    .select({ slug: seedQuizzes.slug, hash: seedQuizzes.contentHash })
    .from(seedQuizzes);
  const due = current.filter(
    ({ slug, hash }) => rows.find((row) => row.slug === slug)?.hash !== hash,
  );
  if (due.length === 0) return 0;
  const context = { actor: BUILT_IN_ACTOR, httpRequestId: STARTUP_REQUEST_ID, now };
  return withTransaction(db, async (tx) => {
    let changed = 0;
    for (const seedQuiz of due)
      if (
        (await insertSeedQuizOnce(tx, context, seedQuiz)) ||
        (await updateSeedQuiz(tx, context, seedQuiz))
      )
        changed += 1;
    return changed;
  });
}

async function insertSeedQuizOnce(
  tx: Transaction,
  context: SeedContext,
  seedQuiz: SeedQuiz,
): Promise<boolean> {
  const { slug, hash, quiz } = seedQuiz;
  const { rowCount } = await tx
    .insert(seedQuizzes)
    .values({ slug, insertedAt: context.now, contentHash: hash })
    .onConflictDoNothing();
  if (rowCount !== 1) return false;
  // A slug that staff use for another quiz is left to them.
  const sameSlug = await tx
    .select({ id: quizzes.id })
    .from(quizzes)
    .where(or(eq(quizzes.slug, slug), arrayContains(quizzes.previousSlugs, [slug])));
  if (sameSlug.length > 0) return false;
  const values = { ...quiz, slug, isActive: true };
  const quizId = await createSeedQuiz(tx, context, { seedQuiz, values });
  await tx.update(seedQuizzes).set({ quizId }).where(eq(seedQuizzes.slug, slug));
  return true;
}

/** Replaces an outdated seed quiz, or records that staff have to decide. */
async function updateSeedQuiz(
  tx: Transaction,
  context: SeedContext,
  seedQuiz: SeedQuiz,
): Promise<boolean> {
  const { slug } = seedQuiz;
  const { quizId, contentHash, baseVersion, replacedAt, insertedAt } = seedQuizzes;
  const since = sql`coalesce(${replacedAt}, ${insertedAt})`.mapWith(insertedAt);
  const [record] = await tx
    .select({ quizId, hash: contentHash, baseVersion, since })
    .from(seedQuizzes)
    .where(eq(seedQuizzes.slug, slug))
    .for("update");
  if (!record || record.hash === seedQuiz.hash) return false;
  const quiz = await findStoredSeedQuiz(tx, slug, record);
  if (!quiz) return false;
  if (quiz.slug === slug && !(await isEdited(tx, quiz, record))) {
    await replaceSeedQuiz(tx, context, { seedQuiz, quiz });
    return true;
  }
  await tx
    .update(seedQuizzes)
    .set({ quizId: quiz.id, isNewerAvailable: true })
    .where(eq(seedQuizzes.slug, slug));
  return false;
}

/**
 * The quiz inserted from this seed, whatever its slug is now; null when it was deleted or was
 * created by staff.
 */
async function findStoredSeedQuiz(
  tx: Transaction,
  slug: string,
  { quizId }: SeedQuizRecord,
): Promise<StoredSeedQuiz | null> {
  const input = { slug, quizId, insertedBy: BUILT_IN_ACTOR };
  return (await lockInsertedQuiz.first(tx, input)) ?? null;
}

/**
 * Whether anybody has saved it, or reviewed, written or generated anything for it. Publishing and
 * hiding also create versions but are no edits; when the audit log no longer contains them, the
 * quiz counts as edited.
 */
async function isEdited(
  tx: Transaction,
  { id, version }: StoredSeedQuiz,
  { baseVersion, since }: SeedQuizRecord,
): Promise<boolean> {
  const found = await selectQuizChanges.first(tx, { quizId: id, since });
  return !found || found.isModelChanged || version !== baseVersion + found.switches;
}
