import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { setActive } from "#app/features/content-editor/content-states.server.ts";
import {
  findPublishBlocker,
  QUIZ_CONTENT,
} from "#app/features/quizzes/editor/find-publish-blocker.server.ts";
import {
  addNewerSeedQuiz,
  listNewerSeedQuizzes,
} from "#app/features/quizzes/editor/newer-seed-quizzes.server.ts";
import {
  prepareSeedQuiz,
  type SeedQuiz,
} from "#app/features/quizzes/editor/prepare-seed-quizzes.server.ts";
import { insertSeedQuizzes } from "#app/features/quizzes/editor/seed-quizzes.server.ts";
import { readCheckInput, runCheck } from "#app/features/quizzes/validation/check-quiz.server.ts";
import { calculateCoverage } from "#app/features/quizzes/validation/check-report.ts";
import { openTestDatabase, queryRows } from "../factories.ts";

const now = new Date("2026-03-01T12:00:00Z");
/** Some of the seed quizzes, which stand for all. */
const SLUGS = [
  "ac-not-cooling",
  "breaker-keeps-tripping",
  "brake-noise",
  "car-wont-start",
  "clogged-drain",
  "furnace-not-heating",
  "roof-leak",
  "water-heater-problem",
];
let seeds: SeedQuiz[];
let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  seeds = await Promise.all(SLUGS.map(prepareSeedQuiz));
});
afterAll(() => context.close());
const readAllRows = () =>
  queryRows(
    context.db,
    `select to_jsonb(q) as row from quizzes q union all select to_jsonb(d) from quiz_diagnoses d union all select to_jsonb(o) from quiz_outcomes o
     union all select to_jsonb(s) from quiz_safety_rules s union all select to_jsonb(v) from content_versions v order by 1`,
  );

test("instances that start at once insert each seed quiz once, active and approved", async () => {
  const { db } = context;
  const counts = await Promise.all([
    insertSeedQuizzes({ db, now }, seeds),
    insertSeedQuizzes({ db, now }, seeds),
    insertSeedQuizzes({ db, now }, seeds),
  ]);
  expect(counts.sort()).toEqual([0, 0, SLUGS.length]);
  const quizzes = await queryRows<{ id: string; slug: string }>(
    context.db,
    "select id, slug from quizzes where is_active and service_type <> '' order by slug",
  );
  expect(quizzes.map(({ slug }) => slug)).toEqual([...SLUGS].sort());
  for (const { id, slug } of quizzes) {
    const input = await readCheckInput(db, id);
    if (!input) throw new Error(slug);
    const report = await runCheck(input);
    expect({
      slug,
      violations: report.violations.count,
      dead: report.deadRules,
      refusal: await findPublishBlocker(db, id),
    }).toEqual({
      slug,
      violations: 0,
      dead: [],
      refusal: null,
    });
    expect(calculateCoverage(report), slug).toBeGreaterThanOrEqual(0.88);
    expect(input.questions.length, slug).toBe(5);
  }
  const kinds =
    "select status, generator, 'd' as kind, answer_pair_count as pairs from quiz_diagnoses union all select status, generator, 'o', 2 from quiz_outcomes union all select status, generator, 's', 2 from quiz_safety_rules";
  expect(
    await queryRows(context.db, `select distinct status, generator from (${kinds}) items`),
  ).toEqual([{ status: "approved", generator: "built-in" }]);
  expect(
    await queryRows(context.db, "select 1 from quiz_diagnoses where answer_pair_count < 2"),
  ).toEqual([]);
});

test("a later start changes nothing that staff edited or deleted", async () => {
  const { db } = context;
  await db.$client.query(
    "update quizzes set title = 'Ours now', is_active = false, slug = 'our-own-address', previous_slugs = '{roof-leak}' where slug = 'roof-leak'",
  );
  await db.$client.query("update quizzes set deleted_at = now() where slug = 'brake-noise'");
  await db.$client.query("delete from quizzes where slug = 'clogged-drain'");
  await db.$client.query(
    "delete from quiz_outcomes where quiz_id = (select id from quizzes where slug = 'car-wont-start')",
  );
  const before = await readAllRows();
  expect(await insertSeedQuizzes({ db, now: new Date() }, seeds)).toBe(0);
  expect(await readAllRows()).toEqual(before);
});

test("a slug that a staff quiz uses is left to it", async () => {
  const { db } = context;
  await db.$client.query("delete from quizzes");
  await db.$client.query("delete from seed_quizzes");
  await db.$client.query(
    "insert into quizzes (id, title, slug, description, service_type, questions, created_at, updated_at) values (gen_random_uuid(), 'Mine', 'ac-not-cooling', '', 'HVAC', '[]', now(), now())",
  );
  expect(await insertSeedQuizzes({ db, now }, seeds)).toBe(SLUGS.length - 1);
  expect(
    await queryRows(context.db, "select title from quizzes where slug = 'ac-not-cooling'"),
  ).toEqual([{ title: "Mine" }]);
  expect(await insertSeedQuizzes({ db, now }, seeds)).toBe(0);
});

describe("a newer version of the program", () => {
  const actor = randomUUID();
  const actionContext = () => ({ db: context.db, actor, httpRequestId: "test", now: later });
  const later = new Date(now.getTime() + 60_000);
  const loadQuiz = async (slug: string) => {
    const [quiz] = await queryRows<{
      id: string;
      title: string;
      version: number;
      is_active: boolean;
    }>(context.db, "select id, title, version, is_active from quizzes where slug = $1", [slug]);
    if (!quiz) throw new Error(slug);
    return quiz;
  };
  const countItems = async (id: string, table: string) =>
    (
      await queryRows<{ count: number }>(
        context.db,
        `select count(*)::int from ${table} where quiz_id = $1`,
        [id],
      )
    )[0]?.count;

  beforeEach(async () => {
    await context.db.$client.query("delete from quizzes");
    await context.db.$client.query("delete from seed_quizzes");
    await insertSeedQuizzes({ db: context.db, now }, seeds);
    // Simulates quizzes of an older version of the program, with other text and partial rows.
    await context.db.$client.query("update quizzes set title = 'Older words'");
    await context.db.$client.query("update seed_quizzes set content_hash = null, quiz_id = null");
    await context.db.$client.query(
      `insert into quiz_diagnoses (id, quiz_id, status, generator, answer_combination_hash, diagnosis_data, approved_at, created_at)
       select gen_random_uuid(), id, 'approved', 'built-in', '1:0,2:0', '{"diagnosis": "Thermostat setting"}', $1, $1 from quizzes`,
      [now],
    );
  });

  test("replaces an unedited seed quiz in place, with its slug and visibility, and deletes its partial rows", async () => {
    const before = await loadQuiz("roof-leak");
    const hidden = await loadQuiz("brake-noise");
    for (const isActive of [false, true, false])
      await setActive(actionContext(), { ...QUIZ_CONTENT, id: hidden.id, isActive });
    expect(await insertSeedQuizzes({ db: context.db, now: later }, seeds)).toBe(SLUGS.length);
    const after = await loadQuiz("roof-leak");
    expect(after).toMatchObject({ id: before.id, version: 2, is_active: true });
    expect(after.title).not.toBe("Older words");
    expect(await countItems(after.id, "quiz_diagnoses")).toBe(0);
    expect(await countItems(after.id, "quiz_outcomes")).toBeGreaterThan(3);
    expect(await findPublishBlocker(context.db, after.id)).toBeNull();
    expect(await loadQuiz("brake-noise")).toMatchObject({
      id: hidden.id,
      version: 5,
      is_active: false,
    });
    expect(await insertSeedQuizzes({ db: context.db, now: later }, seeds)).toBe(0);
    // The version after that replaces it too, unless staff saved it in between.
    await context.db.$client.query(
      "update seed_quizzes set content_hash = 'older' where slug in ('roof-leak', 'brake-noise')",
    );
    await context.db.$client.query(
      "update quizzes set version = version + 1, title = 'Ours' where slug = 'brake-noise'",
    );
    expect(await insertSeedQuizzes({ db: context.db, now: later }, seeds)).toBe(1);
    expect(await loadQuiz("roof-leak")).toMatchObject({ id: before.id, version: 3 });
    expect(await loadQuiz("brake-noise")).toMatchObject({ title: "Ours" });
  });

  test("leaves quizzes that staff edited or deleted, and offers the newer version as a second quiz", async () => {
    const editQuiz = async (slug: string, statement: string) =>
      context.db.$client.query(statement, [(await loadQuiz(slug)).id]);
    await editQuiz("roof-leak", "update quizzes set version = 2, title = 'Ours' where id = $1");
    await editQuiz(
      "brake-noise",
      "update quizzes set slug = 'brakes', previous_slugs = '{brake-noise}' where id = $1",
    );
    await editQuiz(
      "car-wont-start",
      "update quiz_outcomes set reviewed_by = gen_random_uuid() where quiz_id = $1",
    );
    await editQuiz(
      "clogged-drain",
      "update quiz_diagnoses set generator = 'staff' where quiz_id = $1",
    );
    await editQuiz(
      "ac-not-cooling",
      "update quizzes set deleted_at = now(), is_active = false where id = $1",
    );
    const before = await queryRows(
      context.db,
      "select to_jsonb(q) from quizzes q where title in ('Ours', 'Older words') and slug <> all($1) order by id",
      [["furnace-not-heating", "water-heater-problem", "breaker-keeps-tripping"]],
    );
    expect(before).toHaveLength(5);
    expect(await insertSeedQuizzes({ db: context.db, now: later }, seeds)).toBe(3);
    expect(
      await queryRows(
        context.db,
        "select to_jsonb(q) from quizzes q where title in ('Ours', 'Older words') order by id",
      ),
    ).toEqual(before);
    expect((await listNewerSeedQuizzes(context.db)).map(({ slug }) => slug).sort()).toEqual([
      "brake-noise",
      "car-wont-start",
      "clogged-drain",
      "roof-leak",
    ]);

    expect(await addNewerSeedQuiz(actionContext(), { slug: "roof-leak" })).toEqual({
      ok: true,
    });
    const addedQuiz = await loadQuiz("roof-leak-new");
    expect(addedQuiz).toMatchObject({ is_active: false, version: 1 });
    expect(await countItems(addedQuiz.id, "quiz_safety_rules")).toBeGreaterThan(0);
    expect(await loadQuiz("roof-leak")).toMatchObject({ title: "Ours", is_active: true });
    expect(await addNewerSeedQuiz(actionContext(), { slug: "roof-leak" })).toMatchObject({
      ok: false,
      message: expect.any(String),
    });
    expect(await insertSeedQuizzes({ db: context.db, now: later }, seeds)).toBe(0);
    expect((await listNewerSeedQuizzes(context.db)).map(({ slug }) => slug)).not.toContain(
      "roof-leak",
    );
  });
});
