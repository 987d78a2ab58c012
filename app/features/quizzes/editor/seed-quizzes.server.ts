import { createHash, randomUUIDv7 } from "node:crypto";
import type pg from "pg";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import { catchSlugConflict } from "#app/features/content-editor/merge-saved.server.ts";
import { saveVersion } from "#app/features/content-editor/versions.server.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { DEFAULT_MARGIN, DEFAULT_POSTERIOR, DEFAULT_QUESTIONS, SLUG_TAKEN } from "../constants.ts";
import {
  type DiagnosisModelDraft,
  draftQuiz,
  draftQuizModel,
  type QuizDraft,
} from "../generation/build-quiz.ts";
import { readTree } from "../generation/fault-trees.server.ts";
import { insertSafetyRule } from "../safety-rules.server.ts";
import { insertQuiz } from "./save-quiz.server.ts";

/** Slugs of the quizzes that a new site starts with; also names of their fault trees. */
export const SEED_QUIZ_SLUGS = [
  "ac-not-cooling",
  "furnace-not-heating",
  "water-heater-problem",
  "clogged-drain",
  "breaker-keeps-tripping",
  "roof-leak",
  "car-wont-start",
  "brake-noise",
] as const;
/** Their author in the audit log. */
const BUILT_IN_ACTOR = "built-in";

const STARTUP_REQUEST_ID = "start";

export type SeedQuiz = { slug: string; hash: string; quiz: QuizDraft; model: DiagnosisModelDraft };
type SeedQuizRecord = {
  quizId: string | null;
  hash: string | null;
  baseVersion: number;
  since: Date;
};

/** The seed quizzes of this version of the program. */
export async function prepareSeedQuizzes(): Promise<SeedQuiz[]> {
  const seedQuizzes: SeedQuiz[] = [];
  // One after another: parsing all of them at once would block the first visitors after a start.
  for (const slug of SEED_QUIZ_SLUGS) seedQuizzes.push(await prepareSeedQuiz(slug));
  return seedQuizzes;
}

async function prepareSeedQuiz(slug: string): Promise<SeedQuiz> {
  const tree = await readTree(slug);
  const options = { questions: DEFAULT_QUESTIONS };
  const quiz = draftQuiz(tree, options);
  const model = draftQuizModel(tree, options);
  const hash = createHash("sha256")
    .update(JSON.stringify([quiz, model]))
    .digest("base64url");
  return { slug, hash, quiz, model };
}

/**
 * Inserts the seed quizzes, active and approved, each once per database, and updates unedited ones
 * to this version of the program; quizzes that staff changed or deleted are left alone. One
 * transaction, so that caches are invalidated once, and a second instance waits and then finds
 * nothing to do.
 * @returns how many were inserted or replaced
 */
export async function insertSeedQuizzes(
  pool: pg.Pool,
  now: Date,
  prepared?: readonly SeedQuiz[],
): Promise<number> {
  const seedQuizzes = prepared ?? (await prepareSeedQuizzes());
  const { rows } = await pool.query<{ slug: string; hash: string | null }>(
    "select slug, content_hash as hash from seed_quizzes",
  );
  const due = seedQuizzes.filter(
    ({ slug, hash }) => rows.find((row) => row.slug === slug)?.hash !== hash,
  );
  if (due.length === 0) return 0;
  return inTransaction(pool, async (tx) => {
    let changed = 0;
    for (const seedQuiz of due)
      if (
        (await insertSeedQuizOnce(tx, seedQuiz, now)) ||
        (await updateSeedQuiz(tx, seedQuiz, now))
      )
        changed += 1;
    return changed;
  });
}

async function insertSeedQuizOnce(
  tx: pg.PoolClient,
  seedQuiz: SeedQuiz,
  now: Date,
): Promise<boolean> {
  const { slug, hash, quiz } = seedQuiz;
  const { rowCount } = await tx.query(
    "insert into seed_quizzes (slug, inserted_at, content_hash) values ($1, $2, $3) on conflict do nothing",
    [slug, now, hash],
  );
  if (rowCount !== 1) return false;
  // A slug that staff use for another quiz is left to them.
  const { rowCount: taken } = await tx.query(
    "select 1 from quizzes where slug = $1 or $1 = any(previous_slugs)",
    [slug],
  );
  if (taken) return false;
  const quizId = await createSeedQuiz(
    tx,
    { actor: BUILT_IN_ACTOR, httpRequestId: STARTUP_REQUEST_ID, now },
    { seedQuiz, values: { ...quiz, slug, isActive: true } },
  );
  await tx.query("update seed_quizzes set quiz_id = $2 where slug = $1", [slug, quizId]);
  return true;
}

type AuditContext = Omit<ActionContext, "db">;
type SeedQuizValues = QuizDraft & { slug: string; isActive: boolean };

async function createSeedQuiz(
  tx: pg.PoolClient,
  context: AuditContext,
  { seedQuiz: { slug, model }, values }: { seedQuiz: SeedQuiz; values: SeedQuizValues },
): Promise<string> {
  const result = await insertQuiz(tx, context, {
    values: { ...values, minPosterior: DEFAULT_POSTERIOR, minMargin: DEFAULT_MARGIN },
    topic: slug.replaceAll("-", " "),
  });
  if (!result.ok) throw new Error(`the seed quiz ${slug} could not be stored: ${result.reason}`);
  await insertModel(tx, model, { quizId: result.saved.id, now: context.now });
  return result.saved.id;
}

async function insertModel(
  tx: pg.PoolClient,
  { outcomes, rules }: SeedQuiz["model"],
  { quizId, now }: { quizId: string; now: Date },
): Promise<void> {
  await tx.query(
    `insert into quiz_outcomes (id, quiz_id, position, bias, weights, diagnosis_data, status, generator, approved_at, created_at)
     select n.id, $1, n.position, n.bias, n.weights, n.data, 'approved', 'built-in', $2, $2
     from unnest($3::uuid[], $4::int[], $5::float8[], $6::jsonb[], $7::jsonb[]) as n (id, position, bias, weights, data)`,
    [
      quizId,
      now,
      outcomes.map(() => randomUUIDv7()),
      outcomes.map((_, at) => at),
      outcomes.map(({ bias }) => bias),
      outcomes.map(({ weights }) => JSON.stringify(weights)),
      outcomes.map(({ data }) => JSON.stringify(data)),
    ],
  );
  for (const [position, rule] of rules.entries())
    await insertSafetyRule(tx, rule, {
      quizId,
      position,
      status: "approved",
      generator: BUILT_IN_ACTOR,
      now,
    });
}

type StoredQuiz = { id: string; slug: string; version: number; isActive: boolean };

/** Replaces an outdated seed quiz, or records that staff have to decide. */
async function updateSeedQuiz(tx: pg.PoolClient, seedQuiz: SeedQuiz, now: Date): Promise<boolean> {
  const { rows } = await tx.query<SeedQuizRecord>(
    `select quiz_id as "quizId", content_hash as hash, base_version as "baseVersion", coalesce(replaced_at, inserted_at) as since
     from seed_quizzes where slug = $1 for update`,
    [seedQuiz.slug],
  );
  const [record] = rows;
  if (!record || record.hash === seedQuiz.hash) return false;
  const quiz = await findStoredSeedQuiz(tx, seedQuiz.slug, record);
  if (!quiz) return false;
  if (quiz.slug === seedQuiz.slug && !(await isEdited(tx, quiz, record))) {
    await replaceSeedQuiz(tx, seedQuiz, { quiz, now });
    return true;
  }
  await tx.query(
    "update seed_quizzes set quiz_id = $2, is_newer_available = true where slug = $1",
    [seedQuiz.slug, quiz.id],
  );
  return false;
}

/**
 * The quiz inserted from this seed, whatever its slug is now; null when it was deleted or was
 * created by staff.
 */
async function findStoredSeedQuiz(
  tx: pg.PoolClient,
  slug: string,
  { quizId }: SeedQuizRecord,
): Promise<StoredQuiz | null> {
  const { rows } = await tx.query<StoredQuiz>(
    `select id, slug, version, is_active as "isActive" from quizzes q
     where deleted_at is null and (id = $2 or ($2::uuid is null and (slug = $1 or $1 = any(previous_slugs))))
       and exists (select from content_versions v where v.content_id = q.id and v.version = 1 and v.saved_by = '${BUILT_IN_ACTOR}')
     order by slug = $1 desc limit 1 for update`,
    [slug, quizId],
  );
  return rows[0] ?? null;
}

/**
 * Whether anybody has saved it, or reviewed, written or generated anything for it. Publishing and
 * hiding also create versions but are no edits; when the audit log no longer contains them, the
 * quiz counts as edited.
 */
async function isEdited(
  tx: pg.PoolClient,
  { id, version }: StoredQuiz,
  { baseVersion, since }: SeedQuizRecord,
): Promise<boolean> {
  const { rows } = await tx.query<{ switches: number; hasStaffChanges: boolean }>(
    `select (select count(*)::int from audit_log where entity = 'quiz' and entity_id = $1::text and action = 'set-active' and at > $2) as switches,
       exists (select from quiz_diagnoses where quiz_id = $1::uuid and (generator <> '${BUILT_IN_ACTOR}' or status <> 'approved' or reviewed_by is not null))
       or exists (select from quiz_outcomes where quiz_id = $1::uuid and (generator <> '${BUILT_IN_ACTOR}' or status <> 'approved' or reviewed_by is not null))
       or exists (select from quiz_safety_rules where quiz_id = $1::uuid and (generator <> '${BUILT_IN_ACTOR}' or status <> 'approved' or reviewed_by is not null)) as "hasStaffChanges"`,
    [id, since],
  );
  const [found] = rows;
  return !found || found.hasStaffChanges || version !== baseVersion + found.switches;
}

/**
 * Replaces the questions, outcomes and rules of a quiz in place. The previous version stays in its
 * history.
 */
async function replaceSeedQuiz(
  tx: pg.PoolClient,
  { slug, hash, quiz: draft, model }: SeedQuiz,
  { quiz, now }: { quiz: StoredQuiz; now: Date },
): Promise<void> {
  const version = quiz.version + 1;
  for (const table of [
    "quiz_diagnoses",
    "quiz_outcomes",
    "quiz_safety_rules",
    "quiz_unmatched_answers",
  ])
    await tx.query(`delete from ${table} where quiz_id = $1`, [quiz.id]);
  const { title, description, serviceType, questions } = draft;
  await tx.query(
    "update quizzes set title = $2, description = $3, service_type = $4, questions = $5, min_posterior = $6, min_margin = $7, version = $8, updated_at = $9 where id = $1",
    [
      quiz.id,
      title,
      description,
      serviceType,
      JSON.stringify(questions),
      DEFAULT_POSTERIOR,
      DEFAULT_MARGIN,
      version,
      now,
    ],
  );
  const snapshot = {
    ...draft,
    slug,
    isActive: quiz.isActive,
    minPosterior: DEFAULT_POSTERIOR,
    minMargin: DEFAULT_MARGIN,
  };
  await saveVersion(tx, { contentId: quiz.id, version, snapshot, savedBy: BUILT_IN_ACTOR, now });
  await insertModel(tx, model, { quizId: quiz.id, now });
  await writeAudit(tx, {
    actor: BUILT_IN_ACTOR,
    action: "replace-starter",
    entity: "quiz",
    entityId: quiz.id,
    changes: { slug, version },
    requestId: STARTUP_REQUEST_ID,
    now,
  });
  await tx.query(
    "update seed_quizzes set quiz_id = $2, content_hash = $3, base_version = $4, replaced_at = $5, is_newer_available = false where slug = $1",
    [...[slug, quiz.id, hash, version, now]],
  );
}

export type NewerSeedQuiz = { slug: string; title: string };

/** Lists edited seed quizzes for which this program has a newer version. */
export async function listNewerSeedQuizzes(pool: pg.Pool): Promise<NewerSeedQuiz[]> {
  const { rows } = await pool.query<NewerSeedQuiz>(
    "select s.slug, q.title from seed_quizzes s join quizzes q on q.id = s.quiz_id where s.is_newer_available and q.deleted_at is null order by q.title",
  );
  return rows.filter(({ slug }) => SEED_QUIZ_SLUGS.some((known) => known === slug));
}

type AddSeedQuizResult = { ok: true } | { ok: false; message: string };
const MAX_SLUGS = 50;

/**
 * Adds the newer version of an edited seed quiz next to it, inactive, under the first free slug.
 */
export async function addNewerSeedQuiz(
  context: ActionContext,
  { slug }: { slug: string },
): Promise<AddSeedQuizResult> {
  const knownSlug = SEED_QUIZ_SLUGS.find((name) => name === slug);
  if (!knownSlug) return { ok: false, message: "There is no such seed quiz." };
  const seedQuiz = await prepareSeedQuiz(knownSlug);
  return catchSlugConflict(
    () =>
      inTransaction(context.db.$client, async (tx): Promise<AddSeedQuizResult> => {
        const { rowCount } = await tx.query(
          "update seed_quizzes set is_newer_available = false, content_hash = $2 where slug = $1 and is_newer_available",
          [slug, seedQuiz.hash],
        );
        if (rowCount !== 1)
          return { ok: false, message: "Somebody has added this version already." };
        const { rows } = await tx.query<{ slug: string }>(
          "select slug from quizzes where deleted_at is null and slug like $1",
          [`${slug}-new%`],
        );
        const taken = new Set(rows.map((row) => row.slug));
        const names = Array.from({ length: MAX_SLUGS }, (_, at) =>
          at === 0 ? `${slug}-new` : `${slug}-new-${at + 1}`,
        );
        const free = names.find((name) => !taken.has(name));
        if (!free) return { ok: false, message: SLUG_TAKEN };
        await createSeedQuiz(tx, context, {
          seedQuiz,
          values: { ...seedQuiz.quiz, slug: free, isActive: false },
        });
        return { ok: true };
      }),
    SLUG_TAKEN,
  );
}
