import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#app/db/client.server.ts";
import { quizRequestResults } from "#app/db/tables/quiz-learning.server.ts";
import { quizOutcomes, quizzes } from "#app/db/tables/quizzes.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { type Connection, type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { withOptionIds } from "../editor/editor-schema.ts";
import { diagnose } from "../engine/diagnose.ts";
import { findDiagnosis } from "../player/find-diagnosis.server.ts";
import { findQuizBySlug } from "../player/find-quiz.server.ts";
import type { Answer, Question } from "../schema.ts";
import { NO_CAUSE, OTHER_CAUSE, type QuizOfRequest } from "./schema.ts";

const handoffSchema = z.object({
  slug: z.string().min(1),
  answers: z.array(z.object({ id: z.string(), answer: z.string() })),
  sentAt: z.date(),
});
type Handoff = z.infer<typeof handoffSchema>;
type GivenAnswer = Answer & { optionId: string };

/**
 * Finds out what the quiz said to the sender of a request, and stores it, so that staff see it even
 * after the quiz has changed. Nothing is stored for a request without a quiz, or when the quiz has
 * been saved since the request: it may say something else now.
 */
export async function storeRequestResult(
  db: Database,
  { requestId, now }: { requestId: string; now: Date },
): Promise<void> {
  const handoff = await findHandoff(db, requestId);
  const quiz = handoff && (await findQuizBySlug(db, handoff.slug));
  if (!handoff || !quiz || quiz.updatedAt > handoff.sentAt) return;
  const answers = findAnswers(handoff, quiz.questions);
  if (answers.length === 0) return;
  const found = await findDiagnosis(db, { quiz, answers });
  if (!found.ok) return;
  const { layer, data, confidence, candidates } = diagnose(answers, found.model);
  // The quiz has changed since: the visitor saw something else.
  if (layer !== "danger" && answers.length < quiz.questions.length) return;
  const outcome = found.model.outcomes.find((one) => one.data.diagnosis === data.diagnosis);
  await withTransaction(db, async (tx) => {
    // The request may be erased at this moment, together with its answers.
    if (!(await findHandoff(tx, requestId, { isLocked: true }))) return;
    await tx
      .insert(quizRequestResults)
      .values({
        requestId,
        quizId: quiz.id,
        answers: answers.map(({ questionId, optionId }) => `${questionId}:${optionId}`),
        result: { layer, data, confidence, candidates, outcomeId: outcome?.id ?? null },
        createdAt: now,
      })
      .onConflictDoNothing();
  });
}

async function findHandoff(
  db: Connection,
  requestId: string,
  { isLocked = false } = {},
): Promise<Handoff | null> {
  const { additionalDetails, quizSlug, createdAt: sentAt } = serviceRequests;
  const query = db
    .select({
      slug: quizSlug,
      answers: sql`${additionalDetails}->'quiz_answers'`,
      sentAt,
    })
    .from(serviceRequests)
    .where(eq(serviceRequests.id, requestId));
  const [row] = await (isLocked ? query.for("share") : query);
  return handoffSchema.safeParse(row).data ?? null;
}

/** Finds the options that were chosen by their texts, which is all that a request has. */
const findAnswers = ({ answers }: Handoff, questions: readonly Question[]): GivenAnswer[] =>
  questions.flatMap((question) => {
    const given = answers.find(({ id }) => id === question.id);
    const at = given ? question.options.indexOf(given.answer) : -1;
    const optionId = withOptionIds(question).optionIds[at];
    return optionId ? [{ questionId: question.id, selectedOptionIndex: at, optionId }] : [];
  });

/** The quiz of a request and what it said; null when the request has none. */
export async function getQuizOfRequest(
  db: Database,
  { requestId, now }: { requestId: string; now: Date },
): Promise<QuizOfRequest | null> {
  const found = await findStoredResult(db, requestId);
  if (found) return found;
  // The process ended between the request and its result, or the request is older than the results.
  await storeRequestResult(db, { requestId, now });
  return findStoredResult(db, requestId);
}

async function findStoredResult(db: Database, requestId: string): Promise<QuizOfRequest | null> {
  const { causeRecordedAt, cause, causeOutcomeId, result, quizId } = quizRequestResults;
  const [row] = await db
    .select({
      title: quizzes.title,
      slug: quizzes.slug,
      result,
      quizId,
      causeRecordedAt,
      cause,
      causeOutcomeId,
    })
    .from(quizRequestResults)
    .innerJoin(quizzes, eq(quizzes.id, quizId))
    .where(eq(quizRequestResults.requestId, requestId));
  if (!row) return null;
  const causes = await listCauses(db, row.quizId);
  const known = causes.find(
    ({ id, diagnosis }) => id === row.causeOutcomeId || diagnosis === row.cause,
  );
  const gone =
    row.cause && row.causeOutcomeId && !known
      ? [{ id: row.causeOutcomeId, diagnosis: row.cause }]
      : [];
  return {
    title: row.title,
    slug: row.slug,
    result: row.result,
    cause: !row.causeRecordedAt
      ? NO_CAUSE
      : row.cause === null
        ? OTHER_CAUSE
        : (known?.id ?? row.causeOutcomeId ?? OTHER_CAUSE),
    causes: [...causes, ...gone],
  };
}

const listCauses = (db: Database | Transaction, quizId: string) =>
  db
    .select({
      id: quizOutcomes.id,
      diagnosis: sql<string>`${quizOutcomes.diagnosisData}->>'diagnosis'`,
    })
    .from(quizOutcomes)
    .where(and(eq(quizOutcomes.quizId, quizId), eq(quizOutcomes.status, "approved")))
    .orderBy(quizOutcomes.position, quizOutcomes.id);

export type SetCauseResult =
  /** `changed` is null when this cause was recorded already; its `cause` is null for another one. */
  { ok: true; changed: { cause: string | null; isCleared: boolean } | null } | { ok: false };

/**
 * Stores the true cause of a request that came from a quiz; not `ok` when the request has no quiz or
 * the quiz has no such outcome.
 * @param input.cause an outcome's id, OTHER_CAUSE or NO_CAUSE
 */
export async function setTrueCause(
  tx: Transaction,
  input: { requestId: string; cause: string; actor: string; now: Date },
): Promise<SetCauseResult> {
  const { requestId, cause, actor, now } = input;
  const [row] = await tx
    .select({
      quizId: quizRequestResults.quizId,
      recordedAt: quizRequestResults.causeRecordedAt,
      outcomeId: quizRequestResults.causeOutcomeId,
    })
    .from(quizRequestResults)
    .where(eq(quizRequestResults.requestId, requestId))
    .for("update");
  if (!row) return { ok: false };
  const isCleared = cause === NO_CAUSE;
  const outcomeId = isCleared || cause === OTHER_CAUSE ? null : cause;
  const outcome = outcomeId
    ? (await listCauses(tx, row.quizId)).find(({ id }) => id === outcomeId)
    : null;
  if (outcomeId && !outcome) return { ok: false };
  if (isCleared === (row.recordedAt === null) && row.outcomeId === outcomeId)
    return { ok: true, changed: null };
  await tx
    .update(quizRequestResults)
    .set({
      cause: outcome?.diagnosis ?? null,
      causeOutcomeId: outcomeId,
      causeRecordedAt: isCleared ? null : now,
      causeRecordedBy: isCleared ? null : actor,
    })
    .where(eq(quizRequestResults.requestId, requestId));
  return { ok: true, changed: { cause: outcome?.diagnosis ?? null, isCleared } };
}

/** A result with its true cause, for the hit rate and for learning. */
export type RecordedResult = {
  answers: string[];
  /** The title of the cause that the quiz named; null when it named none. */
  named: string | null;
  candidates: string[];
  cause: string | null;
  causeOutcomeId: string | null;
  recordedAt: Date;
};

/** Lists the results of a quiz whose true cause is known, the newest first. */
export async function listRecordedResults(
  db: Database,
  { quizId, limit }: { quizId: string; limit: number },
): Promise<RecordedResult[]> {
  const { answers, result, cause, causeOutcomeId, causeRecordedAt } = quizRequestResults;
  const rows = await db
    .select({
      answers,
      diagnosis: sql<string>`${result}->'data'->>'diagnosis'`,
      outcomeId: sql<string | null>`${result}->>'outcomeId'`,
      candidates: sql<string[]>`jsonb_path_query_array(${result}, '$.candidates[*].diagnosis')`,
      cause,
      causeOutcomeId,
      recordedAt: causeRecordedAt,
    })
    .from(quizRequestResults)
    .where(and(eq(quizRequestResults.quizId, quizId), isNotNull(causeRecordedAt)))
    .orderBy(desc(causeRecordedAt))
    .limit(limit);
  return rows.map(({ diagnosis, outcomeId, recordedAt, ...row }) => ({
    ...row,
    named: outcomeId === null ? null : diagnosis,
    recordedAt: recordedAt ?? new Date(0),
  }));
}
