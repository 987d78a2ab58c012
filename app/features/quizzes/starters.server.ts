import { randomUUIDv7 } from "node:crypto";
import { setImmediate as yieldTurn } from "node:timers/promises";
import type pg from "pg";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { draftModel, draftQuiz, pairsOfTree, type QuizDraft, type QuizKnowledge, searchRows } from "./build-quiz.ts";
import { DEFAULT_MARGIN, DEFAULT_POSTERIOR, DEFAULT_QUESTIONS } from "./constants.ts";
import { readTree } from "./fault-trees.server.ts";
import { insertRule } from "./safety-rules.server.ts";
import { insertQuiz } from "./save-quiz.server.ts";

/** Quizzes that a new site begins with: names of fault trees, and addresses. */
export const STARTERS = [
  "ac-not-cooling",
  "furnace-not-heating",
  "water-heater-problem",
  "clogged-drain",
  "breaker-keeps-tripping",
  "roof-leak",
  "car-wont-start",
  "brake-noise",
] as const;
/** Who made them, in the audit log. */
const ACTOR = "built-in";

type Starter = { slug: string; quiz: QuizDraft; knowledge: QuizKnowledge };

/**
 * Puts the starter quizzes in, active and approved, each once in the life of a database: what staff changed or deleted stays
 * so. All of them in one transaction, so that pages are told once, and a second instance waits and then finds them done.
 * @returns how many were put in
 */
export async function insertStarters(pool: pg.Pool, now: Date): Promise<number> {
  const { rows } = await pool.query<{ slug: string }>("select slug from quiz_starters");
  const known = new Set(rows.map(({ slug }) => slug));
  const starters: Starter[] = [];
  for (const slug of STARTERS) if (!known.has(slug)) starters.push(await prepare(slug));
  if (starters.length === 0) return 0;
  return inTransaction(pool, async (tx) => {
    let inserted = 0;
    for (const starter of starters) {
      const { rowCount } = await tx.query("insert into quiz_starters (slug, inserted_at) values ($1, $2) on conflict do nothing", [starter.slug, now]);
      if (rowCount !== 1) continue;
      // An address that staff gave to a quiz of their own is theirs.
      const { rowCount: taken } = await tx.query("select 1 from quizzes where slug = $1 or $1 = any(previous_slugs)", [starter.slug]);
      if (taken) continue;
      await insertStarter(tx, starter, now);
      inserted += 1;
    }
    return inserted;
  });
}

async function prepare(slug: string): Promise<Starter> {
  const tree = await readTree(slug);
  const options = { questions: DEFAULT_QUESTIONS };
  const quiz = draftQuiz(tree, options);
  const { outcomes, rules } = draftModel(tree, pairsOfTree(tree, options));
  const search = searchRows(quiz.questions, outcomes);
  for (;;) {
    await yieldTurn();
    const step = search.next();
    if (step.done) return { slug, quiz, knowledge: { outcomes, rules, rows: step.value } };
  }
}

async function insertStarter(tx: pg.PoolClient, { slug, quiz, knowledge }: Starter, now: Date): Promise<void> {
  const values = { ...quiz, slug, isActive: true, minPosterior: DEFAULT_POSTERIOR, minMargin: DEFAULT_MARGIN };
  const result = await insertQuiz(tx, { values, topic: slug.replaceAll("-", " "), actorId: ACTOR, requestId: "start", now });
  if (!result.ok) throw new Error(`the starter quiz ${slug} could not be stored: ${result.reason}`);
  const quizId = result.saved.id;
  const { rows, outcomes, rules } = knowledge;
  const ids = (list: readonly unknown[]) => list.map(() => randomUUIDv7());
  await tx.query(
    `insert into quiz_diagnoses (id, quiz_id, status, generator, answer_combination_hash, priority, diagnosis_data, approved_at, created_at)
     select n.id, $1, 'approved', 'built-in', n.hash, n.priority, n.data, $2, $2 from unnest($3::uuid[], $4::text[], $5::int[], $6::jsonb[]) as n (id, hash, priority, data)`,
    [quizId, now, ids(rows), rows.map(({ hash }) => hash), rows.map(({ priority }) => priority), rows.map(({ data }) => JSON.stringify(data))],
  );
  await tx.query(
    `insert into quiz_outcomes (id, quiz_id, position, bias, weights, diagnosis_data, status, generator, approved_at, created_at)
     select n.id, $1, n.position, n.bias, n.weights, n.data, 'approved', 'built-in', $2, $2
     from unnest($3::uuid[], $4::int[], $5::float8[], $6::jsonb[], $7::jsonb[]) as n (id, position, bias, weights, data)`,
    [
      quizId,
      now,
      ids(outcomes),
      outcomes.map((_, at) => at),
      outcomes.map(({ bias }) => bias),
      outcomes.map(({ weights }) => JSON.stringify(weights)),
      outcomes.map(({ data }) => JSON.stringify(data)),
    ],
  );
  for (const [position, rule] of rules.entries()) await insertRule(tx, rule, { quizId, position, status: "approved", generator: ACTOR, now });
}
