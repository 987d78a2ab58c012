import { randomUUIDv7 } from "node:crypto";
import type pg from "pg";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import type {
  DangerTexts,
  ReviewItem,
  ReviewKind,
  ReviewRef,
  UnmatchedAnswerSet,
} from "../editor/schema.ts";
import { buildGenericDiagnosis, rankOutcomes } from "../engine/diagnose.ts";
import { splitAnswerPairs } from "../engine/hash-answers.ts";
import type { DiagnosisData, Outcome } from "../schema.ts";

const TABLES: Record<ReviewKind, string> = {
  diagnosis: "quiz_diagnoses",
  outcome: "quiz_outcomes",
  rule: "quiz_safety_rules",
};

/** Lists everything of a quiz that is or was reviewed: the most visited first, then the newest. */
export async function listReview(pool: pg.Pool, quizId: string): Promise<ReviewItem[]> {
  const { rows } = await pool.query<ReviewItem>(
    `select 'diagnosis' as kind, d.id, d.status, d.generator, d.answer_combination_hash as hash, d.priority, d.diagnosis_data as data, coalesce(m.hits, 0) as visits, d.created_at as "createdAt", 0 as position, null::jsonb as danger
       from quiz_diagnoses d left join quiz_unmatched_answers m on m.quiz_id = d.quiz_id and m.hash = d.answer_combination_hash where d.quiz_id = $1
     union all
     select 'outcome', id, status, generator, null, 0, diagnosis_data, 0, created_at, position, null from quiz_outcomes where quiz_id = $1
     union all
     select 'rule', id, status, generator, pattern, 0,
       jsonb_build_object('serviceType', '', 'diagnosis', name, 'causes', to_jsonb(causes), 'urgency', urgency, 'timeframe', '', 'nextSteps', to_jsonb(string_to_array(instruction, E'\\n')),
         'preventionTips', '[]'::jsonb, 'priority', urgency, 'customMessage', ''), 0, created_at, position,
       jsonb_build_object('headline', headline, 'call911', call_911, 'alsoCall', also_call) from quiz_safety_rules where quiz_id = $1
     order by visits desc, "createdAt" desc, position, id`,
    [quizId],
  );
  return rows;
}

export type ReviewResult = { ok: true; changed: number } | { ok: false; reason: "not-pending" };
type ReviewInput = { quizId: string };

/**
 * Serializes the reviews of a quiz: two people deciding on the same answers must not both succeed.
 */
const lockQuiz = (tx: pg.PoolClient, quizId: string) =>
  tx.query("select 1 from quizzes where id = $1 for update", [quizId]);

const listIds = (items: readonly ReviewRef[], kind: ReviewKind) =>
  items.filter((item) => item.kind === kind).map(({ id }) => id);

/**
 * Approves pending items. Of diagnoses for the same answers, only the newest stays approved: the
 * older one is rejected.
 */
export function approveItems(
  context: ActionContext,
  input: ReviewInput & { items: readonly ReviewRef[] },
): Promise<ReviewResult> {
  const { quizId, items } = input;
  const { actor, now } = context;
  return inTransaction(context.db.$client, async (tx): Promise<ReviewResult> => {
    await lockQuiz(tx, quizId);
    const diagnoses = listIds(items, "diagnosis");
    await tx.query(
      `with chosen as (
         select id, answer_combination_hash as hash, row_number() over (partition by answer_combination_hash order by created_at desc, id desc) as place
         from quiz_diagnoses where quiz_id = $1 and id = any($2) and status = 'pending_review')
       update quiz_diagnoses d set status = 'rejected', reviewed_by = $3
       where d.quiz_id = $1 and (
         (d.status = 'approved' and d.answer_combination_hash in (select hash from chosen)) or d.id in (select id from chosen where place > 1))`,
      [quizId, diagnoses, actor],
    );
    let changed = 0;
    for (const [kind, table] of Object.entries(TABLES)) {
      const { rowCount } = await tx.query(
        `update ${table} set status = 'approved', approved_at = $4, reviewed_by = $3 where quiz_id = $1 and id = any($2) and status = 'pending_review'`,
        [quizId, listIds(items, kind as ReviewKind), actor, now],
      );
      changed += rowCount ?? 0;
    }
    if (changed === 0) return { ok: false, reason: "not-pending" };
    await recordReviewAudit(tx, context, {
      quizId,
      action: "approve",
      changes: { items: changed },
    });
    return { ok: true, changed };
  });
}

export function rejectItems(
  context: ActionContext,
  input: ReviewInput & { items: readonly ReviewRef[] },
): Promise<ReviewResult> {
  const { quizId, items } = input;
  const { actor } = context;
  return inTransaction(context.db.$client, async (tx): Promise<ReviewResult> => {
    await lockQuiz(tx, quizId);
    let changed = 0;
    for (const [kind, table] of Object.entries(TABLES)) {
      const { rowCount } = await tx.query(
        `update ${table} set status = 'rejected', reviewed_by = $3 where quiz_id = $1 and id = any($2) and status = 'pending_review'`,
        [quizId, listIds(items, kind as ReviewKind), actor],
      );
      changed += rowCount ?? 0;
    }
    if (changed === 0) return { ok: false, reason: "not-pending" };
    await recordReviewAudit(tx, context, { quizId, action: "reject", changes: { items: changed } });
    return { ok: true, changed };
  });
}

/** Edits the texts of pending items; they stay pending. */
export function editItems(
  context: ActionContext,
  input: ReviewInput & { items: readonly ReviewRef[]; data: DiagnosisData; danger?: DangerTexts },
): Promise<ReviewResult> {
  const { quizId, items, data, danger } = input;
  return inTransaction(context.db.$client, async (tx): Promise<ReviewResult> => {
    await lockQuiz(tx, quizId);
    let changed = 0;
    for (const kind of ["diagnosis", "outcome"] as const) {
      const { rowCount } = await tx.query(
        `update ${TABLES[kind]} set diagnosis_data = $3, generator = 'staff' where quiz_id = $1 and id = any($2) and status = 'pending_review'`,
        [quizId, listIds(items, kind), JSON.stringify(data)],
      );
      changed += rowCount ?? 0;
    }
    const { rowCount } = await tx.query(
      `update quiz_safety_rules set name = $3, instruction = $4, urgency = $5, headline = coalesce($6, headline), call_911 = coalesce($7, call_911),
         also_call = coalesce($8, also_call), causes = $9, generator = 'staff' where quiz_id = $1 and id = any($2) and status = 'pending_review'`,
      [
        quizId,
        listIds(items, "rule"),
        data.diagnosis,
        data.nextSteps.join("\n"),
        data.urgency,
        danger?.headline,
        danger?.call911,
        danger?.alsoCall,
        data.causes,
      ],
    );
    changed += rowCount ?? 0;
    if (changed === 0) return { ok: false, reason: "not-pending" };
    await recordReviewAudit(tx, context, { quizId, action: "edit", changes: { items: changed } });
    return { ok: true, changed };
  });
}

/** Lists the most frequent answers without a diagnosis. */
export async function listUnmatchedAnswers(
  pool: pg.Pool,
  { quizId, limit = 20 }: { quizId: string; limit?: number },
): Promise<UnmatchedAnswerSet[]> {
  const { rows } = await pool.query<UnmatchedAnswerSet>(
    `select m.hash, m.hits, m.last_at as "lastAt" from quiz_unmatched_answers m
     where m.quiz_id = $1 and not exists (select from quiz_diagnoses d where d.quiz_id = m.quiz_id and d.answer_combination_hash = m.hash and d.status <> 'rejected')
     order by m.hits desc, m.last_at desc limit $2`,
    [quizId, limit],
  );
  return rows;
}

/** Adds a pending diagnosis for answers of visitors, with the texts of the most likely outcome. */
export async function addDiagnosisForAnswers(
  context: ActionContext,
  input: ReviewInput & { hash: string },
): Promise<{ ok: true; id: string } | { ok: false; reason: "not-found" }> {
  const { quizId, hash } = input;
  return inTransaction(
    context.db.$client,
    async (tx): Promise<{ ok: true; id: string } | { ok: false; reason: "not-found" }> => {
      const { rows } = await tx.query<{ serviceType: string }>(
        `select q.service_type as "serviceType" from quiz_unmatched_answers m join quizzes q on q.id = m.quiz_id where m.quiz_id = $1 and m.hash = $2`,
        [quizId, hash],
      );
      if (!rows[0]) return { ok: false, reason: "not-found" };
      await lockQuiz(tx, quizId);
      const { rows: existing } = await tx.query<{ id: string }>(
        "select id from quiz_diagnoses where quiz_id = $1 and answer_combination_hash = $2 and status <> 'rejected' limit 1",
        [quizId, hash],
      );
      if (existing[0]) return { ok: true, id: existing[0].id };
      const { rows: outcomes } = await tx.query<Outcome>(
        "select id, bias, weights, diagnosis_data as data from quiz_outcomes where quiz_id = $1 and status = 'approved'",
        [quizId],
      );
      const data =
        rankOutcomes(outcomes, splitAnswerPairs(hash))[0]?.outcome.data ??
        buildGenericDiagnosis(rows[0].serviceType);
      const id = randomUUIDv7();
      await tx.query(
        "insert into quiz_diagnoses (id, quiz_id, status, answer_combination_hash, diagnosis_data, generator, created_at) values ($1, $2, 'pending_review', $3, $4, 'staff', $5)",
        [id, quizId, hash, JSON.stringify(data), context.now],
      );
      await recordReviewAudit(tx, context, { quizId, action: "add-diagnosis", changes: { hash } });
      return { ok: true, id };
    },
  );
}

function recordReviewAudit(
  tx: pg.PoolClient,
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
