import { randomUUIDv7 } from "node:crypto";
import { and, eq, inArray, ne, type SQL } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { quizWeightProposals } from "#app/db/tables/quiz-learning.server.ts";
import {
  quizDiagnoses,
  quizOutcomes,
  quizSafetyRules,
  quizUnmatchedAnswers,
  quizzes,
  type ReviewStatus,
} from "#app/db/tables/quizzes.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { withSafetyCheck } from "../editor/check-safety.server.ts";
import type { DangerTexts, ReviewKind, ReviewRef } from "../editor/schema.ts";
import { buildGenericDiagnosis } from "../engine/generic-diagnosis.ts";
import { splitAnswerPairs } from "../engine/hash-answers.ts";
import { rankOutcomes } from "../engine/rank-outcomes.ts";
import { applyWeights, WeightsBlockedError } from "../learning/apply-weights.server.ts";
import type { DiagnosisData } from "../schema.ts";
import { rejectDuplicates } from "./queries.sql.ts";

const TABLES = {
  diagnosis: quizDiagnoses,
  outcome: quizOutcomes,
  rule: quizSafetyRules,
  weights: quizWeightProposals,
} as const;
const KINDS = Object.keys(TABLES) as ReviewKind[];

export type ReviewResult =
  | { ok: true; changed: number }
  | { ok: false; reason: "not-pending" }
  /** Check quiz would refuse the quiz with learned weights; nothing was decided. */
  | { ok: false; reason: "blocked"; message: string };
type ReviewInput = { quizId: string; items: readonly ReviewRef[] };

/**
 * Serializes the reviews of a quiz: two people deciding on the same answers must not both succeed.
 */
const lockQuiz = (tx: Transaction, quizId: string) =>
  tx.select({ id: quizzes.id }).from(quizzes).where(eq(quizzes.id, quizId)).for("update");

const listIds = (items: readonly ReviewRef[], kind: ReviewKind) =>
  items.filter((item) => item.kind === kind).map(({ id }) => id);

/** Condition: the items of one kind that still wait for a decision. */
function isPending({ quizId, items }: ReviewInput, kind: ReviewKind): SQL | undefined {
  const table = TABLES[kind];
  return and(
    eq(table.quizId, quizId),
    inArray(table.id, listIds(items, kind)),
    eq(table.status, "pending_review"),
  );
}

/**
 * Locks the quiz, changes pending items, and records how many changed.
 * @param change returns how many it changed
 */
function reviewItems(
  context: ActionContext,
  { quizId, action }: { quizId: string; action: "approve" | "reject" | "edit" },
  change: (tx: Transaction) => Promise<number>,
): Promise<ReviewResult> {
  return withTransaction(context.db, async (tx): Promise<ReviewResult> => {
    await lockQuiz(tx, quizId);
    const changed = await change(tx);
    if (changed === 0) return { ok: false, reason: "not-pending" };
    await recordReviewAudit(tx, context, { quizId, action, changes: { items: changed } });
    return { ok: true, changed };
  });
}

type Decision = { status: ReviewStatus; reviewedBy: string; approvedAt?: Date };

/** Sets the status of pending items; returns how many there were. */
async function decideItems(
  tx: Transaction,
  input: ReviewInput,
  decision: Decision,
): Promise<number> {
  let changed = 0;
  for (const kind of KINDS) {
    const { rowCount } = await tx.update(TABLES[kind]).set(decision).where(isPending(input, kind));
    changed += rowCount ?? 0;
  }
  return changed;
}

/**
 * Approves pending items. Of diagnoses for the same answers, only the newest stays approved: the
 * older one is rejected. Learned weights are used from then on, if Check quiz passes with them.
 */
export async function approveItems(
  context: ActionContext,
  input: ReviewInput,
): Promise<ReviewResult> {
  const { quizId, items } = input;
  const { actor, now } = context;
  try {
    return await withSafetyCheck((getBlocker) =>
      reviewItems(context, { quizId, action: "approve" }, async (tx) => {
        await rejectDuplicates.run(tx, { quizId, ids: listIds(items, "diagnosis"), actor });
        await applyWeights(tx, context, { quizId, ids: listIds(items, "weights"), getBlocker });
        return decideItems(tx, input, { status: "approved", reviewedBy: actor, approvedAt: now });
      }),
    );
  } catch (error) {
    if (!(error instanceof WeightsBlockedError)) throw error;
    return { ok: false, reason: "blocked", message: error.message };
  }
}

export const rejectItems = (context: ActionContext, input: ReviewInput): Promise<ReviewResult> =>
  reviewItems(context, { quizId: input.quizId, action: "reject" }, (tx) =>
    decideItems(tx, input, { status: "rejected", reviewedBy: context.actor }),
  );

/** Edits the texts of pending items; they stay pending. */
export function editItems(
  context: ActionContext,
  input: ReviewInput & { data: DiagnosisData; danger?: DangerTexts },
): Promise<ReviewResult> {
  const { quizId, data, danger } = input;
  return reviewItems(context, { quizId, action: "edit" }, async (tx) => {
    let changed = 0;
    for (const kind of ["diagnosis", "outcome"] as const) {
      const { rowCount } = await tx
        .update(TABLES[kind])
        .set({ diagnosisData: data, generator: "staff" })
        .where(isPending(input, kind));
      changed += rowCount ?? 0;
    }
    const { rowCount } = await tx
      .update(quizSafetyRules)
      .set({
        name: data.diagnosis,
        instruction: data.nextSteps.join("\n"),
        urgency: data.urgency,
        causes: data.causes,
        generator: "staff",
        // Without these texts the rule keeps its own.
        headline: danger?.headline,
        call911: danger?.call911,
        alsoCall: danger?.alsoCall,
      })
      .where(isPending(input, "rule"));
    return changed + (rowCount ?? 0);
  });
}

/**
 * Keeps an approved diagnosis although the model contradicts it: it is used, and the quiz can be
 * published.
 */
export function keepDiagnosis(
  context: ActionContext,
  { quizId, id, reason }: { quizId: string; id: string; reason: string },
): Promise<{ ok: true } | { ok: false; reason: "not-found" }> {
  return withTransaction(context.db, async (tx) => {
    await lockQuiz(tx, quizId);
    const { rowCount } = await tx
      .update(quizDiagnoses)
      .set({ keepReason: reason })
      .where(
        and(
          eq(quizDiagnoses.id, id),
          eq(quizDiagnoses.quizId, quizId),
          eq(quizDiagnoses.status, "approved"),
        ),
      );
    if (rowCount !== 1) return { ok: false as const, reason: "not-found" as const };
    await recordReviewAudit(tx, context, { quizId, action: "keep", changes: { id, reason } });
    return { ok: true as const };
  });
}

/** Adds a pending diagnosis for answers of visitors, with the texts of the most likely outcome. */
export async function addDiagnosisForAnswers(
  context: ActionContext,
  input: { quizId: string; hash: string },
): Promise<{ ok: true; id: string } | { ok: false; reason: "not-found" }> {
  const { quizId, hash } = input;
  return withTransaction(context.db, async (tx) => {
    const [quiz] = await tx
      .select({ serviceType: quizzes.serviceType })
      .from(quizUnmatchedAnswers)
      .innerJoin(quizzes, eq(quizzes.id, quizUnmatchedAnswers.quizId))
      .where(and(eq(quizUnmatchedAnswers.quizId, quizId), eq(quizUnmatchedAnswers.hash, hash)));
    if (!quiz) return { ok: false as const, reason: "not-found" as const };
    await lockQuiz(tx, quizId);
    const [existing] = await tx
      .select({ id: quizDiagnoses.id })
      .from(quizDiagnoses)
      .where(
        and(
          eq(quizDiagnoses.quizId, quizId),
          eq(quizDiagnoses.answerCombinationHash, hash),
          ne(quizDiagnoses.status, "rejected"),
        ),
      )
      .limit(1);
    if (existing) return { ok: true as const, id: existing.id };
    const id = randomUUIDv7();
    await tx.insert(quizDiagnoses).values({
      id,
      quizId,
      status: "pending_review",
      answerCombinationHash: hash,
      diagnosisData: (await getMostLikely(tx, input)) ?? buildGenericDiagnosis(quiz.serviceType),
      generator: "staff",
      createdAt: context.now,
    });
    await recordReviewAudit(tx, context, { quizId, action: "add-diagnosis", changes: { hash } });
    return { ok: true as const, id };
  });
}

/** The texts of the most likely outcome, if the quiz has outcomes. */
async function getMostLikely(
  tx: Transaction,
  { quizId, hash }: { quizId: string; hash: string },
): Promise<DiagnosisData | undefined> {
  const { id, bias, weights, diagnosisData: data } = quizOutcomes;
  const outcomes = await tx
    .select({ id, bias, weights, data })
    .from(quizOutcomes)
    .where(and(eq(quizOutcomes.quizId, quizId), eq(quizOutcomes.status, "approved")));
  return rankOutcomes(outcomes, splitAnswerPairs(hash))[0]?.outcome.data;
}

function recordReviewAudit(
  tx: Transaction,
  context: ActionContext,
  entry: { quizId: string; action: string; changes: Record<string, unknown> },
) {
  return recordAudit(tx, context, {
    action: `review-${entry.action}`,
    entity: "quiz",
    entityId: entry.quizId,
    changes: entry.changes,
  });
}
