import { randomUUIDv7 } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, eq, gt, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { quizRequestResults, quizWeightProposals } from "#app/db/tables/quiz-learning.server.ts";
import { quizOutcomes, quizSafetyRules, quizzes } from "#app/db/tables/quizzes.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { withOptionIds } from "../editor/editor-schema.ts";
import { formatAnswerPair, parseHash } from "../engine/hash-answers.ts";
import type { Question } from "../schema.ts";
import {
  type LearnedWeights,
  learnWeights,
  MIN_CASES,
  type RecordedCase,
} from "./learn-weights.ts";
import { listRecordedResults } from "./request-results.server.ts";

/** The newest results are read; older ones say less about the quiz of today. */
const MAX_RESULTS = 5_000;

/**
 * Puts weights into the review of every quiz whose recorded causes suggest them. A proposal takes
 * the causes recorded since the last one for the same outcome that staff decided on. Safe to run
 * twice.
 */
export async function proposeWeights(
  db: Database,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<void> {
  const { quizId } = quizRequestResults;
  const learnable = await db
    .select({ quizId })
    .from(quizRequestResults)
    .innerJoin(quizzes, eq(quizzes.id, quizId))
    .where(and(isNotNull(quizRequestResults.causeRecordedAt), isNull(quizzes.deletedAt)))
    .groupBy(quizId)
    .having(gt(sql`count(*)`, MIN_CASES - 1));
  for (const quiz of learnable) {
    if (signal?.aborted) return;
    await proposeWeightsOf(db, { quizId: quiz.quizId, now });
  }
}

async function proposeWeightsOf(
  db: Database,
  { quizId, now }: { quizId: string; now: Date },
): Promise<void> {
  const results = await listRecordedResults(db, { quizId, limit: MAX_RESULTS });
  await withTransaction(db, async (tx) => {
    const [quiz] = await tx
      .select({ questions: quizzes.questions })
      .from(quizzes)
      .where(eq(quizzes.id, quizId))
      .for("update");
    if (!quiz) return;
    const { outcomes, dangers, learnedUntil } = await listModel(tx, quizId);
    const toPairs = createPairReader(quiz.questions);
    const cases = results.flatMap((result): RecordedCase[] => {
      const outcome = outcomes.find(
        ({ id, diagnosis }) => id === result.causeOutcomeId || diagnosis === result.cause,
      );
      if (!outcome || result.recordedAt <= (learnedUntil.get(outcome.id) ?? 0)) return [];
      return [{ outcomeId: outcome.id, pairs: toPairs(result.answers) }];
    });
    const asked = new Set(
      dangers.flatMap(({ pattern }) => (parseHash(pattern) ?? []).map((pair) => pair.questionId)),
    );
    const learned = learnWeights({
      questions: quiz.questions.filter(({ id }) => !asked.has(id)),
      outcomes,
      cases,
    });
    await storeProposals(tx, { quizId, now, learned });
  });
}

/** What can be learned for, what must not be, and until when each outcome has been learned. */
async function listModel(tx: Transaction, quizId: string) {
  const { id, weights, diagnosisData, position, status } = quizOutcomes;
  const outcomes = await tx
    .select({ id, weights, diagnosis: sql<string>`${diagnosisData}->>'diagnosis'` })
    .from(quizOutcomes)
    .where(and(eq(quizOutcomes.quizId, quizId), eq(status, "approved")))
    .orderBy(position, id);
  const dangers = await tx
    .select({ pattern: quizSafetyRules.pattern })
    .from(quizSafetyRules)
    .where(and(eq(quizSafetyRules.quizId, quizId), eq(quizSafetyRules.urgency, "high")));
  const { outcomeId, createdAt } = quizWeightProposals;
  const decided = await tx
    .select({ outcomeId, at: sql`max(${createdAt})`.mapWith(createdAt) })
    .from(quizWeightProposals)
    .where(
      and(eq(quizWeightProposals.quizId, quizId), ne(quizWeightProposals.status, "pending_review")),
    )
    .groupBy(outcomeId);
  return {
    outcomes,
    dangers,
    learnedUntil: new Map(decided.map((row) => [row.outcomeId, row.at])),
  };
}

/** Reads stored answers, `questionId:optionId`, as answer pairs of the quiz as it is now. */
function createPairReader(questions: readonly Question[]) {
  const pairs = new Map(
    questions.flatMap((question) =>
      withOptionIds(question).optionIds.map((optionId, at) => [
        `${question.id}:${optionId}`,
        formatAnswerPair(question.id, at),
      ]),
    ),
  );
  return (answers: readonly string[]) => answers.flatMap((answer) => pairs.get(answer) ?? []);
}

/** Replaces the pending proposals that say something else now. */
async function storeProposals(
  tx: Transaction,
  { quizId, now, learned }: { quizId: string; now: Date; learned: LearnedWeights[] },
): Promise<void> {
  const table = quizWeightProposals;
  const pending = await tx
    .select({ id: table.id, outcomeId: table.outcomeId, changes: table.changes })
    .from(table)
    .where(and(eq(table.quizId, quizId), eq(table.status, "pending_review")));
  for (const { id, outcomeId, changes } of pending) {
    const found = learned.find((one) => one.outcomeId === outcomeId);
    if (found && isDeepStrictEqual(found.changes, changes)) continue;
    await tx.delete(table).where(eq(table.id, id));
  }
  for (const { outcomeId, cases, changes } of learned)
    await tx
      .insert(table)
      .values({
        id: randomUUIDv7(),
        quizId,
        outcomeId,
        cases,
        changes,
        generator: "built-in",
        createdAt: now,
      })
      .onConflictDoNothing();
}

/** Forgets the pending proposals of a quiz: what they are based on has changed. */
export const dropProposals = (tx: Transaction, quizId: string) =>
  tx
    .delete(quizWeightProposals)
    .where(
      and(eq(quizWeightProposals.quizId, quizId), eq(quizWeightProposals.status, "pending_review")),
    );
