import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { closeDatabase, createDatabase } from "#app/db/client.server.ts";
import { createPublishedArticles } from "#app/features/advertorials/published.server.ts";
import { NOT_CERTAIN, NOTHING_SENT, TOOL_NAMES } from "#app/features/assistants/constants.ts";
import { runTool, type ToolReply } from "#app/features/assistants/run-tool.server.ts";
import { OUTPUTS, type ToolOutput } from "#app/features/assistants/schema.ts";
import { describeTool } from "#app/features/assistants/tools.ts";
import { createPublishedQuizzes } from "#app/features/quizzes/published.server.ts";
import { parseQuoteStart } from "#app/features/requests/quote/parse-quote-start.server.ts";
import { openTestDatabase, queryRows, siteSettings } from "../factories.ts";
import { insertProvider } from "../providers.ts";
import { buildDangerRule, insertQuiz, type TestQuiz } from "../quizzes.ts";

const ORIGIN = "https://henry.example";
type ToolName = (typeof TOOL_NAMES)[number];

let context: Awaited<ReturnType<typeof openTestDatabase>>;
let quiz: TestQuiz;
let dangerQuiz: TestQuiz;
const counted: string[] = [];

beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  const client = context.owner.$client;
  quiz = await insertQuiz(client, { slug: `q-${randomUUID().slice(0, 8)}` });
  dangerQuiz = await insertQuiz(client, {
    slug: `d-${randomUUID().slice(0, 8)}`,
    rules: [buildDangerRule("2:0")],
  });
  return () => context.close();
});

const log = { warn() {}, error() {} } as never;
const tools = (db = context.db) => ({
  origin: ORIGIN,
  db,
  settings: { get: async () => siteSettings, drop() {} },
  quizzes: createPublishedQuizzes(db),
  articles: createPublishedArticles(db, log),
  contentCounter: {
    count: (_id: string, name: string) => counted.push(name),
    flush: async () => {},
    stop: async () => {},
  },
  log,
  now: () => new Date("2026-11-28T12:00:00Z"),
});
const run = (name: ToolName, input: unknown): Promise<ToolReply> => runTool(tools(), name, input);

/** The output of a tool that accepts this input, as its own schema describes it, and its text. */
async function call<Name extends ToolName>(
  name: Name,
  input: unknown,
): Promise<{ output: ToolOutput<Name>; text: string }> {
  const reply = await run(name, input);
  if (!reply.ok) throw new Error(reply.error);
  return { output: OUTPUTS[name].parse(reply.output) as ToolOutput<Name>, text: reply.text };
}
async function getError(name: ToolName, input: unknown): Promise<string> {
  const reply = await run(name, input);
  return reply.ok ? "" : reply.error;
}
const startQuote = async (url: string) =>
  parseQuoteStart(new URL(url).searchParams, await tools().quizzes.list());

test("somebody who needs a plumber in 78701 gets a link to a form with both filled in", async () => {
  const { output: found } = await call("find_service", { problem: "I need a plumber" });
  const [service] = found.services;
  expect(service?.slug).toBe("plumbing");
  const { output, text } = await call("quote_link", { service: service?.slug, zip: "78701" });
  expect(output.url).toBe(`${ORIGIN}/quote?service=plumbing&zip=78701`);
  expect(output.statement).toBe(NOTHING_SENT);
  expect(text).toContain(NOTHING_SENT);
  const { serviceType, prefill } = await startQuote(output.url ?? "");
  expect(output.prefilled.service).toBe(serviceType);
  expect(output.prefilled.place).toBe(`${prefill.city}, ${prefill.state} 78701`);
  expect(prefill).toMatchObject({ city: "Austin", state: "TX", zipCode: "78701" });
});

describe("danger", () => {
  test.each([
    ["find_service", { problem: "I smell gas in the kitchen" }],
    ["diagnose", { quiz: "q", problem: "I smell gas in the kitchen" }],
    ["quote_link", { service: "plumbing", zip: "78701", problem: "I smell gas in the kitchen" }],
    ["quote_link", { service: "gas leak" }],
  ] as const)("%s tells what to do now instead of anything else: %j", async (name, input) => {
    const { output, text } = await call(name, input);
    expect(output.danger).toMatchObject({ headline: "Possible gas leak", call911: true });
    expect(output.danger?.steps[0]).toContain("outside now");
    expect(text).toMatch(/^DANGER: Possible gas leak/);
    expect(text).toContain("gas utility");
    expect(JSON.stringify(output) + text).not.toContain("/quote");
    if (name === "find_service") expect(output).toMatchObject({ services: [], quizzes: [] });
  });

  test("is answered also by a tool that has no words about a problem", async () => {
    for (const name of ["price_range", "coverage", "list_quizzes"] as const)
      expect(await getError(name, { service: "gas leak" })).toMatch(/^DANGER: Possible gas leak/);
  });

  test("comes before a refusal of the rest of the input", async () => {
    const { output } = await call("quote_link", {
      zip: "7870",
      email: "pat@example.com",
      problem: `The carbon monoxide alarm is going off. ${"Please hurry. ".repeat(40)}`,
    });
    expect(output.danger?.headline).toBe("Possible carbon monoxide");
    const { output: late } = await call("find_service", {
      problem: `${"It is an old house. ".repeat(20)} I smell gas.`,
    });
    expect(late.danger?.headline).toBe("Possible gas leak");
  });

  test("of an answer ends the quiz at once, without a quote link", async () => {
    const input = { quiz: dangerQuiz.slug, answers: ["1:0", "2:0"] };
    const { output, text } = await call("diagnose", input);
    expect(output).toMatchObject({ question: null, result: null, quoteLink: null });
    expect(output.danger).toMatchObject({
      headline: "Possible gas leak",
      call911: true,
      alsoCall: "your gas utility's emergency line",
      steps: ["Leave the house now.", "Touch no switch, flame or phone inside."],
      page: `${ORIGIN}/quiz/${dangerQuiz.slug}?a=1:0,2:0`,
    });
    expect(text).toMatch(/^DANGER/);
    const { output: further } = await call("diagnose", {
      ...input,
      answers: ["1:0", "2:0", "3:0"],
    });
    expect(further.danger?.headline).toBe("Possible gas leak");
  });
});

describe("diagnose", () => {
  test("walks through a quiz to a likely cause, and carries the answers on to the form", async () => {
    const answers: string[] = [];
    for (const [index, { questionText, options }] of quiz.questions.entries()) {
      const { output } = await call("diagnose", { quiz: quiz.slug, answers, zip: "78701" });
      expect(output.question).toMatchObject({ number: index + 1, of: 3, text: questionText });
      expect(output.question?.answers.map(({ text }) => text)).toEqual(options);
      expect(output.quoteLink).toBeNull();
      answers.push(output.question?.answers[0]?.id ?? "");
    }
    const { output, text } = await call("diagnose", { quiz: quiz.slug, answers, zip: "78701" });
    expect(output.result?.headline).toMatch(/^Most likely: /);
    expect(output.result?.confidence).toMatch(/^(Strong match|Good match|Best guess): fits /);
    expect(output.result?.likelyCauses.length).toBeGreaterThan(0);
    expect(output.result?.limits).toBe(NOT_CERTAIN);
    expect(output.result?.page).toBe(`${ORIGIN}/quiz/${quiz.slug}?a=${answers.join(",")}`);
    expect(output.next).toBe(NOTHING_SENT);
    expect(text).toContain(NOT_CERTAIN);
    const start = await startQuote(output.quoteLink ?? "");
    expect(start.prefill).toMatchObject({ zipCode: "78701", city: "Austin" });
    expect(start.quiz?.slug).toBe(quiz.slug);
    expect(start.quiz?.answers.map(({ answer }) => answer)).toEqual(
      quiz.questions.map(({ options }) => options[0]),
    );
  });

  test.each([
    [{ quiz: "no-such-quiz" }, "list_quizzes"],
    [{ quiz: "Not A Slug" }, "send a slug"],
    [{ answers: ["1:7"] }, "begin again"],
    [{ answers: ["2:0"] }, "begin again"],
    [{ answers: ["first"] }, "such as 1:0"],
    [{ answers: Array(21).fill("1:0") }, "more than any quiz"],
    [{ zip: "00000" }, "no such ZIP code"],
  ])("says what to do about %j", async (input, sentence) => {
    expect(await getError("diagnose", { quiz: quiz.slug, ...input })).toContain(sentence);
  });

  test("finds a quiz under its earlier slug", async () => {
    const previous = `p-${randomUUID().slice(0, 8)}`;
    await insertQuiz(context.owner.$client, {
      slug: `n-${previous}`,
      previousSlugs: [previous],
    });
    expect((await call("diagnose", { quiz: previous })).output.question?.number).toBe(1);
  });
});

test("lists quizzes with what a person would read about them", async () => {
  const { output, text } = await call("list_quizzes", {});
  expect(output.quizzes).toContainEqual({
    slug: quiz.slug,
    title: quiz.title,
    description: quiz.description,
    page: `${ORIGIN}/quiz/${quiz.slug}`,
    questions: 3,
  });
  expect(text).toContain(quiz.slug);
  expect((await call("list_quizzes", { service: "towing" })).output.quizzes).toEqual([]);
});

test("says about coverage what the service's page says, and no more", async () => {
  const ask = async (zip: string) =>
    (await call("coverage", { zip, service: "electrician" })).output;
  expect(await ask("90210")).toEqual({
    zip: "90210",
    city: "Beverly Hills",
    state: "CA",
    verifiedProviders: { listed: 0, inCategory: 0 },
    message:
      "No verified electrician is listed in Beverly Hills yet. We take your request, and Henry looks for one.",
  });
  expect(await getError("coverage", { zip: "00000" })).toContain("no such ZIP code");
  // Not verified: it does not count.
  await insertProvider(context.owner.$client, { business_zip: "90210" });
  expect((await ask("90210")).verifiedProviders).toEqual({ listed: 0, inCategory: 0 });
});

test("gives the prices of a service's page, and none where the page has none", async () => {
  const { output, text } = await call("price_range", { service: "plumbing" });
  expect(output.prices.length).toBeGreaterThan(0);
  for (const { range } of output.prices) expect(text).toContain(range);
  expect(output.page).toBe(`${ORIGIN}/home-services/plumbing`);
  expect(text).toContain("The pro sets the price before work starts.");
  const { output: none } = await call("price_range", { service: "towing" });
  expect(none).toMatchObject({ prices: [], sizes: [], estimator: null });
  expect(none.statement).toContain("no usual price");
  expect(none.page).toBe(`${ORIGIN}/auto/towing`);
});

describe("nothing about a person", () => {
  test.each(TOOL_NAMES)("is accepted by %s", async (name) => {
    const input = {
      find_service: { problem: "leaky tap" },
      coverage: { zip: "78701" },
      price_range: { service: "plumbing" },
      list_quizzes: {},
      diagnose: { quiz: quiz.slug },
      quote_link: { service: "plumbing", zip: "78701" },
    }[name];
    expect((await run(name, input)).ok).toBe(true);
    for (const field of ["name", "phone", "email", "address", "consent"]) {
      const error = await getError(name, { ...input, [field]: "Jordan 512-555-0123" });
      expect(error).toContain("nothing about a person");
      expect(error).not.toContain("Jordan");
    }
  });

  test("stays in the words about the problem", async () => {
    for (const problem of ["Tap drips, call 512-555-0123", "Tap drips, pat@example.com"]) {
      const error = await getError("find_service", { problem });
      expect(error).toContain("leave out phone numbers and email addresses");
      expect(error).not.toContain("512");
    }
  });

  test.each([
    null,
    [],
    "plumber",
    42,
    { problem: 42 },
    { problem: "" },
    { problem: "x".repeat(301) },
  ])("and an input that is none is refused with a sentence: %j", async (input) => {
    expect(await getError("find_service", input)).toMatch(/\.$/);
  });
});

test("no tool writes to any table or counts anything", async () => {
  const listCounts = async () => {
    const tables = await queryRows<{ name: string }>(
      context.owner,
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
    );
    const counts = tables.map(
      ({ name }) => `select '${name}' as name, count(*)::int as rows from "${name}"`,
    );
    return queryRows(context.owner, counts.join(" union all "));
  };
  const before = await listCounts();
  counted.length = 0;
  const answers = ["1:1", "2:1", "3:1"];
  for (const [name, input] of [
    ["find_service", { problem: "water under the sink" }],
    ["find_service", { problem: "I smell gas" }],
    ["coverage", { zip: "78701", service: "plumbing" }],
    ["price_range", { service: "plumbing" }],
    ["list_quizzes", {}],
    ["diagnose", { quiz: quiz.slug, answers, zip: "78701" }],
    ["diagnose", { quiz: dangerQuiz.slug, answers: ["1:0", "2:0"] }],
    ["quote_link", { service: "plumbing", zip: "78701" }],
  ] as const)
    expect((await run(name, input)).ok, name).toBe(true);
  expect(await listCounts()).toEqual(before);
  expect(before.length).toBeGreaterThan(30);
  expect(counted).toEqual([]);
});

test("without the database, dangers, services and links still work, and the rest says what to do", async () => {
  const db = createDatabase({ url: "postgres://127.0.0.1:1/none", max: 1, onError() {} });
  const app = tools(db);
  const isOk = async (name: ToolName, input: unknown) => (await runTool(app, name, input)).ok;
  expect(await isOk("find_service", { problem: "I smell gas" })).toBe(true);
  expect(await isOk("find_service", { problem: "leaky tap" })).toBe(true);
  expect(await isOk("quote_link", { service: "plumbing", zip: "78701" })).toBe(true);
  for (const [name, input] of [
    ["coverage", { zip: "78701" }],
    ["diagnose", { quiz: quiz.slug }],
  ] as const)
    expect(await runTool(app, name, input)).toEqual({
      ok: false,
      error: expect.stringContaining("Try again in a minute"),
    });
  await closeDatabase(db);
});

test("every tool is described as one that only reads", () => {
  for (const name of TOOL_NAMES) {
    const { title, description, annotations } = describeTool(name);
    expect(annotations).toEqual({ readOnlyHint: true, openWorldHint: false, title });
    expect(description).toMatch(/\.$/);
  }
});
