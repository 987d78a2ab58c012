import { randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import {
  quizDiagnoses,
  quizOutcomes,
  quizSafetyRules,
  quizUnmatchedAnswers,
  quizzes,
  seedQuizzes,
} from "#app/db/tables/quizzes.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { saveVersion } from "#app/features/content-editor/versions.server.ts";
import { DEFAULT_MARGIN, DEFAULT_POSTERIOR } from "../constants.ts";
import type { QuizDraft } from "../generation/build-quiz.ts";
import { insertSafetyRule } from "../safety-rules.server.ts";
import { insertQuiz } from "./create-quiz.server.ts";
import type { SeedQuiz } from "./prepare-seed-quizzes.server.ts";

export type SeedContext = Omit<ActionContext, "db">;
type SeedQuizValues = QuizDraft & { slug: string; isActive: boolean };

const THRESHOLDS = { minPosterior: DEFAULT_POSTERIOR, minMargin: DEFAULT_MARGIN };

/** Inserts a quiz with the content of a seed quiz, approved. Returns its id. */
export async function createSeedQuiz(
  tx: Transaction,
  context: SeedContext,
  { seedQuiz: { slug, services, model }, values }: { seedQuiz: SeedQuiz; values: SeedQuizValues },
): Promise<string> {
  const result = await insertQuiz(tx, context, {
    values: { ...values, ...THRESHOLDS },
    topic: slug.replaceAll("-", " "),
    services,
  });
  if (!result.ok) throw new Error(`the seed quiz ${slug} could not be stored: ${result.reason}`);
  await insertModel(tx, model, { quizId: result.saved.id, now: context.now });
  return result.saved.id;
}

async function insertModel(
  tx: Transaction,
  { outcomes, rules }: SeedQuiz["model"],
  { quizId, now }: { quizId: string; now: Date },
): Promise<void> {
  await tx.insert(quizOutcomes).values(
    outcomes.map(({ bias, weights, data }, position) => ({
      id: randomUUIDv7(),
      quizId,
      position,
      bias,
      weights,
      diagnosisData: data,
      status: "approved" as const,
      generator: "built-in" as const,
      approvedAt: now,
      createdAt: now,
    })),
  );
  for (const [position, rule] of rules.entries())
    await insertSafetyRule(tx, rule, {
      quizId,
      position,
      status: "approved",
      generator: "built-in",
      now,
    });
}

export type StoredSeedQuiz = { id: string; slug: string; version: number; isActive: boolean };

/**
 * Replaces the questions, outcomes and rules of a quiz in place. The previous version stays in its
 * history.
 */
export async function replaceSeedQuiz(
  tx: Transaction,
  context: SeedContext,
  { seedQuiz, quiz }: { seedQuiz: SeedQuiz; quiz: StoredSeedQuiz },
): Promise<void> {
  const { slug, hash, quiz: draft, services, model } = seedQuiz;
  const { now } = context;
  const { id: quizId, isActive } = quiz;
  const version = quiz.version + 1;
  for (const table of [quizDiagnoses, quizOutcomes, quizSafetyRules, quizUnmatchedAnswers])
    await tx.delete(table).where(eq(table.quizId, quizId));
  const { title, description, serviceType, questions } = draft;
  await tx
    .update(quizzes)
    .set({
      title,
      description,
      serviceType,
      services,
      questions,
      ...THRESHOLDS,
      version,
      updatedAt: now,
    })
    .where(eq(quizzes.id, quizId));
  const snapshot = { ...draft, slug, isActive, ...THRESHOLDS };
  await saveVersion(tx, context, { contentId: quizId, version, snapshot });
  await insertModel(tx, model, { quizId, now });
  await recordAudit(tx, context, {
    action: "replace-starter",
    entity: "quiz",
    entityId: quizId,
    changes: { slug, version },
  });
  await tx
    .update(seedQuizzes)
    .set({
      quizId,
      contentHash: hash,
      baseVersion: version,
      replacedAt: now,
      isNewerAvailable: false,
    })
    .where(eq(seedQuizzes.slug, slug));
}
