import { createHash, randomUUIDv7 } from "node:crypto";
import type pg from "pg";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { MAX_OUTCOMES, MIN_OUTCOMES } from "../constants.ts";
import type { ModelValues } from "../editor/schema.ts";
import { parseHash } from "../engine/hash-answers.ts";
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
export async function getDiagnosisModel(pool: pg.Pool, slug: string): Promise<EditedModel | null> {
  const { rows } = await pool.query<
    Omit<EditedModel, "values" | "fingerprint"> & { minPosterior: number; minMargin: number }
  >(
    `select id as "quizId", title, slug, service_type as "serviceType", version, questions, min_posterior as "minPosterior", min_margin as "minMargin" from quizzes
     where deleted_at is null and (slug = $1 or $1 = any(previous_slugs)) order by slug = $1 desc limit 1`,
    [slug],
  );
  const [quiz] = rows;
  if (!quiz) return null;
  const { minPosterior, minMargin, ...rest } = quiz;
  const entries = await listModelEntries(pool, quiz.quizId);
  return {
    ...rest,
    values: { ...entries, minPosterior, minMargin },
    fingerprint: hashModelEntries(entries),
  };
}

type Entries = Pick<ModelValues, "outcomes" | "rules">;

async function listModelEntries(db: pg.Pool | pg.PoolClient, quizId: string): Promise<Entries> {
  const { rows: outcomes } = await db.query<Entries["outcomes"][number]>(
    "select id, status, bias, weights, diagnosis_data as data from quiz_outcomes where quiz_id = $1 and status <> 'rejected' order by position, id",
    [quizId],
  );
  const { rows: rules } = await db.query<Entries["rules"][number]>(
    `select status, ${RULE_COLUMNS} from quiz_safety_rules where quiz_id = $1 and status <> 'rejected' order by position, id`,
    [quizId],
  );
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
  const { actor, now } = context;
  return inTransaction(context.db.$client, async (tx): Promise<SaveModelResult> => {
    const { rows } = await tx.query<{ version: number; questions: Question[] }>(
      "select version, questions from quizzes where id = $1 and deleted_at is null for update",
      [quizId],
    );
    const [quiz] = rows;
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
    const version = baseVersion + 1;
    await tx.query(
      "update quizzes set min_posterior = $2, min_margin = $3, version = $4, updated_at = $5 where id = $1",
      [quizId, values.minPosterior, values.minMargin, version, now],
    );
    await tx.query(
      `insert into content_versions (content_id, version, snapshot, saved_by, saved_at)
       select content_id, $2, snapshot || $5::jsonb, $3, $4 from content_versions where content_id = $1 and version = $2 - 1`,
      [
        quizId,
        version,
        actor,
        now,
        JSON.stringify({ minPosterior: values.minPosterior, minMargin: values.minMargin }),
      ],
    );
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
  tx: pg.PoolClient,
  { actor, now }: ActionContext,
  { quizId, values }: SaveModelInput,
): Promise<void> {
  const kept = values.outcomes.flatMap(({ id }) => id ?? []);
  await tx.query(
    "delete from quiz_outcomes where quiz_id = $1 and status <> 'rejected' and not id = any($2)",
    [quizId, kept],
  );
  for (const [position, { id, bias, weights, data }] of values.outcomes.entries()) {
    const fields = [quizId, position, bias, JSON.stringify(weights), JSON.stringify(data)];
    if (id)
      await tx.query(
        "update quiz_outcomes set position = $2, bias = $3, weights = $4, diagnosis_data = $5 where quiz_id = $1 and id = $6",
        [...fields, id],
      );
    else
      await tx.query(
        `insert into quiz_outcomes (quiz_id, position, bias, weights, diagnosis_data, id, status, generator, reviewed_by, approved_at, created_at)
         values ($1, $2, $3, $4, $5, $6, 'approved', 'staff', $7, $8, $8)`,
        [...fields, randomUUIDv7(), actor, now],
      );
  }
}

async function saveRules(
  tx: pg.PoolClient,
  { actor, now }: ActionContext,
  { quizId, values }: SaveModelInput,
): Promise<void> {
  const kept = values.rules.flatMap(({ id }) => id ?? []);
  await tx.query(
    "delete from quiz_safety_rules where quiz_id = $1 and status <> 'rejected' and not id = any($2)",
    [quizId, kept],
  );
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
