import { randomUUIDv7 } from "node:crypto";
import type pg from "pg";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { deleteDraft } from "#app/features/content-editor/drafts.server.ts";
import type { SavedContent, SaveReply } from "#app/features/content-editor/editor-schema.ts";
import { catchSlugConflict, mergeSaved } from "#app/features/content-editor/merge-saved.server.ts";
import { normalizeSlug } from "#app/features/content-editor/normalize-slug.ts";
import { saveVersion } from "#app/features/content-editor/versions.server.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { SLUG_TAKEN } from "../constants.ts";
import {
  type Affected,
  countAffected,
  countAffectedTotal,
  moveModelToQuestions,
} from "../outcomes/move-model.server.ts";
import type { Question } from "../schema.ts";
import { readCheckInput } from "../validation/check-quiz.server.ts";
import { type GetPublishBlocker, withSafetyCheck } from "./check-safety.server.ts";
import {
  getMissingFieldMessage,
  nextFieldName,
  parseQuizValues,
  type QuizValues,
  requireQuizValues,
  withOptionIds,
} from "./editor-schema.ts";
import { mergeQuizzes } from "./merge-quizzes.ts";
import { restoreRemovedEntries } from "./restore-removed.server.ts";
import type { AffectedReply } from "./schema.ts";

export type SaveResult =
  | {
      ok: true;
      saved: SavedContent;
      /** Also true for the first save of a generated quiz. */
      created: boolean;
      affected: Affected;
      /** The saved values, merged with other people's changes. */
      values: QuizValues;
    }
  /**
   * `unsafe`: the quiz would be public although its safety rules do not protect everyone they apply
   * to, because of this save.
   */
  | { ok: false; reason: "invalid" | "slug" | "unsafe"; message: string }
  | { ok: false; reason: "not-found"; message?: undefined }
  | Extract<SaveReply<QuizValues>, { reason: "conflict" }>
  | AffectedReply;

type Row = QuizValues & { id: string; version: number; isGenerated: boolean };
const COLUMNS = `id, title, slug, description, service_type as "serviceType", questions, is_active as "isActive", min_posterior as "minPosterior", min_margin as "minMargin", version,
  exists (select from generation_jobs j where j.content_id = quizzes.id and j.kind = 'quiz') as "isGenerated"`;

const normalizeValues = (values: QuizValues): QuizValues => ({
  ...values,
  title: values.title.trim(),
  slug: normalizeSlug(values.slug),
  description: values.description.trim(),
  questions: fillFieldNames(values.questions).map((question) => ({
    ...withOptionIds(question),
    questionText: question.questionText.trim(),
    options: question.options.map((option) => option.trim()),
    ghlField: question.ghlField.trim(),
    correctAnswerIndex: Math.min(
      question.correctAnswerIndex,
      Math.max(0, question.options.length - 1),
    ),
  })),
});

/** Gives questions without a CRM field name a generated one. */
function fillFieldNames(questions: readonly Question[]): Question[] {
  const named = [...questions];
  for (const [at, question] of named.entries())
    if (!question.ghlField.trim())
      named[at] = { ...question, ghlField: nextFieldName(named, at + 1) };
  return named;
}

function findInvalid(values: QuizValues): { ok: false; reason: "invalid"; message: string } | null {
  const message =
    getMissingFieldMessage(values) ??
    (new Set(values.questions.map(({ id }) => id)).size < values.questions.length
      ? "Two questions have the same id"
      : null);
  return message ? { ok: false, reason: "invalid", message } : null;
}

type NewQuiz = { values: QuizValues; topic?: string; id?: string };

/**
 * Creates a quiz as version 1.
 * @param input.draftKey the person's draft that it was written in, which is deleted
 */
export async function createQuiz(
  context: ActionContext,
  input: NewQuiz & { draftKey?: string },
): Promise<SaveResult> {
  return catchSlugConflict(
    () =>
      inTransaction(context.db.$client, async (tx) => {
        const result = await insertQuiz(tx, context, input);
        if (result.ok && input.draftKey)
          await deleteDraft(tx, { userId: context.actor, key: input.draftKey });
        return result;
      }),
    SLUG_TAKEN,
  );
}

/** The same within a transaction, which a duplicate slug aborts. */
export async function insertQuiz(
  tx: pg.PoolClient,
  context: Omit<ActionContext, "db">,
  input: NewQuiz,
): Promise<SaveResult> {
  const values = normalizeValues(input.values);
  const invalid = findInvalid(values);
  if (invalid) return invalid;
  const { topic, id = randomUUIDv7() } = input;
  const { actor, now } = context;
  await tx.query(
    `insert into quizzes (id, title, slug, description, service_type, questions, is_active, min_posterior, min_margin, topic, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
    [
      id,
      values.title,
      values.slug,
      values.description,
      values.serviceType,
      JSON.stringify(values.questions),
      values.isActive,
      values.minPosterior,
      values.minMargin,
      topic ?? null,
      now,
    ],
  );
  await saveVersion(tx, { contentId: id, version: 1, snapshot: values, savedBy: actor, now });
  await recordQuizAudit(tx, context, {
    action: "create",
    id,
    changes: { slug: values.slug, questions: values.questions.length, is_active: values.isActive },
  });
  return {
    ok: true,
    saved: { id, slug: values.slug, version: 1 },
    created: true,
    affected: { removed: 0, moved: 0, review: 0, rules: 0 },
    values,
  };
}

type Update = { quizId: string; baseVersion: number; values: QuizValues; agreed: boolean };

/**
 * Saves a quiz that was edited from version `baseVersion` on. Fields that only others changed since
 * are kept; when both changed a field, the result reports a conflict. The hashes of stored
 * diagnoses are rewritten, so that they keep their answers.
 * @param input.agreed the person has confirmed how many diagnoses this moves or removes
 */
export async function updateQuiz(context: ActionContext, input: Update): Promise<SaveResult> {
  const mine = normalizeValues(input.values);
  const invalid = findInvalid(mine);
  if (invalid) return invalid;
  return withSafetyCheck((getBlocker) =>
    catchPublishBlocked(() => updateOnce(context, { ...input, mine, getBlocker })),
  );
}

function updateOnce(
  context: ActionContext,
  { mine, getBlocker, ...input }: Update & { mine: QuizValues; getBlocker: GetPublishBlocker },
): Promise<SaveResult> {
  const { quizId, baseVersion, agreed } = input;
  const { actor, now } = context;
  return inTransaction(context.db.$client, async (tx): Promise<SaveResult> => {
    const { rows } = await tx.query<Row>(
      `select ${COLUMNS} from quizzes where id = $1 and deleted_at is null for update`,
      [quizId],
    );
    const [row] = rows;
    if (!row) return { ok: false, reason: "not-found" };
    const current = requireQuizValues(row);
    const merge = await mergeSaved(tx, {
      kind: { parse: parseQuizValues, merge: mergeQuizzes },
      contentId: quizId,
      baseVersion,
      mine,
      current: { version: row.version, values: current },
    });
    if (merge.conflicts.length > 0)
      return { ok: false, reason: "conflict", ...merge, theirs: current, version: row.version };
    const values = merge.merged;
    const invalidNow = findInvalid(values);
    if (invalidNow) return invalidNow;
    const change = { quizId, before: current.questions, after: values.questions };
    const affected = await countAffected(tx, change);
    if (!agreed && countAffectedTotal(affected) > 0)
      return { ok: false, reason: "affected", affected };
    // Generated rules of a public quiz may still wait for approval; saving other changes does not
    // make the quiz less safe.
    const publicInput = row.isActive && values.isActive ? await readCheckInput(tx, quizId) : null;
    const removed = await moveModelToQuestions(tx, change);
    await restoreRemovedEntries(tx, { ...change, now });
    const version = row.version + 1;
    await tx.query(
      `update quizzes set title = $2, slug = $3, description = $4, service_type = $5, questions = $6, is_active = $7, min_posterior = $8, min_margin = $9, version = $10, updated_at = $11,
           previous_slugs = case when slug = $3 then previous_slugs else array_remove(previous_slugs, $3) || slug end
         where id = $1`,
      [
        quizId,
        values.title,
        values.slug,
        values.description,
        values.serviceType,
        JSON.stringify(values.questions),
        values.isActive,
        values.minPosterior,
        values.minMargin,
        version,
        now,
      ],
    );
    const blocker = values.isActive ? getBlocker(await readCheckInput(tx, quizId)) : null;
    if (blocker && !getBlocker(publicInput))
      throw new PublishBlockedError(row.isActive ? `${blocker} ${REPUBLISH_HINT}` : blocker);
    await saveVersion(tx, {
      contentId: quizId,
      version,
      snapshot: removed ? { ...values, removed } : values,
      savedBy: actor,
      now,
    });
    await deleteDraft(tx, { userId: actor, key: quizId });
    await recordQuizAudit(tx, context, {
      action: "save",
      id: quizId,
      changes: {
        version,
        slug: values.slug,
        questions: values.questions.length,
        is_active: values.isActive,
        ...affected,
      },
    });
    return {
      ok: true,
      saved: { id: quizId, slug: values.slug, version },
      created: row.isGenerated && row.version === 1,
      affected,
      values,
    };
  });
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

function recordQuizAudit(
  tx: pg.PoolClient,
  context: Omit<ActionContext, "db">,
  { action, id, changes }: { action: string; id: string; changes: Record<string, unknown> },
) {
  return recordAudit(tx, context, { action, entity: "quiz", entityId: id, changes });
}
