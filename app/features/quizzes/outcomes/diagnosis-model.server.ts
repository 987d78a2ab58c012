import { createHash, randomUUIDv7 } from "node:crypto";
import { and, eq, isNull, ne, notInArray, type SQL } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Database } from "#app/db/client.server.ts";
import { quizOutcomes, quizSafetyRules, quizzes } from "#app/db/tables/quizzes.server.ts";
import { type Connection, type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { currentSlugFirst, hasSlug } from "#app/features/content-editor/content-table.server.ts";
import { saveChangedVersion } from "#app/features/content-editor/versions.server.ts";
import { MAX_OUTCOMES, MIN_OUTCOMES } from "../constants.ts";
import type { ModelValues } from "../editor/schema.ts";
import { parseHash } from "../engine/hash-answers.ts";
import { dropProposals } from "../learning/propose-weights.server.ts";
import { insertSafetyRule, RULE_COLUMNS, updateSafetyRule } from "../safety-rules.server.ts";
import { type Question, RULE_LIMITS } from "../schema.ts";

export type EditedModel = {
  quizId: string;
  title: string;
  slug: string;
  serviceType: string;
  version: number;
  questions: Question[];
  values: ModelValues;
  /** Hash of the outcomes and rules; a save sends it back. */
  fingerprint: string;
};

/**
 * Loads the outcomes, safety rules and thresholds of a quiz for its editor, without rejected ones.
 * A previous slug works too.
 */
export async function getDiagnosisModel(db: Database, slug: string): Promise<EditedModel | null> {
  const [quiz] = await db
    .select({
      quizId: quizzes.id,
      title: quizzes.title,
      slug: quizzes.slug,
      serviceType: quizzes.serviceType,
      version: quizzes.version,
      questions: quizzes.questions,
      minPosterior: quizzes.minPosterior,
      minMargin: quizzes.minMargin,
    })
    .from(quizzes)
    .where(hasSlug(quizzes, slug))
    .orderBy(currentSlugFirst(quizzes, slug))
    .limit(1);
  if (!quiz) return null;
  const { minPosterior, minMargin, ...rest } = quiz;
  const entries = await listModelEntries(db, quiz.quizId);
  return {
    ...rest,
    values: { ...entries, minPosterior, minMargin },
    fingerprint: hashModelEntries(entries),
  };
}

type Entries = Pick<ModelValues, "outcomes" | "rules">;

const isOutcomeOf = (quizId: string): SQL | undefined =>
  and(eq(quizOutcomes.quizId, quizId), ne(quizOutcomes.status, "rejected"));
const isRuleOf = (quizId: string): SQL | undefined =>
  and(eq(quizSafetyRules.quizId, quizId), ne(quizSafetyRules.status, "rejected"));

async function listModelEntries(db: Connection, quizId: string): Promise<Entries> {
  const { id, status, bias, weights, diagnosisData: data, position } = quizOutcomes;
  const outcomes = await db
    .select({ id, status, bias, weights, data })
    .from(quizOutcomes)
    .where(isOutcomeOf(quizId))
    .orderBy(position, id);
  const rules = await db
    .select({ status: quizSafetyRules.status, ...RULE_COLUMNS })
    .from(quizSafetyRules)
    .where(isRuleOf(quizId))
    .orderBy(quizSafetyRules.position, quizSafetyRules.id);
  return { outcomes, rules };
}

/**
 * Generators and the review change entries without a new version of the quiz. An approval changes
 * nothing that a save writes, so it is not part of the hash.
 */
function hashModelEntries({ outcomes, rules }: Entries): string {
  const withoutStatus = (entry: Entries["outcomes"][number] | Entries["rules"][number]) => ({
    ...entry,
    status: undefined,
  });
  return createHash("sha256")
    .update(JSON.stringify([outcomes.map(withoutStatus), rules.map(withoutStatus)]))
    .digest("base64url");
}

export type SaveModelResult =
  | { ok: true; version: number }
  | { ok: false; reason: "not-found" | "conflict" }
  | { ok: false; reason: "invalid"; message: string };

/**
 * Saves outcomes, rules and thresholds. Entries written by staff are approved by saving; generated
 * entries that nobody has reviewed stay pending. Omitted entries are deleted.
 * @param input.fingerprint as it was loaded: when entries were added, removed or changed since, nothing is saved
 */
export function saveDiagnosisModel(
  context: ActionContext,
  input: {
    quizId: string;
    baseVersion: number;
    fingerprint: string;
    values: ModelValues;
  },
): Promise<SaveModelResult> {
  const { quizId, baseVersion, fingerprint, values } = input;
  return withTransaction(context.db, async (tx): Promise<SaveModelResult> => {
    const [quiz] = await tx
      .select({ version: quizzes.version, questions: quizzes.questions })
      .from(quizzes)
      .where(and(eq(quizzes.id, quizId), isNull(quizzes.deletedAt)))
      .for("update");
    if (!quiz) return { ok: false, reason: "not-found" };
    if (
      quiz.version !== baseVersion ||
      hashModelEntries(await listModelEntries(tx, quizId)) !== fingerprint
    )
      return { ok: false, reason: "conflict" };
    const message = findOutcomeCountError(values) ?? findUnknownAnswerError(values, quiz.questions);
    if (message) return { ok: false, reason: "invalid", message };
    await saveOutcomes(tx, context, input);
    await saveRules(tx, context, input);
    // They are based on weights that may just have been changed by hand.
    await dropProposals(tx, quizId);
    const version = baseVersion + 1;
    const { minPosterior, minMargin } = values;
    await tx
      .update(quizzes)
      .set({ minPosterior, minMargin, version, updatedAt: context.now })
      .where(eq(quizzes.id, quizId));
    await saveChangedVersion(tx, context, {
      contentId: quizId,
      version,
      changes: { minPosterior, minMargin },
    });
    await recordAudit(tx, context, {
      action: "save-knowledge",
      entity: "quiz",
      entityId: quizId,
      changes: { version, outcomes: values.outcomes.length, rules: values.rules.length },
    });
    return { ok: true, version };
  });
}

function findOutcomeCountError({ outcomes }: ModelValues): string | null {
  if (outcomes.length === 0 || outcomes.length >= MIN_OUTCOMES) return null;
  return `A quiz has ${MIN_OUTCOMES} to ${MAX_OUTCOMES} outcomes, or none. Add some, or remove the rest.`;
}

function findUnknownAnswerError(
  { rules, outcomes }: ModelValues,
  questions: readonly Question[],
): string | null {
  const exists = (pattern: string) => {
    const answers = parseHash(pattern);
    return (
      answers !== null &&
      answers.length > 0 &&
      answers.every(
        ({ questionId, selectedOptionIndex }) =>
          (questions.find(({ id }) => id === questionId)?.options.length ?? 0) >
          selectedOptionIndex,
      )
    );
  };
  const rule = rules.find(({ pattern }) => !exists(pattern));
  if (rule)
    return `The safety rule "${rule.name}" names an answer that the quiz does not have. Choose its answers again.`;
  const outcome = outcomes.find(({ weights }) => !Object.keys(weights).every(exists));
  return outcome
    ? `The outcome "${outcome.data.diagnosis}" has a weight for an answer that the quiz does not have. Load the page again.`
    : null;
}

type SaveModelInput = { quizId: string; values: ModelValues };

async function saveOutcomes(
  tx: Transaction,
  { actor, now }: ActionContext,
  { quizId, values }: SaveModelInput,
): Promise<void> {
  const keptIds = values.outcomes.flatMap(({ id }) => id ?? []);
  await tx
    .delete(quizOutcomes)
    .where(and(isOutcomeOf(quizId), notInArray(quizOutcomes.id, keptIds)));
  for (const [position, { id, bias, weights, data }] of values.outcomes.entries()) {
    const fields = { position, bias, weights, diagnosisData: data };
    if (id)
      await tx
        .update(quizOutcomes)
        .set(fields)
        .where(and(eq(quizOutcomes.quizId, quizId), eq(quizOutcomes.id, id)));
    else
      await tx.insert(quizOutcomes).values({
        ...fields,
        quizId,
        id: randomUUIDv7(),
        status: "approved",
        generator: "staff",
        reviewedBy: actor,
        approvedAt: now,
        createdAt: now,
      });
  }
}

async function saveRules(
  tx: Transaction,
  { actor, now }: ActionContext,
  { quizId, values }: SaveModelInput,
): Promise<void> {
  const keptIds = values.rules.flatMap(({ id }) => id ?? []);
  await tx
    .delete(quizSafetyRules)
    .where(and(isRuleOf(quizId), notInArray(quizSafetyRules.id, keptIds)));
  for (const [position, { id, status: _status, ...content }] of values.rules.entries()) {
    const rule = {
      ...content,
      headline: content.headline || content.name.slice(0, RULE_LIMITS.headline),
    };
    if (id) await updateSafetyRule(tx, { ...rule, id }, { quizId, position });
    else
      await insertSafetyRule(tx, rule, {
        quizId,
        position,
        status: "approved",
        generator: "staff",
        reviewedBy: actor,
        now,
      });
  }
}
