import { randomUUIDv7 } from "node:crypto";
import type pg from "pg";
import type { GENERATORS, ReviewStatus } from "#app/db/tables/quizzes.server.ts";
import type { SafetyRule } from "./schema.ts";

/** Columns of a rule, named as in `SafetyRule`. */
export const RULE_COLUMNS =
  'id, name, headline, pattern, urgency, instruction, call_911 as "call911", also_call as "alsoCall", causes';

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
  tx: pg.PoolClient,
  rule: NewRule,
  { quizId, position, status, generator, reviewedBy = null, now }: InsertRuleOptions,
): Promise<void> {
  await tx.query(
    `insert into quiz_safety_rules
       (id, quiz_id, position, name, headline, pattern, urgency, instruction, call_911, also_call, causes, status, generator, reviewed_by, approved_at, created_at)
     values ($1, $2, coalesce($3, (select max(position) + 1 from quiz_safety_rules where quiz_id = $2), 0), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      randomUUIDv7(),
      quizId,
      position ?? null,
      ...listRuleValues(rule),
      status,
      generator,
      reviewedBy,
      status === "approved" ? now : null,
      now,
    ],
  );
}

export async function updateSafetyRule(
  tx: pg.PoolClient,
  rule: SafetyRule,
  { quizId, position }: Pick<InsertRuleOptions, "quizId"> & { position: number },
): Promise<void> {
  await tx.query(
    `update quiz_safety_rules set position = $3, name = $4, headline = $5, pattern = $6, urgency = $7, instruction = $8, call_911 = $9, also_call = $10, causes = $11
     where id = $1 and quiz_id = $2`,
    [rule.id, quizId, position, ...listRuleValues(rule)],
  );
}

const listRuleValues = ({
  name,
  headline,
  pattern,
  urgency,
  instruction,
  call911,
  alsoCall,
  causes,
}: NewRule) => [name, headline, pattern, urgency, instruction, call911, alsoCall, causes];

/** Whether the quiz has a rule for these answers that is not rejected. */
export async function hasSafetyRule(
  tx: pg.PoolClient,
  { quizId, pattern }: { quizId: string; pattern: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    "select 1 from quiz_safety_rules where quiz_id = $1 and status <> 'rejected' and pattern = $2",
    [quizId, pattern],
  );
  return rowCount !== 0;
}
