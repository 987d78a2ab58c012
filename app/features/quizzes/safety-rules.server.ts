import { randomUUIDv7 } from "node:crypto";
import { and, eq, ne, sql } from "drizzle-orm";
import {
  type GENERATORS,
  quizSafetyRules,
  type ReviewStatus,
} from "#app/db/tables/quizzes.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import type { SafetyRule } from "./schema.ts";

/** Columns of a rule, named as in `SafetyRule`. */
export const RULE_COLUMNS = {
  id: quizSafetyRules.id,
  name: quizSafetyRules.name,
  headline: quizSafetyRules.headline,
  pattern: quizSafetyRules.pattern,
  urgency: quizSafetyRules.urgency,
  instruction: quizSafetyRules.instruction,
  call911: quizSafetyRules.call911,
  alsoCall: quizSafetyRules.alsoCall,
  causes: quizSafetyRules.causes,
};

type NewRule = Omit<SafetyRule, "id">;
type InsertRuleOptions = {
  quizId: string;
  /** Last by default. */
  position?: number;
  status: ReviewStatus;
  generator: (typeof GENERATORS)[number];
  reviewedBy?: string | null;
  now: Date;
};

export async function insertSafetyRule(
  tx: Transaction,
  rule: NewRule,
  { quizId, position, status, generator, reviewedBy = null, now }: InsertRuleOptions,
): Promise<void> {
  const last = sql`coalesce((
    select max(${quizSafetyRules.position}) + 1 from ${quizSafetyRules}
    where ${quizSafetyRules.quizId} = ${quizId}
  ), 0)`;
  await tx.insert(quizSafetyRules).values({
    id: randomUUIDv7(),
    quizId,
    position: position ?? last,
    ...pickRuleContent(rule),
    status,
    generator,
    reviewedBy,
    approvedAt: status === "approved" ? now : null,
    createdAt: now,
  });
}

export async function updateSafetyRule(
  tx: Transaction,
  rule: SafetyRule,
  { quizId, position }: Pick<InsertRuleOptions, "quizId"> & { position: number },
): Promise<void> {
  await tx
    .update(quizSafetyRules)
    .set({ position, ...pickRuleContent(rule) })
    .where(and(eq(quizSafetyRules.id, rule.id), eq(quizSafetyRules.quizId, quizId)));
}

const pickRuleContent = ({
  name,
  headline,
  pattern,
  urgency,
  instruction,
  call911,
  alsoCall,
  causes,
}: NewRule): NewRule => ({
  name,
  headline,
  pattern,
  urgency,
  instruction,
  call911,
  alsoCall,
  causes,
});

/** Whether the quiz has a rule for these answers that is not rejected. */
export async function hasSafetyRule(
  tx: Transaction,
  { quizId, pattern }: { quizId: string; pattern: string },
): Promise<boolean> {
  const rules = await tx
    .select({ id: quizSafetyRules.id })
    .from(quizSafetyRules)
    .where(
      and(
        eq(quizSafetyRules.quizId, quizId),
        ne(quizSafetyRules.status, "rejected"),
        eq(quizSafetyRules.pattern, pattern),
      ),
    );
  return rules.length > 0;
}
