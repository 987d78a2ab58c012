import { z } from "zod";
import type { Database } from "#app/db/client.server.ts";
import type { DiagnosisModel } from "../engine/diagnose.ts";
import { hashAnswers, splitAnswerPairs } from "../engine/hash-answers.ts";
import type { PublicQuiz } from "../published.server.ts";
import { type Answer, diagnosisDataSchema, ruleContentSchema } from "../schema.ts";
import { countUnmatchedAnswers, selectDiagnosisModel } from "./find-diagnosis.sql.ts";

const storedModelSchema = z.object({
  rows: z.array(
    z.object({
      id: z.string(),
      hash: z.string(),
      priority: z.number(),
      approvedAt: z.coerce.date(),
      isTrusted: z.boolean(),
      data: diagnosisDataSchema,
    }),
  ),
  outcomes: z.array(
    z.object({
      id: z.string(),
      bias: z.number(),
      weights: z.record(z.string(), z.number()),
      data: diagnosisDataSchema,
    }),
  ),
  rules: z.array(ruleContentSchema.extend({ id: z.string() })),
});

export type FindDiagnosisResult = { ok: true; model: DiagnosisModel } | { ok: false };

/**
 * Loads the part of the diagnosis model that applies to these answers. Not `ok` when the stored
 * data is invalid; rejects when the database is unavailable.
 */
export async function findDiagnosis(
  db: Database,
  options: {
    quiz: Pick<PublicQuiz, "id" | "questions" | "thresholds" | "serviceType">;
    answers: readonly Answer[];
  },
): Promise<FindDiagnosisResult> {
  const { quiz, answers } = options;
  const hash = hashAnswers(answers);
  const row = await selectDiagnosisModel.first(db, {
    quizId: quiz.id,
    hash,
    questionCount: quiz.questions.length,
    pairs: splitAnswerPairs(hash),
  });
  const stored = storedModelSchema.safeParse(row);
  if (!stored.success) return { ok: false };
  return {
    ok: true,
    model: { ...stored.data, thresholds: quiz.thresholds, serviceType: quiz.serviceType },
  };
}

/** Counts answers without a matching row, so that staff see which combinations need a diagnosis. */
export async function recordUnmatchedAnswers(
  db: Database,
  { quizId, answers, now }: { quizId: string; answers: readonly Answer[]; now: Date },
): Promise<void> {
  await countUnmatchedAnswers.run(db, { quizId, hash: hashAnswers(answers), now });
}
