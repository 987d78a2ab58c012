import { RouterContextProvider } from "react-router";
import { beforeEach, describe, expect, inject, test, vi } from "vitest";
import { FLUSH_EVERY_MS } from "#app/features/analytics/constants.ts";
import { createFunnelCounter } from "#app/features/analytics/funnel-counter.server.ts";
import { countFunnelEvents } from "#app/features/analytics/queries.server.ts";
import { action, loader } from "#app/routes/functions/event.ts";
import { type Services, servicesContext } from "#app/services.ts";
import { openTestDatabase, rowsOf } from "../factories.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
let now: Date;
const warn = vi.fn();

beforeEach(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  now = new Date("2026-11-21T14:05:00Z");
  warn.mockClear();
  return () => context.close();
});

const makeCounter = (timeZone = async () => "America/New_York") => createFunnelCounter({ db: context.db, now: () => now, timeZone, log: { warn } });
const stored = () => rowsOf(context.owner, "select day::text, name, count::int from funnel_counts order by day, name");

describe("the counter", () => {
  test("stores what was counted, added to what is there, by the business's day", async () => {
    const counter = makeCounter();
    for (const name of ["page-view", "wizard-opened", "page-view"] as const) counter.count(name);
    await counter.flush();
    counter.count("page-view");
    await counter.flush();
    now = new Date("2026-11-22T05:00:00Z");
    counter.count("page-view");
    await counter.stop();
    expect(await stored()).toEqual([
      { day: "2026-11-21", name: "page-view", count: 3 },
      { day: "2026-11-21", name: "wizard-opened", count: 1 },
      { day: "2026-11-22", name: "page-view", count: 1 },
    ]);
    expect(await countFunnelEvents(context.db, { fromDay: "2026-11-22" })).toMatchObject({ "page-view": 1, "wizard-opened": 0 });
  });

  test("stores by itself after two seconds, with one statement however much was counted", async () => {
    const counter = makeCounter();
    const query = vi.spyOn(context.db.$client, "query");
    for (let seen = 0; seen < 10_000; seen++) counter.count(seen % 2 ? "page-view" : "wizard-opened");
    expect(query).not.toHaveBeenCalled();
    await expect.poll(stored, { timeout: FLUSH_EVERY_MS + 3_000 }).toHaveLength(2);
    expect(query).toHaveBeenCalledTimes(1);
    await counter.stop();
    expect(query).toHaveBeenCalledTimes(1);
    expect((await stored()).map(({ count }) => count)).toEqual([5_000, 5_000]);
  });

  test("instances that store at once lose nothing and do not block each other", async () => {
    const counters = Array.from({ length: 8 }, () => makeCounter());
    for (let round = 0; round < 10; round++) {
      for (const counter of counters) for (const name of ["wizard-opened", "page-view", "wizard-step-1"] as const) counter.count(name);
      await Promise.all(counters.map((counter) => counter.flush()));
    }
    expect((await stored()).map(({ count }) => count)).toEqual([80, 80, 80]);
  });

  test("keeps counts, each with its day, while the database takes nothing", async () => {
    const counter = makeCounter();
    await context.owner.$client.query("alter table funnel_counts rename to away");
    counter.count("page-view");
    await expect(counter.flush()).rejects.toThrow();
    now = new Date("2026-11-22T14:00:00Z");
    counter.count("page-view");
    await expect(counter.flush()).rejects.toThrow();
    await context.owner.$client.query("alter table away rename to funnel_counts");
    await counter.flush();
    expect(await stored()).toEqual([
      { day: "2026-11-21", name: "page-view", count: 1 },
      { day: "2026-11-22", name: "page-view", count: 1 },
    ]);
  });

  test("stops without the database, too", async () => {
    const counter = makeCounter(() => Promise.reject(new Error("away")));
    counter.count("page-view");
    await counter.stop();
    expect(warn).toHaveBeenCalledOnce();
  });
});

describe("the function", () => {
  const counted: string[] = [];
  const call = (handler: typeof action | typeof loader, init: RequestInit = {}) => {
    const request = new Request("http://localhost/functions/v1/event", { method: "POST", ...init });
    const routes = new RouterContextProvider();
    routes.set(servicesContext, { funnel: { count: (name: string) => counted.push(name) } } as unknown as Services);
    return (handler as (args: unknown) => Promise<Response> | Response)({ request, context: routes, params: {} });
  };
  beforeEach(() => {
    counted.length = 0;
  });

  test("counts JSON and the text of a beacon, and has nothing to say", async () => {
    for (const body of ['{"name":"page-view"}', "wizard-opened"]) {
      const response = await call(action, { body });
      expect([response.status, await response.text()]).toEqual([204, ""]);
    }
    expect(counted).toEqual(["page-view", "wizard-opened"]);
  });

  test("an opt-out signal changes nothing: there is nothing about the visitor in a count", async () => {
    expect((await call(action, { body: "page-view", headers: { "Sec-GPC": "1" } })).status).toBe(204);
    expect(counted).toEqual(["page-view"]);
  });

  test.each([
    ["an unknown name", { body: '{"name":"page-views"}' }, 400],
    ["more than a name", { body: '{"name":"page-view","id":"7"}' }, 400],
    ["nothing", {}, 400],
    ["a large body", { body: "x".repeat(201) }, 413],
    ["a large body by its announced length", { body: "page-view", headers: { "Content-Length": "100000" } }, 413],
    ["another method", { method: "PUT", body: "page-view" }, 405],
  ])("%s is refused", async (_what, init, status) => {
    expect((await call(action, init)).status).toBe(status);
    expect(counted).toEqual([]);
  });

  test("reading it is no call", async () => {
    expect((await call(loader, { method: "GET" })).status).toBe(405);
  });
});
