import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { readCheckInput, runCheck } from "#app/features/quizzes/check-quiz.server.ts";
import { coverageOf } from "#app/features/quizzes/check-report.ts";
import { findRefusal } from "#app/features/quizzes/quiz-states.server.ts";
import { insertStarters, STARTERS } from "#app/features/quizzes/starters.server.ts";
import { openTestDatabase, rowsOf } from "../factories.ts";

const now = new Date("2026-03-01T12:00:00Z");
let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());
const everything = () =>
  rowsOf(
    context.db,
    `select to_jsonb(q) as row from quizzes q union all select to_jsonb(d) from quiz_diagnoses d union all select to_jsonb(o) from quiz_outcomes o
     union all select to_jsonb(s) from quiz_safety_rules s union all select to_jsonb(v) from content_versions v order by 1`,
  );

test("many instances that start at once put each starter in once, active and approved", async () => {
  const pool = context.db.$client;
  const counts = await Promise.all([insertStarters(pool, now), insertStarters(pool, now), insertStarters(pool, now)]);
  expect(counts.sort()).toEqual([0, 0, STARTERS.length]);
  const quizzes = await rowsOf<{ id: string; slug: string }>(context.db, "select id, slug from quizzes where is_active and service_type <> '' order by slug");
  expect(quizzes.map(({ slug }) => slug)).toEqual([...STARTERS].sort());
  for (const { id, slug } of quizzes) {
    const input = await readCheckInput(pool, id);
    if (!input) throw new Error(slug);
    const report = await runCheck(input);
    expect({ slug, violations: report.violations.count, dead: report.deadRules, dangers: report.dangersWithoutRule, refusal: await findRefusal(pool, id) }).toEqual({
      slug,
      violations: 0,
      dead: [],
      dangers: [],
      refusal: null,
    });
    expect(coverageOf(report), slug).toBeGreaterThanOrEqual(0.95);
    expect(input.questions.length, slug).toBe(5);
  }
  const kinds =
    "select status, generator, 'd' as kind, pairs from quiz_diagnoses union all select status, generator, 'o', 2 from quiz_outcomes union all select status, generator, 's', 2 from quiz_safety_rules";
  expect(await rowsOf(context.db, `select distinct status, generator from (${kinds}) items`)).toEqual([{ status: "approved", generator: "built-in" }]);
  expect(await rowsOf(context.db, "select 1 from quiz_diagnoses where pairs < 2")).toEqual([]);
});

test("a later start changes nothing, whatever staff edited or deleted", async () => {
  const pool = context.db.$client;
  await pool.query("update quizzes set title = 'Ours now', is_active = false, slug = 'our-own-address', previous_slugs = '{roof-leak}' where slug = 'roof-leak'");
  await pool.query("update quizzes set deleted_at = now() where slug = 'brake-noise'");
  await pool.query("delete from quizzes where slug = 'clogged-drain'");
  await pool.query("delete from quiz_outcomes where quiz_id = (select id from quizzes where slug = 'car-wont-start')");
  const before = await everything();
  expect(await insertStarters(pool, new Date())).toBe(0);
  expect(await everything()).toEqual(before);
});

test("an address that a quiz of the staff has is left to it", async () => {
  const pool = context.db.$client;
  await pool.query("delete from quizzes");
  await pool.query("delete from quiz_starters");
  await pool.query(
    "insert into quizzes (id, title, slug, description, service_type, questions, created_at, updated_at) values (gen_random_uuid(), 'Mine', 'ac-not-cooling', '', 'HVAC', '[]', now(), now())",
  );
  expect(await insertStarters(pool, now)).toBe(STARTERS.length - 1);
  expect(await rowsOf(context.db, "select title from quizzes where slug = 'ac-not-cooling'")).toEqual([{ title: "Mine" }]);
  expect(await insertStarters(pool, now)).toBe(0);
});
