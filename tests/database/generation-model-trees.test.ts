import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { quizSafetyRules } from "#app/db/tables/quizzes.server.ts";
import { countCombinations } from "#app/features/quizzes/engine/combinations.ts";
import { diagnose } from "#app/features/quizzes/engine/diagnose.ts";
import { draftDangerQuestion } from "#app/features/quizzes/generation/build-quiz.ts";
import { draftTreeRules } from "#app/features/quizzes/generation/keep-to-tree.ts";
import { approveItems } from "#app/features/quizzes/review/mutations.server.ts";
import { RULE_COLUMNS } from "#app/features/quizzes/safety-rules.server.ts";
import { readTree } from "../content/open-tree.ts";
import { EMPTY_MODEL, parseAnswers } from "../diagnosis-model.ts";
import { openTestDatabase, queryRows } from "../factories.ts";
import { type ModelApiFake, type ModelBehavior, startModelApi } from "../fakes/model-api.ts";
import { createGeneration, type Generation } from "../generation-factory.ts";

/** What a model writes about a topic that a fault tree is about. */

const KEY = "sk-test-0123456789";
const TOPIC = { topic: "furnace not heating", numQuestions: 3 };
const tree = readTree("furnace-not-heating");
const [danger] = draftDangerQuestion(tree);
const GAS = "1:1";
let context: Awaited<ReturnType<typeof openTestDatabase>>;
let api: ModelApiFake;
let generation: Generation;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.owner.$client.query(
    "truncate generation_jobs, ai_calls, quizzes, content_versions cascade",
  );
  api = await startModelApi({ key: KEY });
  generation = createGeneration(context, { api });
});
afterEach(() => api.close());

const listCalls = (kind: string) => api.calls.filter((call) => call.kind === kind);
const generate = async (input: { topic: string; numQuestions: number } = TOPIC) => {
  const job = await generation.finish(await generation.startQuiz(input));
  return { job, quiz: await generation.getQuiz(job) };
};
const listRules = (quizId: string) =>
  context.db
    .select({ ...RULE_COLUMNS, status: quizSafetyRules.status })
    .from(quizSafetyRules)
    .where(eq(quizSafetyRules.quizId, quizId))
    .orderBy(quizSafetyRules.position);
const change = (kind: string, replace: (text: string) => string) =>
  api.behave((call) =>
    call.kind === kind ? { kind: "changed", change: replace } : { kind: "ok" },
  );
/** Changes every cause in the answer of a model. */
const changeCauses = (changes: object) => (text: string) => {
  const answer = JSON.parse(text);
  return JSON.stringify({
    ...answer,
    causes: answer.causes.map((cause: object, at: number) =>
      at === 0 ? { ...cause, ...changes } : cause,
    ),
  });
};

describe("the dangers of the tree stay", () => {
  const answerWeights = (answer: object): ModelBehavior => ({
    kind: "text",
    text: JSON.stringify(answer),
  });
  const calm = {
    name: "Gas",
    headline: "A faint smell is normal",
    steps: ["Open a window and wait."],
    call911: false,
    causes: ["Dust on the burner"],
  };
  const points = { [GAS]: { "0": 4 }, "3:0": { "0": 2 } };

  test.each([
    ["without any danger", { points }],
    ["with an empty list of dangers", { points, dangers: [] }],
    [
      "that plays the smell of gas down",
      {
        points,
        dangers: [
          { ...calm, answers: [GAS] },
          { ...calm, answers: [GAS, "2:1"] },
        ],
      },
    ],
    ["that cannot be used", { points: "none" }],
  ])("in an answer %s", async (_name, answer) => {
    api.behave(({ kind }) => (kind === "weights" ? answerWeights(answer) : { kind: "ok" }));
    const { job, quiz } = await generate();
    expect(job).toMatchObject({ state: "done", done: job.total });
    expect(quiz.questions[0]).toEqual(danger);
    expect(quiz.questions).toHaveLength(3);
    expect(quiz.service_type).toBe("HVAC");

    const rules = await listRules(quiz.id);
    const own = draftTreeRules(tree, danger ? [danger] : []);
    expect(rules.slice(0, own.length)).toMatchObject(own);
    expect(rules.filter(({ pattern }) => pattern.includes(GAS))).toHaveLength(1);
    const result = diagnose(parseAnswers(`${GAS},2:0,3:0`), { ...EMPTY_MODEL, rules });
    expect(result).toMatchObject({ layer: "danger", data: { diagnosis: "Possible gas leak" } });
    expect(result.data.nextSteps[0]).toMatch(/^Get everyone outside now, then call 911/);
    // An option of the model that smells of gas has a rule too.
    expect(rules).toContainEqual(expect.objectContaining({ pattern: "2:0", call911: true }));

    const texts = await queryRows<{ data: string; weights: object }>(
      context.db,
      "select diagnosis_data::text as data, weights from quiz_outcomes where quiz_id = $1",
      [quiz.id],
    );
    for (const { data, weights } of texts) {
      expect(data).not.toContain("faint smell");
      expect(weights).not.toHaveProperty(GAS);
    }
  });

  test("diagnoses behind them are the tree's words, and are not paid for", async () => {
    const { job, quiz } = await generate();
    const total = countCombinations(quiz.questions);
    expect(await generation.countItems(quiz.id)).toMatchObject({ rows: total, public: 0 });
    const calm = total / (danger?.options.length ?? 1);
    expect(listCalls("rows")).toHaveLength(Math.ceil(calm / 8));
    const titles = await queryRows(
      context.db,
      "select distinct diagnosis_data->>'diagnosis' as title from quiz_diagnoses where quiz_id = $1 and pattern @> array[$2]",
      [quiz.id, GAS],
    );
    expect(titles).toEqual([{ title: "Possible gas leak" }]);
    expect(job.failures).toBe(0);
  });

  test("diagnoses generated again: an approved rule stays, pending ones come again", async () => {
    const { quiz } = await generate();
    const [first, ...others] = await listRules(quiz.id);
    if (!first) throw new Error("there is no rule");
    await generation.pool.query(
      "update quiz_safety_rules set instruction = 'Leave now and call 911.' where id = $1",
      [first.id],
    );
    await approveItems(
      { db: context.db, actor: generation.startedBy, httpRequestId: "test", now: generation.now() },
      { quizId: quiz.id, items: [{ kind: "rule", id: first.id }] },
    );
    api.behave(({ kind }) =>
      kind === "weights" ? answerWeights({ points: {}, dangers: [] }) : { kind: "ok" },
    );
    await generation.finish(await generation.startDiagnoses(quiz.id));
    const again = await listRules(quiz.id);
    const [approved] = again.filter(({ pattern }) => pattern === first.pattern);
    expect(again.filter(({ pattern }) => pattern === first.pattern)).toHaveLength(1);
    expect(approved).toMatchObject({
      id: first.id,
      status: "approved",
      instruction: "Leave now and call 911.",
    });
    for (const rule of others) {
      const [renewed] = again.filter(({ pattern }) => pattern === rule.pattern);
      expect(renewed).toMatchObject({ ...rule, id: expect.any(String), status: "pending_review" });
      expect(renewed?.id).not.toBe(rule.id);
    }
  });
});

test("a quiz whose topic was changed still belongs to the tree whose danger question it asks", async () => {
  const { quiz } = await generate();
  const before = await listRules(quiz.id);
  await generation.pool.query(
    "update quizzes set title = 'Something', topic = 'roof shingles missing' where id = $1",
    [quiz.id],
  );
  api.calls.length = 0;
  await generation.finish(await generation.startDiagnoses(quiz.id));
  const toWords = (rules: typeof before) =>
    rules.map(({ pattern, headline, instruction }) => ({ pattern, headline, instruction }));
  expect(toWords(await listRules(quiz.id))).toEqual(toWords(before));
  expect(listCalls("causes")[0]?.prompt).toContain(`Subject: ${tree.title}`);
});

describe("prompts", () => {
  test("carry the causes and dangers of the tree, and ask for one question less", async () => {
    await generate();
    for (const kind of ["causes", "questions", "weights", "rows"]) {
      const [call] = listCalls(kind);
      for (const { diagnosis } of tree.causes) expect(call?.prompt).toContain(`- "${diagnosis}": `);
      expect(call?.prompt).toContain("- Possible gas leak, call 911");
      expect(call?.prompt).toContain("Master tradespeople have signed what follows about this");
    }
    const [questions] = listCalls("questions");
    expect(questions?.prompt).toContain("Write exactly 2 questions");
    expect(questions?.prompt).toContain(danger?.questionText);
    expect(listCalls("weights")[0]?.prompt).toContain("The pages of 1:1, 1:2, 1:3");
  });

  test("carry the two nearest trees where none is about the topic", async () => {
    await generate({ topic: "my boiler leaks", numQuestions: 3 });
    const [causes] = listCalls("causes");
    expect(causes?.prompt).toContain("Nothing signed is about exactly this trouble");
    expect(causes?.prompt.match(/^Subject: .*/gm)).toEqual(
      ["boiler-radiator-cold", "water-heater-problem"].map(
        (slug) => `Subject: ${readTree(slug).title}`,
      ),
    );
    expect(listCalls("questions")[0]?.prompt).toContain("Write exactly 3 questions");
  });

  test("are not written about an emergency", async () => {
    const job = await generation.finish(
      await generation.startQuiz({ topic: "I smell gas in the kitchen" }),
    );
    expect(job).toMatchObject({ state: "failed", error: expect.stringContaining("an emergency") });
    expect(api.calls).toEqual([]);
  });
});

describe("a cause", () => {
  const urgentButCalm = { urgency: "high", timeframe: "When convenient" };

  test("whose timeframe does not fit its urgency is sent back once, and corrected", async () => {
    let remaining = 1;
    api.behave(({ kind }) =>
      kind === "causes" && remaining-- > 0
        ? { kind: "changed", change: changeCauses(urgentButCalm) }
        : { kind: "ok" },
    );
    const { job } = await generate();
    expect(job).toMatchObject({ state: "done", failures: 0 });
    expect(listCalls("causes")).toHaveLength(2);
    expect(listCalls("causes")[1]?.prompt).toContain(
      "causes.0.timeframe: with high urgency it must be one of Right away, Today",
    );
  });

  test("that stays like this makes no quiz", async () => {
    change("causes", changeCauses(urgentButCalm));
    const job = await generation.finish(await generation.startQuiz(TOPIC));
    expect(job).toMatchObject({ state: "failed", error: expect.stringContaining("no quiz") });
    expect(listCalls("causes")).toHaveLength(2);
    expect(await queryRows(context.db, "select 1 from quizzes")).toEqual([]);
  });

  test("of the tree keeps the tree's urgency and safety lines", async () => {
    const own = tree.causes.find(({ key }) => key === "flame-sensor");
    const calm = { urgency: "low", timeframe: "When convenient", safetyLines: ["Keep it clean"] };
    change("causes", changeCauses({ diagnosis: own?.diagnosis, ...calm }));
    const { quiz } = await generate();
    const [outcome] = await queryRows<{ data: object }>(
      context.db,
      "select diagnosis_data as data from quiz_outcomes where quiz_id = $1 order by position",
      [quiz.id],
    );
    expect(outcome?.data).toMatchObject({
      diagnosis: own?.diagnosis,
      urgency: "medium",
      priority: "medium",
      timeframe: "Within 24 hours",
      safetyLines: [...(own?.safetyLines ?? []), "Keep it clean"],
    });
  });
});

test("a quiz with more dangers than rules fails Check quiz, before anything about it is stored", async () => {
  change("questions", (text) =>
    text.replaceAll(
      '["A drip","A hiss","A stain","Nothing"]',
      '["A smell of gas","Sparks","Smoke","Sewage on the floor"]',
    ),
  );
  const { job, quiz } = await generate({ topic: "my boiler leaks", numQuestions: 10 });
  expect(job).toMatchObject({
    state: "failed",
    error: expect.stringMatching(
      /^The answer "[^"]+" describes a danger and has no safety rule, because a quiz has at most 30/,
    ),
  });
  expect(await generation.countItems(quiz.id)).toEqual({
    rows: 0,
    outcomes: 0,
    rules: 0,
    public: 0,
  });
});
