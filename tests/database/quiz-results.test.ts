import { randomUUID } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { type AppContext, appContext, requestInfoContext } from "#app/app-context.ts";
import { saveDraft } from "#app/features/content-editor/drafts.server.ts";
import {
  CAUSE_LOOKUP_FAILED,
  CAUSE_UNKNOWN,
  GENERIC_TITLE,
} from "#app/features/quizzes/constants.ts";
import {
  addOption,
  moveOption,
  withOptionIds,
} from "#app/features/quizzes/editor/editor-schema.ts";
import { hashAnswers } from "#app/features/quizzes/engine/hash-answers.ts";
import { NOTICES } from "#app/features/quizzes/notices.ts";
import { openQuiz, type QuizPage } from "#app/features/quizzes/player/open-quiz.server.ts";
import { formatAnswers } from "#app/features/quizzes/player/parse-answers.ts";
import { createPublishedQuizzes } from "#app/features/quizzes/published.server.ts";
import type { Question } from "#app/features/quizzes/schema.ts";
import { parseQuoteStart } from "#app/features/requests/quote/parse-quote-start.server.ts";
import { loader } from "#app/routes/quizzes/quiz.tsx";
import { openTestDatabase, queryRows, siteSettings } from "../factories.ts";
import { buildDangerRule, buildDiagnosis, insertQuiz } from "../quizzes.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
let slug: string;
const counted: string[] = [];
const log = { warn: () => {}, error: () => {} };

beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  return () => context.close();
});

const services = () => ({
  db: context.db,
  quizzes: createPublishedQuizzes(context.db),
  contentCounter: {
    count: (_id: string, name: string) => counted.push(name),
    flush: async () => {},
    stop: async () => {},
  },
  log: log as never,
  now: () => new Date(),
});
const buildRow = (hash: string, diagnosis: string, priority = 0) => ({
  hash,
  priority,
  data: buildDiagnosis({ diagnosis }),
});
const makeQuiz = (options: Omit<Parameters<typeof insertQuiz>[1], "slug"> = {}) => {
  slug = `q-${randomUUID().slice(0, 8)}`;
  return insertQuiz(context.owner.$client, { slug, ...options });
};
const open = (
  query = "",
  options: { preview?: boolean; isLookUpAllowed?: boolean; slug?: string } = {},
) => {
  counted.length = 0;
  return openQuiz(services(), {
    slug: options.slug ?? slug,
    query: new URLSearchParams(query),
    previewUserId: options.preview ? randomUUID() : null,
    isLookUpAllowed: () => options.isLookUpAllowed ?? true,
  });
};
const getResult = (page: QuizPage) => (page.view === "result" ? page.result : undefined);
const findDiagnosis = async (answers: string) =>
  getResult(await open(`a=${answers}`))?.data.diagnosis;

test("the exact row wins, then the partial row with the most answers, then priority", async () => {
  await makeQuiz({
    isEmpty: true,
    rows: [
      buildRow("1:0,2:0,3:0", "Exact"),
      buildRow("1:0", "One answer", 90),
      buildRow("1:0,2:0", "Two answers"),
      buildRow("1:0,3:1", "Two others", 10),
    ],
  });
  expect(await findDiagnosis("1:0,2:0,3:0")).toBe("Exact");
  expect(counted).toEqual(["layer:exact"]);
  expect(await findDiagnosis("1:0,2:0,3:1")).toBe("Two others");
  expect(await findDiagnosis("1:0,2:0,3:2")).toBe("Two answers");
  expect(counted).toEqual(["layer:partial"]);
  expect(await findDiagnosis("1:0,2:1,3:2")).toBe("One answer");
  expect(await findDiagnosis("1:1,2:1,3:2")).toBe(GENERIC_TITLE);
});

test("a generated row for some answers is passed over where the outcomes find its cause unlikely, unless staff keep it", async () => {
  const { id, questions } = await makeQuiz({ rows: [buildRow("2:0", "Worn test valve")] });
  const own = questions.map(({ id: question }) => `${question}:0`).join(",");
  expect(await findDiagnosis(own)).not.toBe("Worn test valve");
  expect(counted).not.toContain("layer:partial");
  await context.owner.$client.query(
    "update quiz_diagnoses set keep_reason = 'Seen on site' where quiz_id = $1",
    [id],
  );
  expect(await findDiagnosis(own)).toBe("Worn test valve");
  expect(counted).toEqual(["layer:partial"]);
});

test("answers without a match get the generic result and are counted by layer and as unmatched, except in previews", async () => {
  const { id } = await makeQuiz({ isEmpty: true });
  const result = getResult(await open("a=1:1,2:0,3:0"));
  expect(result?.data).toMatchObject({
    diagnosis: GENERIC_TITLE,
    causes: [CAUSE_UNKNOWN],
    urgency: "medium",
    timeframe: "Within a few days",
    serviceType: "Plumbing",
  });
  expect(counted).toEqual(["layer:generic"]);
  const unmatchedAnswers = () =>
    queryRows(
      context.owner,
      "select hash, visit_count from quiz_unmatched_answers where quiz_id = $1",
      [id],
    );
  await expect.poll(unmatchedAnswers).toEqual([
    {
      hash: hashAnswers(
        [1, 2, 3].map((number) => ({
          questionId: String(number),
          selectedOptionIndex: number === 1 ? 1 : 0,
        })),
      ),
      visit_count: 1,
    },
  ]);
  await open("a=1:1,2:0,3:0", { preview: true });
  expect(counted).toEqual([]);
  await open("a=1:1,2:0,3:0");
  await expect.poll(unmatchedAnswers).toEqual([expect.objectContaining({ visit_count: 2 })]);
});

test("the preview of a draft gives the saved quiz's results, even if its answers were reordered", async () => {
  const quiz = await makeQuiz({
    isEmpty: true,
    rows: [
      buildRow("1:0", "First option"),
      buildRow("1:1", "Second option"),
      buildRow("2:0", "Other question", -1),
    ],
  });
  const userId = randomUUID();
  await context.owner.$client.query(
    "insert into staff_users (id, name, email, email_verified, created_at, updated_at) values ($1, 'T', $2, true, now(), now())",
    [...[userId, `${userId}@example.com`]],
  );
  const [firstQuestion, ...otherQuestions] = quiz.questions.map(withOptionIds);
  if (!firstQuestion) throw new Error("no questions");
  const [movedQuestion, extendedQuestion] = [
    moveOption(firstQuestion, 0, 1),
    addOption(firstQuestion),
  ];
  const preview = async (question: Question, answers: string) => {
    const values = {
      ...quiz,
      questions: [
        { ...question, options: question.options.map((text) => text || "New") },
        ...otherQuestions,
      ],
      isActive: true,
    };
    const actionContext = { db: context.db, actor: userId, now: new Date() };
    await saveDraft(actionContext, { key: quiz.id, data: values, baseVersion: 1 });
    const page = await openQuiz(services(), {
      slug,
      query: new URLSearchParams({ a: answers, preview: "" }),
      previewUserId: userId,
      isLookUpAllowed: () => true,
    });
    expect(page).toMatchObject({ quiz: { isDraft: true } });
    return getResult(page);
  };
  const result = await preview(movedQuestion, "1:0,2:1,3:0");
  expect(result).toMatchObject({
    data: { diagnosis: "Second option" },
    reasons: [{ question: firstQuestion.questionText, answer: firstQuestion.options[1] }],
  });
  expect(await preview(movedQuestion, "1:1,2:1,3:0")).toMatchObject({
    data: { diagnosis: "First option" },
    reasons: [{ answer: firstQuestion.options[0] }],
  });
  expect(
    await preview(extendedQuestion, `1:${firstQuestion.options.length},2:1,3:0`),
  ).toMatchObject({
    data: { diagnosis: GENERIC_TITLE },
  });
  expect(
    await preview(extendedQuestion, `1:${firstQuestion.options.length},2:0,3:0`),
  ).toMatchObject({
    data: { diagnosis: "Other question" },
  });
});

test("the model gives its reasons as text, how well it fits, and the price of its cause", async () => {
  const quiz = await makeQuiz({ rows: [] });
  const pages = await Promise.all(
    quiz.questions[0]?.options.map((_, optionIndex) => open(`a=1:${optionIndex},2:0,3:1`)) ?? [],
  );
  const model = pages
    .map(getResult)
    .find((result) => result && result.data.diagnosis !== GENERIC_TITLE);
  expect(model?.reasons.length).toBeGreaterThan(0);
  for (const { question, answer: response } of model?.reasons ?? [])
    expect(quiz.questions.find(({ questionText }) => questionText === question)?.options).toContain(
      response,
    );
  expect(model?.candidates.map(({ diagnosis }) => diagnosis)).not.toContain(model?.data.diagnosis);
  // The question about dangers says nothing about the cause.
  expect(model?.confidence?.answers).toBe(2);
  expect(model?.confidence?.fitting).toBeGreaterThan(0);
  expect(model?.price).toMatchObject({
    serviceName: "Plumbing",
    label: model?.data.price?.label,
    range: expect.stringMatching(/^\$\d/),
    path: "/home-services/plumbing",
  });
});

test("invalid diagnosis data gives no result; a failed lookup gives the generic one", async () => {
  await makeQuiz({
    isEmpty: true,
    rows: [{ hash: "1:0,2:0,3:0", priority: 0, data: { diagnosis: 7 } as never }],
  });
  expect(await open("a=1:0,2:0,3:0")).toMatchObject({ view: "result", result: null });
  const failingServices = {
    ...services(),
    db: { $client: { query: () => Promise.reject(new Error("away")) } } as never,
  };
  const page = await openQuiz(failingServices, {
    slug,
    query: new URLSearchParams("a=1:0,2:0,3:0"),
    previewUserId: null,
    isLookUpAllowed: () => true,
  });
  expect(getResult(page)).toMatchObject({
    data: { diagnosis: GENERIC_TITLE, causes: [CAUSE_LOOKUP_FAILED] },
    failed: true,
  });
});

test("URLs: some answers, wrong answers, previous slugs, inactive quizzes, no slug, no database, rate limit", async () => {
  await makeQuiz({ isEmpty: true, previousSlugs: ["the-old-one"] });
  expect(await open()).toMatchObject({ view: "questions", answers: [] });
  expect(await open("a=1:0,2:0")).toMatchObject({
    view: "questions",
    answers: [{ questionId: "1" }, { questionId: "2" }],
  });
  for (const invalid of ["2:0", "1:99", "1:0,1:0", "1:0,2:0,3:0,4:0", "x"])
    expect(await open(`a=${invalid}`)).toEqual({
      view: "moved",
      to: `/quiz/${slug}`,
      permanent: false,
    });
  expect(await open("a=1:0", { slug: "the-old-one" })).toEqual({
    view: "moved",
    to: `/quiz/${slug}?a=1%3A0`,
    permanent: true,
  });
  expect(await open("a=1:0,2:0,3:0", { isLookUpAllowed: false })).toEqual({ view: "busy" });
  expect(await open("", { slug: "no-such-quiz" })).toEqual({ view: "missing" });
  const draft = await makeQuiz({ isActive: false });
  expect(await open()).toEqual({ view: "missing" });
  expect(await open("preview", { preview: true })).toMatchObject({
    view: "questions",
    quiz: { id: draft.id },
    preview: true,
  });
  expect(
    await openQuiz(services(), {
      slug: undefined,
      query: new URLSearchParams(),
      previewUserId: null,
      isLookUpAllowed: () => true,
    }),
  ).toEqual({ view: "unnamed" });
  const connectionError = Object.assign(new Error("away"), { code: "ECONNREFUSED" });
  const quizzes = { list: () => Promise.reject(connectionError), drop: () => {} };
  expect(
    await openQuiz(
      { ...services(), quizzes },
      { slug, query: new URLSearchParams(), previewUserId: null, isLookUpAllowed: () => true },
    ),
  ).toEqual({ view: "unavailable" });
});

test("without the database the page reports that it failed to load, and when to retry", async () => {
  const routes = new RouterContextProvider();
  const connectionError = Object.assign(new Error("away"), { code: "ECONNREFUSED" });
  routes.set(appContext, {
    ...services(),
    quizzes: { list: () => Promise.reject(connectionError) },
    settings: { get: async () => siteSettings },
  } as unknown as AppContext);
  routes.set(requestInfoContext, {
    httpRequestId: "test",
    nonce: "",
    viaLoginPath: false,
    caller: { address: "192.0.2.1", userAgent: null, gpc: false },
  });
  const args = {
    request: new Request("http://localhost/quiz/sink"),
    context: routes,
    params: { slug: "sink" },
  };
  const response = await (
    loader as unknown as (
      loaderArgs: unknown,
    ) => Promise<{ data: { page: { view: "unavailable" } }; init: ResponseInit }>
  )(args);
  expect(response.init.status).toBe(503);
  expect(new Headers(response.init.headers).get("retry-after")).toBe("60");
  expect(NOTICES[response.data.page.view]).toMatchObject({
    title: "Quiz Not Found",
    text: "Failed to load quiz",
  });
});

test("the quote page accepts the answers of a published quiz, and ignores invalid ones", async () => {
  const quiz = await makeQuiz({ previousSlugs: ["renamed-quiz"] });
  const list = await services().quizzes.list();
  const parseStart = (query: string) => parseQuoteStart(new URLSearchParams(query), list);
  const answers = quiz.questions.map(({ id, questionText, options, ghlField }) => ({
    id,
    questionText,
    answer: options[0],
    ghlField,
  }));
  expect(parseStart(`label=Plumbing&quiz=${slug}&a=1:0,2:0,3:0`)).toEqual({
    serviceType: "Plumbing",
    prefill: {},
    quiz: { slug, answers },
  });
  expect(parseStart("quiz=renamed-quiz&a=1:0,2:0,3:0")).toMatchObject({
    serviceType: "Plumbing",
    quiz: { slug },
  });
  for (const invalid of [
    `quiz=${slug}`,
    `quiz=${slug}&a=1:0`,
    `quiz=${slug}&a=1:0,2:0,3:99`,
    "quiz=no-such-quiz&a=1:0,2:0,3:0",
  ])
    expect(parseStart(invalid)).toEqual({ prefill: {} });
});

describe("a danger", () => {
  const summarize = (page: QuizPage) =>
    page.view === "danger"
      ? { headline: page.danger.rule.headline, answers: formatAnswers(page.answers) }
      : page.view;

  test("ends the quiz at the deciding answer, whatever else the URL contains, without any row or outcome", async () => {
    await makeQuiz({
      rows: [buildRow("1:0,2:1,3:0", "Worn valve")],
      rules: [
        buildDangerRule("1:0,2:1"),
        buildDangerRule("2:2", { urgency: "medium", headline: "No danger" }),
      ],
    });
    const danger = { headline: "Possible gas leak", answers: "1:0,2:1" };
    expect(summarize(await open("a=1:0"))).toBe("questions");
    expect(summarize(await open("a=1:0,2:1"))).toEqual(danger);
    expect(summarize(await open("a=1:0,2:1,3:0", { isLookUpAllowed: false }))).toEqual(danger);
    expect(counted).toEqual(["layer:danger"]);
    expect(summarize(await open("a=1:0,2:2,3:0"))).toBe("result");
    expect(summarize(await open("a=1:0,2:1", { preview: true }))).toEqual(danger);
    expect(counted).toEqual([]);
  });

  test("is included in the question page only while its rule is approved", async () => {
    const { id } = await makeQuiz({ rules: [buildDangerRule("1:1")] });
    const listDangerPatterns = (page: QuizPage) =>
      "quiz" in page ? page.quiz.dangers.map(({ pattern }) => pattern) : [];
    expect(listDangerPatterns(await open())).toEqual(["1:1"]);
    await context.owner.$client.query(
      "update quiz_safety_rules set status = 'pending_review' where quiz_id = $1",
      [id],
    );
    expect(listDangerPatterns(await open())).toEqual([]);
    expect(summarize(await open("a=1:1"))).toBe("questions");
  });

  test("follows its answer in the preview of a draft", async () => {
    const quiz = await makeQuiz({ rules: [buildDangerRule("1:1")] });
    const userId = randomUUID();
    await context.owner.$client.query(
      "insert into staff_users (id, name, email, email_verified, created_at, updated_at) values ($1, 'T', $2, true, now(), now())",
      [...[userId, `${userId}@example.com`]],
    );
    const questions = quiz.questions
      .map(withOptionIds)
      .map((question, index) => (index === 0 ? moveOption(question, 1, -1) : question));
    const actionContext = { db: context.db, actor: userId, now: new Date() };
    await saveDraft(actionContext, {
      key: quiz.id,
      data: { ...quiz, questions, isActive: true },
      baseVersion: 1,
    });
    const openDraft = (answers: string) =>
      openQuiz(services(), {
        slug,
        query: new URLSearchParams(`a=${answers}`),
        previewUserId: userId,
        isLookUpAllowed: () => true,
      });
    expect(summarize(await openDraft("1:0"))).toMatchObject({ headline: "Possible gas leak" });
    expect(summarize(await openDraft("1:1"))).toBe("questions");
  });

  test("is sent with a quote request, which contains the answers up to it", async () => {
    await makeQuiz({ rules: [buildDangerRule("1:1")] });
    const quizzes = (await createPublishedQuizzes(context.db).list()) ?? [];
    const countQuoteAnswers = (answers: string) =>
      parseQuoteStart(new URLSearchParams({ quiz: slug, a: answers }), quizzes).quiz?.answers
        .length;
    expect(countQuoteAnswers("1:1")).toBe(1);
    expect(countQuoteAnswers("1:0")).toBeUndefined();
  });
});
