import { RouterContextProvider } from "react-router";
import { beforeEach, describe, expect, inject, test, vi } from "vitest";
import { type AppContext, appContext, requestInfoContext } from "#app/app-context.ts";
import { FLUSH_EVERY_MS, MAX_EVENT_BYTES } from "#app/features/analytics/constants.ts";
import { createContentCounter } from "#app/features/analytics/content-counter.server.ts";
import { createFunnelCounter } from "#app/features/analytics/funnel-counter.server.ts";
import { countFunnelEvents } from "#app/features/analytics/queries.server.ts";
import { action } from "#app/routes/functions/event.ts";
import { openTestDatabase, queryRows } from "../factories.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
let now: Date;
const warn = vi.fn();

beforeEach(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  now = new Date("2026-11-21T14:05:00Z");
  warn.mockClear();
  return () => context.close();
});

const makeCounter = (timeZone = async () => "America/New_York") =>
  createFunnelCounter({ db: context.db, now: () => now, timeZone, log: { warn } });
const listStoredCounts = () =>
  queryRows(
    context.owner,
    "select day::text, name, count::int from funnel_counts order by day, name",
  );

describe("the counter", () => {
  test("adds counts to the stored ones, by business day", async () => {
    const counter = makeCounter();
    for (const name of ["page-view", "wizard-opened", "page-view"] as const) counter.count(name);
    await counter.flush();
    counter.count("page-view");
    await counter.flush();
    now = new Date("2026-11-22T05:00:00Z");
    counter.count("page-view");
    await counter.stop();
    expect(await listStoredCounts()).toEqual([
      { day: "2026-11-21", name: "page-view", count: 3 },
      { day: "2026-11-21", name: "wizard-opened", count: 1 },
      { day: "2026-11-22", name: "page-view", count: 1 },
    ]);
    expect(await countFunnelEvents(context.db, { fromDay: "2026-11-22" })).toMatchObject({
      "page-view": 1,
      "wizard-opened": 0,
    });
  });

  test("stores automatically after two seconds, in one statement however much was counted", async () => {
    const counter = makeCounter();
    const query = vi.spyOn(context.db.$client, "query");
    for (let index = 0; index < 10_000; index++)
      counter.count(index % 2 ? "page-view" : "wizard-opened");
    expect(query).not.toHaveBeenCalled();
    await expect.poll(listStoredCounts, { timeout: FLUSH_EVERY_MS + 3_000 }).toHaveLength(2);
    expect(query).toHaveBeenCalledTimes(1);
    await counter.stop();
    expect(query).toHaveBeenCalledTimes(1);
    expect((await listStoredCounts()).map(({ count }) => count)).toEqual([5_000, 5_000]);
  });

  test("loses nothing when instances store at the same time, and none blocks another", async () => {
    const counters = Array.from({ length: 8 }, () => makeCounter());
    for (let round = 0; round < 10; round++) {
      for (const counter of counters)
        for (const name of ["wizard-opened", "page-view", "wizard-step-1"] as const)
          counter.count(name);
      await Promise.all(counters.map((counter) => counter.flush()));
    }
    expect((await listStoredCounts()).map(({ count }) => count)).toEqual([80, 80, 80]);
  });

  test("keeps counts, each with its day, while the database is down", async () => {
    const counter = makeCounter();
    await context.owner.$client.query("alter table funnel_counts rename to away");
    counter.count("page-view");
    await expect(counter.flush()).rejects.toThrow();
    now = new Date("2026-11-22T14:00:00Z");
    counter.count("page-view");
    await expect(counter.flush()).rejects.toThrow();
    await context.owner.$client.query("alter table away rename to funnel_counts");
    await counter.flush();
    expect(await listStoredCounts()).toEqual([
      { day: "2026-11-21", name: "page-view", count: 1 },
      { day: "2026-11-22", name: "page-view", count: 1 },
    ]);
  });

  test("stops even while the database is down", async () => {
    const counter = makeCounter(() => Promise.reject(new Error("away")));
    counter.count("page-view");
    await counter.stop();
    expect(warn).toHaveBeenCalledOnce();
  });
});

describe("the content counter", () => {
  const quiz = "7f1c0f58-1c39-4b35-9d3e-6c0a1f6f2c11";
  const article = "0b9f6c3e-52e5-4f0a-8b8b-3f6a7f0e9d22";
  const contentCounts = () =>
    queryRows(
      context.owner,
      "select content_id, day::text, name, count::int from content_counts order by content_id, day, name",
    );

  test("adds counts by content, business day and name", async () => {
    const counter = createContentCounter({
      db: context.db,
      now: () => now,
      timeZone: async () => "America/New_York",
      log: { warn },
    });
    for (const name of ["view", "question:3", "view"]) counter.count(quiz, name);
    await counter.flush();
    counter.count(quiz, "view");
    counter.count(article, "view");
    now = new Date("2026-11-22T05:00:00Z");
    await counter.stop();
    expect(await contentCounts()).toEqual([
      { content_id: article, day: "2026-11-22", name: "view", count: 1 },
      { content_id: quiz, day: "2026-11-21", name: "question:3", count: 1 },
      { content_id: quiz, day: "2026-11-21", name: "view", count: 2 },
      { content_id: quiz, day: "2026-11-22", name: "view", count: 1 },
    ]);
  });
});

describe("the function", () => {
  const counted: string[] = [];
  const question = { id: "3", questionText: "?", options: ["a", "b"], ghlField: "question_1" };
  const quizzes = { list: async () => [{ id: "quiz-id", slug: "sink", questions: [question] }] };
  const articles = { list: async () => [{ id: "article-id", slug: "leaky-tap" }] };
  const call = (handler: typeof action, init: RequestInit = {}, address = "192.0.2.1") => {
    const request = new Request("http://localhost/functions/v1/event", { method: "POST", ...init });
    const routes = new RouterContextProvider();
    routes.set(appContext, {
      funnel: { count: (name: string) => counted.push(name) },
      contentCounter: { count: (...args: string[]) => counted.push(args.join(" ")) },
      quizzes,
      articles,
    } as unknown as AppContext);
    routes.set(requestInfoContext, {
      httpRequestId: "test",
      nonce: "",
      viaLoginPath: false,
      caller: { address, userAgent: null, gpc: false },
    });
    return (handler as (args: unknown) => Promise<Response> | Response)({
      request,
      context: routes,
      params: {},
    });
  };
  beforeEach(() => {
    counted.length = 0;
  });

  test("counts JSON and the text of a beacon, and responds without a body", async () => {
    for (const body of ['{"name":"page-view"}', "wizard-opened"]) {
      const response = await call(action, { body });
      expect([response.status, await response.text()]).toEqual([204, ""]);
    }
    expect(counted).toEqual(["page-view", "wizard-opened"]);
  });

  test("counts events of a published quiz and its questions", async () => {
    for (const name of ["quiz-view", "quiz-start", "quiz-finish"])
      expect((await call(action, { body: JSON.stringify({ name, quiz: "sink" }) })).status).toBe(
        204,
      );
    expect(
      (await call(action, { body: '{"name":"quiz-question","quiz":"sink","question":"3"}' }))
        .status,
    ).toBe(204);
    expect(
      (await call(action, { body: '{"name":"quiz-danger","quiz":"sink","question":"3"}' })).status,
    ).toBe(204);
    expect(counted).toEqual([
      "quiz-id view",
      "quiz-id start",
      "quiz-id finish",
      "quiz-id question:3",
      "quiz-id danger:3",
      "quiz-id layer:danger",
    ]);
    expect(
      (await call(action, { body: '{"name":"quiz-danger","quiz":"sink","question":"9"}' })).status,
    ).toBe(400);
  });

  test("counts views of a published article, and calls from it", async () => {
    for (const name of ["article-view", "article-call"])
      expect(
        (await call(action, { body: JSON.stringify({ name, article: "leaky-tap" }) })).status,
      ).toBe(204);
    expect(counted).toEqual(["article-id view", "article-id call"]);
  });

  test("counts despite an opt-out signal, because counts have no personal data", async () => {
    expect((await call(action, { body: "page-view", headers: { "Sec-GPC": "1" } })).status).toBe(
      204,
    );
    expect(counted).toEqual(["page-view"]);
  });

  test("does not count more events than a person could cause, and shows no error", async () => {
    // The calls may fall into two rate-limit windows of a minute.
    for (let index = 0; index < 250; index++)
      expect((await call(action, { body: "page-view" }, "192.0.2.2")).status).toBe(204);
    expect(counted.length).toBeGreaterThanOrEqual(120);
    expect(counted.length).toBeLessThanOrEqual(240);
  });

  test.each([
    ["an unknown name", { body: '{"name":"page-views"}' }, 400],
    ["more than a name", { body: '{"name":"page-view","id":"7"}' }, 400],
    ["nothing", {}, 400],
    ["a quiz that is not published", { body: '{"name":"quiz-view","quiz":"drain"}' }, 400],
    [
      "a question that the quiz does not have",
      { body: '{"name":"quiz-question","quiz":"sink","question":"4"}' },
      400,
    ],
    [
      "an article that is not published",
      { body: '{"name":"article-view","article":"clogged-toilets"}' },
      400,
    ],
    ["a large body", { body: "x".repeat(MAX_EVENT_BYTES + 1) }, 413],
    [
      "a large body by its announced length",
      { body: "page-view", headers: { "Content-Length": "100000" } },
      413,
    ],
  ])("%s is refused", async (_what, init, status) => {
    expect((await call(action, init)).status).toBe(status);
    expect(counted).toEqual([]);
  });
});
