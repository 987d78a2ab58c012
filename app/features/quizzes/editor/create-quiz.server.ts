import { randomUUIDv7 } from "node:crypto";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { quizzes } from "#app/db/tables/quizzes.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { listServicesOfType } from "#app/features/catalog/find-service.server.ts";
import { deleteDraft } from "#app/features/content-editor/drafts.server.ts";
import { catchSlugConflict } from "#app/features/content-editor/merge-saved.server.ts";
import { saveVersion } from "#app/features/content-editor/versions.server.ts";
import { SLUG_TAKEN } from "../constants.ts";
import type { QuizValues } from "./editor-schema.ts";
import { findRefusal, normalizeQuiz } from "./normalize-quiz.ts";
import type { SaveResult } from "./save-result.ts";

type NewQuiz = {
  values: QuizValues;
  topic?: string;
  /** The services whose pages list it; those of its service type by default. */
  services?: readonly string[];
  id?: string;
};

/**
 * Creates a quiz as version 1.
 * @param input.draftKey the person's draft that it was written in, which is deleted
 */
export async function createQuiz(
  context: ActionContext,
  input: NewQuiz & { draftKey?: string },
): Promise<SaveResult> {
  // Reads the catalog, which a transaction must not.
  const services = input.services ?? listServicesOfType(input.values.serviceType);
  return catchSlugConflict(
    () =>
      withTransaction(context.db, async (tx) => {
        const result = await insertQuiz(tx, context, { ...input, services });
        if (result.ok && input.draftKey)
          await deleteDraft(tx, { userId: context.actor, key: input.draftKey });
        return result;
      }),
    SLUG_TAKEN,
  );
}

/** The same within a transaction, which a duplicate slug aborts. */
export async function insertQuiz(
  tx: Transaction,
  context: Omit<ActionContext, "db">,
  input: NewQuiz & { services: readonly string[] },
): Promise<SaveResult> {
  const values = normalizeQuiz(input.values);
  const invalid = findRefusal(values);
  if (invalid) return invalid;
  const { topic, id = randomUUIDv7() } = input;
  const { now } = context;
  const services = [...input.services];
  await tx
    .insert(quizzes)
    .values({ ...values, id, topic, services, createdAt: now, updatedAt: now });
  await saveVersion(tx, context, { contentId: id, version: 1, snapshot: values });
  await recordAudit(tx, context, {
    action: "create",
    entity: "quiz",
    entityId: id,
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
