import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import type { ModelValues } from "#app/features/quizzes/editor/schema.ts";
import { getQuizMetrics } from "#app/features/quizzes/metrics/queries.server.ts";
import {
  getDiagnosisModel,
  saveDiagnosisModel,
} from "#app/features/quizzes/outcomes/diagnosis-model.server.ts";
import { diagnosisDataSchema, type Question } from "#app/features/quizzes/schema.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { openTestDatabase, queryRows, storeRequest } from "../factories.ts";

const NOW = new Date("2026-05-04T16:00:00Z");
const ACTOR = randomUUID();
const QUESTIONS: Question[] = ["1", "2"].map((id) => ({
  id,
  questionText: `Question ${id}?`,
  options: ["a", "b", "c"],
  correctAnswerIndex: 0,
  explanation: "",
  ghlField: "",
}));
let context: Awaited<ReturnType<typeof openTestDatabase>>;
let quizId: string;
let slug: string;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());
beforeEach(async () => {
  quizId = randomUUID();
  slug = `quiz-${quizId.slice(0, 8)}`;
  await context.db.$client.query(
    `insert into quizzes (id, title, slug, previous_slugs, description, service_type, questions, created_at, updated_at)
     values ($1, 'A quiz', $2, $3, 'About it', 'Plumbing', $4, now(), now())`,
    [quizId, slug, [`old-${slug}`], JSON.stringify(QUESTIONS)],
  );
  await context.db.$client.query(
    'insert into content_versions (content_id, version, snapshot, saved_by, saved_at) values ($1, 1, \'{"title":"A quiz","minMargin":0.1}\', \'test\', now())',
    [quizId],
  );
});

const buildOutcome = (diagnosis: string, weights: Record<string, number> = {}) => ({
  id: null,
  bias: 0.5,
  weights,
  data: diagnosisDataSchema.parse({ diagnosis }),
});
const buildRule = (pattern: string) => ({
  id: null,
  name: "Gas smell",
  pattern,
  urgency: "high" as const,
  instruction: "Leave the house",
  headline: "",
  call911: true,
  alsoCall: "",
  causes: ["A leak"],
});
const buildValues = (changes: Partial<ModelValues> = {}): ModelValues => ({
  outcomes: [
    buildOutcome("Pump", { "1:0": 2.5 }),
    buildOutcome("Valve", { "2:2": -1 }),
    buildOutcome("Leak"),
  ],
  rules: [buildRule("1:0,2:1")],
  minPosterior: 0.6,
  minMargin: 0.2,
  ...changes,
});
const save = async (
  baseVersion: number,
  changes: Partial<ModelValues> = {},
  { id = quizId, fingerprint }: { id?: string; fingerprint?: string } = {},
) =>
  saveDiagnosisModel(
    { db: context.db, actor: ACTOR, httpRequestId: "r1", now: NOW },
    {
      quizId: id,
      baseVersion,
      values: buildValues(changes),
      fingerprint: fingerprint ?? (await load()).fingerprint,
    },
  );
const load = async () => {
  const model = await getDiagnosisModel(context.db, slug);
  if (!model) throw new Error("no quiz");
  return model;
};

describe("outcomes and rules of a quiz", () => {
  test("are approved by saving when staff write them, as a version of the quiz", async () => {
    expect(await save(1)).toEqual({ ok: true, version: 2 });
    const { version, values: savedValues } = await load();
    expect(version).toBe(2);
    expect(savedValues).toMatchObject({
      minPosterior: 0.6,
      minMargin: 0.2,
      rules: [{ status: "approved", pattern: "1:0,2:1", instruction: "Leave the house" }],
    });
    expect(
      savedValues.outcomes.map(({ status, bias, weights, data }) => [
        status,
        bias,
        weights,
        data.diagnosis,
      ]),
    ).toEqual([
      ["approved", 0.5, { "1:0": 2.5 }, "Pump"],
      ["approved", 0.5, { "2:2": -1 }, "Valve"],
      ["approved", 0.5, {}, "Leak"],
    ]);
    expect(
      await queryRows(
        context.db,
        "select version, snapshot from content_versions where content_id = $1 and version = 2",
        [quizId],
      ),
    ).toEqual([{ version: 2, snapshot: { title: "A quiz", minPosterior: 0.6, minMargin: 0.2 } }]);
  });

  test("stay pending when generated ones are edited; omitted ones are deleted, rejected ones are kept", async () => {
    await save(1);
    await context.db.$client.query(
      "update quiz_outcomes set status = 'pending_review' where quiz_id = $1 and diagnosis_data->>'diagnosis' = 'Pump'",
      [quizId],
    );
    await context.db.$client.query(
      "update quiz_outcomes set status = 'rejected' where quiz_id = $1 and diagnosis_data->>'diagnosis' = 'Leak'",
      [quizId],
    );
    const { values: savedValues } = await load();
    const [pump] = savedValues.outcomes;
    if (!pump) throw new Error("no outcome");
    expect(
      await save(2, {
        outcomes: [{ ...pump, bias: 4 }, buildOutcome("Seal"), buildOutcome("Trap")],
        rules: [],
      }),
    ).toEqual({ ok: true, version: 3 });
    expect(
      await queryRows(
        context.db,
        "select diagnosis_data->>'diagnosis' as diagnosis, status, bias from quiz_outcomes where quiz_id = $1 order by status, diagnosis",
        [quizId],
      ),
    ).toEqual([
      { diagnosis: "Seal", status: "approved", bias: 0.5 },
      { diagnosis: "Trap", status: "approved", bias: 0.5 },
      { diagnosis: "Pump", status: "pending_review", bias: 4 },
      { diagnosis: "Leak", status: "rejected", bias: 0.5 },
    ]);
    expect((await load()).values.rules).toEqual([]);
  });

  test("a rule without a headline uses its name, and the texts of its danger screen are kept", async () => {
    await save(1, {
      rules: [
        {
          ...buildRule("1:0"),
          instruction: "Leave the house\nCall from outside",
          alsoCall: "your gas utility's emergency line",
        },
      ],
    });
    expect((await load()).values.rules).toMatchObject([
      {
        headline: "Gas smell",
        instruction: "Leave the house\nCall from outside",
        call911: true,
        alsoCall: "your gas utility's emergency line",
        causes: ["A leak"],
      },
    ]);
  });

  test("rules from before danger screens get their name as headline and cause, and 911 if their text mentions it", async () => {
    const addRule = (name: string, instruction: string) =>
      context.owner.$client.query(
        "insert into quiz_safety_rules (id, quiz_id, position, name, pattern, urgency, instruction, created_at) values ($1, $2, 0, $3, '1:0', 'high', $4, now())",
        [randomUUID(), quizId, name, instruction],
      );
    await addRule("Smell of gas", "Leave the house. Call 911 from outside.");
    await addRule(`Water ${"x".repeat(70)}`, "Close the valve 9110.");
    const migration = readFileSync("drizzle/0011_danger-rules.sql", "utf8");
    await context.owner.$client.query(
      migration
        .split("--> statement-breakpoint")
        .find((statement) => statement.includes("UPDATE")) ?? "",
    );
    expect(
      await queryRows(
        context.db,
        "select headline, causes, call_911 as call from quiz_safety_rules where quiz_id = $1 order by name",
        [quizId],
      ),
    ).toEqual([
      { headline: "Smell of gas", causes: ["Smell of gas"], call: true },
      { headline: `Water ${"x".repeat(54)}`, causes: [`Water ${"x".repeat(70)}`], call: false },
    ]);
  });

  test("do not overwrite somebody else's save, even a simultaneous one", async () => {
    const results = await Promise.all([save(1), save(1, { minMargin: 0.3 })]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, reason: "conflict" });
    expect((await load()).values.outcomes).toHaveLength(3);
    expect(await save(1, {}, { id: randomUUID() })).toEqual({ ok: false, reason: "not-found" });
  });

  test("do not overwrite entries that were generated, edited or rejected since they were loaded; an approval does not conflict", async () => {
    await save(1);
    const { fingerprint, values: loadedValues } = await load();
    const saveLoaded = () => save(2, loadedValues, { fingerprint });
    const insertRow = (table: string, columns: string, columnValues: string) =>
      context.db.$client.query(
        `insert into ${table} (id, quiz_id, position, status, generator, approved_at, created_at, ${columns}) values ($1, $2, 9, 'approved', 'model', now(), now(), ${columnValues})`,
        [randomUUID(), quizId],
      );
    await insertRow(
      "quiz_safety_rules",
      "name, pattern, urgency, instruction",
      "'Smoke', '2:0', 'high', 'Get out'",
    );
    expect(await saveLoaded()).toEqual({ ok: false, reason: "conflict" });
    await context.db.$client.query("delete from quiz_safety_rules where name = 'Smoke'");
    await insertRow(
      "quiz_outcomes",
      "bias, weights, diagnosis_data",
      `0, '{}', '{"diagnosis":"Seal"}'`,
    );
    expect(await saveLoaded()).toEqual({ ok: false, reason: "conflict" });
    expect((await load()).values.outcomes).toHaveLength(4);
    await context.db.$client.query(
      "update quiz_outcomes set status = 'rejected' where diagnosis_data->>'diagnosis' = 'Seal'",
    );
    const reword = (instruction: string) =>
      context.db.$client.query("update quiz_safety_rules set instruction = $2 where quiz_id = $1", [
        quizId,
        instruction,
      ]);
    await reword("Other words");
    expect(await saveLoaded()).toEqual({ ok: false, reason: "conflict" });
    await reword("Leave the house");
    await context.db.$client.query(
      "update quiz_safety_rules set status = 'pending_review' where quiz_id = $1",
      [quizId],
    );
    expect(await saveLoaded()).toEqual({ ok: true, version: 3 });
  });

  test("are found by a previous slug of the quiz", async () => {
    expect(await getDiagnosisModel(context.db, `old-${slug}`)).toMatchObject({ quizId, slug });
    expect(await getDiagnosisModel(context.db, "no-such-quiz")).toBeNull();
  });

  test("must refer to answers that the quiz has", async () => {
    for (const pattern of ["3:0", "1:3", "1:0,1:1", "x"])
      expect(await save(1, { rules: [buildRule(pattern)] }), pattern).toMatchObject({
        ok: false,
        reason: "invalid",
      });
    expect(
      await save(1, {
        outcomes: [buildOutcome("A", { "9:0": 1 }), buildOutcome("B"), buildOutcome("C")],
      }),
    ).toMatchObject({ ok: false, reason: "invalid" });
    expect(await save(1, { outcomes: [buildOutcome("A"), buildOutcome("B")] })).toMatchObject({
      ok: false,
      reason: "invalid",
      message: expect.stringContaining("3 to 12"),
    });
    expect((await load()).version).toBe(1);
    expect(await save(1, { outcomes: [] })).toMatchObject({ ok: true });
  });
});

describe("metrics of a quiz", () => {
  const getMetrics = (days: 30 | 90, metricsSlug = slug) =>
    getQuizMetrics(context.db, { slug: metricsSlug, days, now: NOW, timeZone: "America/New_York" });
  const addCounts = (day: string, counts: Record<string, number>) =>
    Promise.all(
      Object.entries(counts).map(([name, count]) =>
        context.db.$client.query(
          "insert into content_counts (content_id, day, name, count) values ($1, $2, $3, $4)",
          [quizId, day, name, count],
        ),
      ),
    );
  const addRequest = async (quizSlug: string, { status = "new", daysAgo = 1 } = {}) => {
    const result = await storeRequest(context.db, {
      now: new Date(NOW.getTime() - daysAgo * DAY_MS),
      values: { phone: `(404) 555-${Math.floor(1_000 + Math.random() * 8_999)}` },
    });
    if (!result.ok) throw new Error(result.reason);
    await context.owner.$client.query(
      "update service_requests set additional_details = jsonb_build_object('quiz_slug', $2::text), status = $3 where id = $1",
      [result.id, quizSlug, status],
    );
  };

  test("add up the days of the period, including the first", async () => {
    await addCounts("2026-05-04", {
      view: 10,
      start: 8,
      finish: 3,
      "question:1": 8,
      "question:2": 4,
      "layer:model": 2,
      "layer:generic": 1,
    });
    await addCounts("2026-04-05", { view: 5 });
    await addCounts("2026-04-04", { view: 100, finish: 50 });
    expect(await getMetrics(30)).toMatchObject({
      ...{
        title: "A quiz",
        days: 30,
        views: 15,
        starts: 8,
        finishes: 3,
        layers: { exact: 0, partial: 0, model: 2, generic: 1 },
      },
      steps: [
        { question: "Question 1?", views: 8, leftCount: 4, dropOff: 0.5 },
        { question: "Question 2?", views: 4, leftCount: 1, dropOff: 0.25 },
      ],
    });
    expect(await getMetrics(90)).toMatchObject({ views: 115, finishes: 53 });
  });

  test("count requests from every slug the quiz has had, and estimate the value of the work", async () => {
    await addRequest(slug);
    await addRequest(`old-${slug}`, { status: "closed" });
    await addRequest(slug, { daysAgo: 60, status: "contacted" });
    await addRequest("another-quiz");
    const recent = await getMetrics(30);
    expect(recent?.requests).toEqual([
      { status: "new", count: 1 },
      { status: "contacted", count: 0 },
      { status: "closed", count: 1 },
    ]);
    expect(recent?.estimate).toEqual({ project: "Plumbing Repair", perRequest: 1_100 });
    expect(
      (await getMetrics(90, `old-${slug}`))?.requests.map(({ count: total }) => total),
    ).toEqual([1, 1, 1]);
    await context.db.$client.query("update quizzes set service_type = 'Roofing' where id = $1", [
      quizId,
    ]);
    expect((await getMetrics(30))?.estimate).toBeNull();
    expect(await getMetrics(30, "no-such-quiz")).toBeNull();
  });
});
