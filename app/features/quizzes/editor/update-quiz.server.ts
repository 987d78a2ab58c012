import { and, eq, exists, isNull } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { generationJobs } from "#app/db/tables/ai.server.ts";
import { quizzes } from "#app/db/tables/quizzes.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { listServicesOfType } from "#app/features/catalog/find-service.server.ts";
import { addFormerSlug } from "#app/features/content-editor/content-table.server.ts";
import { deleteDraft } from "#app/features/content-editor/drafts.server.ts";
import { catchSlugConflict, mergeSaved } from "#app/features/content-editor/merge-saved.server.ts";
import { saveVersion } from "#app/features/content-editor/versions.server.ts";
import { SLUG_TAKEN } from "../constants.ts";
import { countAffected, moveModelToQuestions, sumAffected } from "../outcomes/move-model.server.ts";
import { readCheckInput } from "../validation/check-quiz.server.ts";
import { type GetPublishBlocker, withSafetyCheck } from "./check-safety.server.ts";
import { parseQuizValues, type QuizValues, requireQuizValues } from "./editor-schema.ts";
import { mergeQuizzes } from "./merge-quizzes.ts";
import { findRefusal, normalizeQuiz } from "./normalize-quiz.ts";
import { VALUE_COLUMNS } from "./queries.server.ts";
import { restoreRemovedEntries } from "./restore-removed.server.ts";
import type { SaveResult } from "./save-result.ts";
import type { AffectedCounts } from "./schema.ts";

type QuizChange = { quizId: string; baseVersion: number; values: QuizValues; isConfirmed: boolean };

/**
 * Saves a quiz that was edited from version `baseVersion` on. Fields that only others changed since
 * are kept; when both changed a field, the result reports a conflict. The hashes of stored
 * diagnoses are rewritten, so that they keep their answers.
 * @param input.isConfirmed the person has confirmed how many diagnoses this moves or removes
 */
export async function updateQuiz(context: ActionContext, input: QuizChange): Promise<SaveResult> {
  const values = normalizeQuiz(input.values);
  const invalid = findRefusal(values);
  if (invalid) return invalid;
  // Reads the catalog, which a transaction must not.
  const servicesOfType = listServicesOfType(values.serviceType);
  return withSafetyCheck((getBlocker) =>
    catchPublishBlocked(() =>
      withTransaction(context.db, (tx) =>
        mergeAndStore(tx, context, { ...input, values, getBlocker, servicesOfType }),
      ),
    ),
  );
}

type StoredQuiz = {
  version: number;
  values: QuizValues;
  /** A generator inserted it. */
  isGenerated: boolean;
};

/** Loads a quiz and locks its row. */
async function lockStoredQuiz(tx: Transaction, quizId: string): Promise<StoredQuiz | null> {
  const ofQuiz = and(eq(generationJobs.contentId, quizzes.id), eq(generationJobs.kind, "quiz"));
  const jobs = tx.select({ id: generationJobs.id }).from(generationJobs).where(ofQuiz);
  const [row] = await tx
    .select({
      version: quizzes.version,
      values: VALUE_COLUMNS,
      isGenerated: exists(jobs).mapWith(Boolean),
    })
    .from(quizzes)
    .where(and(eq(quizzes.id, quizId), isNull(quizzes.deletedAt)))
    .for("update");
  return row ? { ...row, values: requireQuizValues(row.values) } : null;
}

type MergeInput = QuizChange & {
  getBlocker: GetPublishBlocker;
  /** For a quiz whose service type this save changes. */
  servicesOfType: string[];
};

async function mergeAndStore(
  tx: Transaction,
  context: ActionContext,
  input: MergeInput,
): Promise<SaveResult> {
  const { quizId, baseVersion, values: mine, isConfirmed } = input;
  const stored = await lockStoredQuiz(tx, quizId);
  if (!stored) return { ok: false, reason: "not-found" };
  const { version, values: theirs } = stored;
  const merge = await mergeSaved(tx, {
    kind: { parse: parseQuizValues, merge: mergeQuizzes },
    contentId: quizId,
    baseVersion,
    mine,
    current: { version, values: theirs },
  });
  if (merge.conflicts.length > 0)
    return { ok: false, reason: "conflict", ...merge, theirs, version };
  const values = merge.merged;
  const invalid = findRefusal(values);
  if (invalid) return invalid;
  const affected = await countAffected(tx, {
    quizId,
    before: theirs.questions,
    after: values.questions,
  });
  if (!isConfirmed && sumAffected(affected) > 0) return { ok: false, reason: "affected", affected };
  return storeMerged(tx, context, { ...input, values, stored, affected });
}

type StoreInput = MergeInput & { stored: StoredQuiz; affected: AffectedCounts };

/** Stores the values with everything that depends on the questions. */
async function storeMerged(
  tx: Transaction,
  context: ActionContext,
  { quizId, values, stored, affected, getBlocker, servicesOfType }: StoreInput,
): Promise<SaveResult> {
  const { actor, now } = context;
  const wasActive = stored.values.isActive;
  const change = { quizId, before: stored.values.questions, after: values.questions };
  // Generated rules of a public quiz may still wait for approval; saving other changes does not
  // make the quiz less safe.
  const publicInput = wasActive && values.isActive ? await readCheckInput(tx, quizId) : null;
  const removed = await moveModelToQuestions(tx, change);
  await restoreRemovedEntries(tx, { ...change, now });
  const version = stored.version + 1;
  const previousSlugs = addFormerSlug(quizzes, values.slug);
  const services = values.serviceType === stored.values.serviceType ? undefined : servicesOfType;
  await tx
    .update(quizzes)
    .set({ ...values, services, version, updatedAt: now, previousSlugs })
    .where(eq(quizzes.id, quizId));
  const blocker = values.isActive ? getBlocker(await readCheckInput(tx, quizId)) : null;
  if (blocker && !getBlocker(publicInput))
    throw new PublishBlockedError(wasActive ? `${blocker} ${REPUBLISH_HINT}` : blocker);
  const snapshot = removed ? { ...values, removed } : values;
  await saveVersion(tx, context, { contentId: quizId, version, snapshot });
  await deleteDraft(tx, { userId: actor, key: quizId });
  const { slug, isActive, questions } = values;
  await recordAudit(tx, context, {
    action: "save",
    entity: "quiz",
    entityId: quizId,
    changes: { version, slug, questions: questions.length, is_active: isActive, ...affected },
  });
  return {
    ok: true,
    saved: { id: quizId, slug, version },
    created: stored.isGenerated && stored.version === 1,
    affected,
    values,
  };
}

/**
 * A rule was restored together with its answer, and the quiz is public: nothing has been stored
 * that could be approved.
 */
const REPUBLISH_HINT =
  "It comes back with its answer: save the quiz without publishing it, approve the rule, then publish the quiz again.";

/** Rolls the transaction back: the check needs the quiz as it would be after the save. */
class PublishBlockedError extends Error {}

async function catchPublishBlocked(save: () => Promise<SaveResult>): Promise<SaveResult> {
  try {
    return await catchSlugConflict(save, SLUG_TAKEN);
  } catch (error) {
    if (error instanceof PublishBlockedError)
      return { ok: false, reason: "unsafe", message: error.message };
    throw error;
  }
}
