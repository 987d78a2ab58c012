import { randomUUID } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { type AppContext, appContext, requestInfoContext } from "#app/app-context.ts";
import { createEmptyContent } from "#app/features/advertorials/article-schema.ts";
import {
  getArticleMetrics,
  listArticleMetrics,
} from "#app/features/advertorials/metrics.server.ts";
import { NOTICES } from "#app/features/advertorials/notices.ts";
import { openArticle } from "#app/features/advertorials/open-article.server.ts";
import { createPublishedArticles } from "#app/features/advertorials/published.server.ts";
import { saveDraft } from "#app/features/content-editor/drafts.server.ts";
import { loader } from "#app/routes/articles/article.tsx";
import { buildArticleContent, buildSection, insertArticle } from "../articles.ts";
import { openTestDatabase, siteSettings, storeRequest } from "../factories.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
let logged: object[];
const log = { error: (entry: object) => logged.push(entry), warn: () => {} };

beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  return () => context.close();
});
beforeEach(async () => {
  logged = [];
  await context.owner.$client.query("delete from advertorial_content");
});

const createSlug = () => `a-${randomUUID().slice(0, 8)}`;
const makeArticle = (options: Partial<Parameters<typeof insertArticle>[1]> = {}) =>
  insertArticle(context.owner.$client, { slug: createSlug(), ...options });
const connectionError = Object.assign(new Error("away"), { code: "ECONNREFUSED" });

describe("published articles", () => {
  test("are the valid active ones, cached until invalidated", async () => {
    const active = await makeArticle();
    await makeArticle({ isActive: false });
    const deleted = await makeArticle();
    await context.owner.$client.query(
      "update advertorial_content set deleted_at = now() where id = $1",
      [deleted.id],
    );
    const published = createPublishedArticles(context.db, log);
    expect((await published.list()).map(({ id }) => id)).toEqual([active.id]);
    expect(await published.list()).toBe(await published.list());
    const newer = await makeArticle();
    expect(await published.list()).toHaveLength(1);
    published.drop();
    expect((await published.list()).map(({ id }) => id).sort()).toEqual(
      [active.id, newer.id].sort(),
    );
  });

  test("an unreadable article is not public and is logged once; neither is one whose slug is reserved", async () => {
    const unreadable = await makeArticle({
      contentData: { ...buildArticleContent(), sections: [{ type: "script", content: "x" }] },
    });
    const invalidSlug = await makeArticle({ slug: 'odd"><slug>' });
    const reserved = await makeArticle({ slug: "clogged-toilets" });
    const published = createPublishedArticles(context.db, log);
    expect(await published.list()).toEqual([]);
    published.drop();
    expect(await published.list()).toEqual([]);
    expect(logged.map((entry) => (entry as { articleId: string }).articleId).sort()).toEqual(
      [unreadable.id, invalidSlug.id, reserved.id].sort(),
    );
  });

  test("stay cached while the database is down; other errors are thrown", async () => {
    await makeArticle();
    let failure: Error | undefined;
    const select: typeof context.db.select = (...columns: never[]) => {
      if (failure) throw failure;
      return (context.db.select as (...args: never[]) => never)(...columns);
    };
    const published = createPublishedArticles({ select } as never, log);
    expect(await published.list()).toHaveLength(1);
    failure = connectionError;
    published.drop();
    expect(await published.list()).toHaveLength(1);
    failure = new TypeError("broken");
    published.drop();
    await expect(published.list()).rejects.toThrow("broken");
    failure = undefined;
    expect(await published.list()).toHaveLength(1);
  });
});

describe("a URL", () => {
  const open = (slug: string | undefined, previewUserId: string | null = null) =>
    openArticle(
      { db: context.db, articles: createPublishedArticles(context.db, log), log: log as never },
      { slug, site: siteSettings, previewUserId },
    );

  test("handles an active article, its previous slug, an inactive one, an unknown one, no slug, and a built-in one", async () => {
    const article = await makeArticle({
      previousSlugs: ["the-old-one"],
      content: { hero: { title: "{brand} knows", subtitle: "", imageUrl: "" } },
    });
    const hidden = await makeArticle({ isActive: false });
    expect(await open(article.slug)).toMatchObject({
      view: "article",
      article: { hero: { title: "Henry's Helpline knows" } },
      isCounted: true,
      preview: null,
      updated: "2026-11-20",
    });
    expect(await open("the-old-one")).toEqual({ view: "moved", to: `/articles/${article.slug}` });
    expect(await open(hidden.slug)).toEqual({ view: "missing" });
    expect(await open("no-such-article")).toEqual({ view: "missing" });
    expect(await open(undefined)).toEqual({ view: "unnamed" });
    expect(await open("henry-helpline")).toMatchObject({
      view: "article",
      isCounted: false,
      preview: null,
    });
  });

  test("uses the neutral wording of a claim in articles too", async () => {
    const { slug } = await makeArticle({
      content: { sections: [buildSection("paragraph", "Pros are {claim:licensed-insured}.")] },
    });
    const articles = createPublishedArticles(context.db, log);
    const open = (neutralClaims: string[]) =>
      openArticle(
        { db: context.db, articles, log: log as never },
        { slug, site: { ...siteSettings, neutralClaims }, previewUserId: null },
      );
    const text = async (claims: string[]) => JSON.stringify(await open(claims));
    expect(await text([])).not.toContain("{claim:");
    expect(await text(["licensed-insured"])).not.toContain("{claim:");
    expect(await text([])).not.toBe(await text(["licensed-insured"]));
  });

  test("staff see inactive articles, each with their own draft", async () => {
    const { id, slug, title, content } = await makeArticle({ isActive: false });
    const person = { userId: randomUUID() };
    await context.owner.$client.query(
      "insert into staff_users (id, name, email, email_verified, created_at, updated_at) values ($1, 'Sam', 'sam@example.com', true, now(), now())",
      [person.userId],
    );
    expect(await open(slug, person.userId)).toMatchObject({
      preview: "hidden",
      isCounted: false,
      article: { hero: { title: content.hero.title } },
    });
    const draft = (data: object) =>
      saveDraft(
        { db: context.db, actor: person.userId, now: new Date() },
        { key: id, data, baseVersion: 1 },
      );
    await draft({
      title,
      slug,
      isActive: false,
      content: {
        ...createEmptyContent(),
        hero: { title: "Half a thought", subtitle: "", imageUrl: "" },
      },
    });
    expect(await open(slug, person.userId)).toMatchObject({
      preview: "draft",
      article: { hero: { title: "Half a thought" }, sections: [] },
    });
    expect(await open(slug, randomUUID())).toMatchObject({ preview: "hidden" });
    // A draft in the format of an older editor is ignored.
    await draft({ title: 7 });
    expect(await open(slug, person.userId)).toMatchObject({ preview: "hidden" });
  });

  test("without the database the page reports that it failed to load and when to retry; built-in ones still load", async () => {
    const articles = { list: () => Promise.reject(connectionError), drop: () => {} };
    const routes = new RouterContextProvider();
    routes.set(appContext, {
      db: context.db,
      articles,
      log,
      settings: { get: async () => siteSettings },
    } as unknown as AppContext);
    routes.set(requestInfoContext, {
      httpRequestId: "test",
      nonce: "",
      viaLoginPath: false,
      caller: { address: "192.0.2.1", userAgent: null, gpc: false },
    });
    const call = (slug: string) =>
      (
        loader as unknown as (
          args: unknown,
        ) => Promise<{ data: { page: { view: "unavailable" | "article" } }; init: ResponseInit }>
      )({
        request: new Request(`http://localhost/articles/${slug}`),
        context: routes,
        params: { slug },
      });
    const response = await call("leaky-tap");
    expect(response.init.status).toBe(503);
    expect(new Headers(response.init.headers).get("retry-after")).toBe("60");
    expect(response.data.page.view === "unavailable" && NOTICES.unavailable).toMatchObject({
      title: "Content Not Found",
      text: "Failed to load advertorial",
    });
    expect((await call("clogged-toilets")).data.page.view).toBe("article");
  });
});

describe("metrics", () => {
  const timeZone = "America/New_York";
  const now = new Date("2026-11-21T15:00:00Z");
  const addCount = (id: string, day: string, name: string, count: number) =>
    context.owner.$client.query(
      "insert into content_counts (content_id, day, name, count) values ($1, $2, $3, $4)",
      [id, day, name, count],
    );
  const addRequest = (page: string, at: string) =>
    storeRequest(context.db, { now: new Date(at), meta: { page_url: page } });

  test("count views, calls and requests per day, including requests from previous slugs", async () => {
    const { id, slug } = await makeArticle({ previousSlugs: ["first-name"] });
    const otherArticle = await makeArticle();
    await addCount(id, "2026-11-21", "view", 40);
    await addCount(id, "2026-11-20", "view", 2);
    await addCount(id, "2026-11-20", "call", 3);
    await addCount(id, "2026-10-22", "view", 1_000);
    await addCount(otherArticle.id, "2026-11-21", "view", 7);
    await addRequest(
      `https://henry.example/articles/${slug}?utm_source=paper`,
      "2026-11-21T05:00:00Z",
    );
    await addRequest("https://henry.example/articles/first-name#cta", "2026-11-21T04:59:59Z");
    // Not counted: another page, a longer slug, and a URL with the path only in its query.
    await addRequest("https://henry.example/home-services/plumbing", "2026-11-21T06:00:00Z");
    await addRequest(`https://henry.example/articles/${slug}-again`, "2026-11-21T06:00:00Z");
    await addRequest(`https://henry.example/quote?from=/articles/${slug}`, "2026-11-21T06:00:00Z");
    await addRequest(`https://henry.example/articles/${slug}`, "2026-10-01T06:00:00Z");
    const metrics = await getArticleMetrics(context.db, {
      slug: "first-name",
      days: 30,
      now,
      timeZone,
    });
    expect(metrics).toMatchObject({ id, slug, days: 30, views: 42, calls: 3, requests: 2 });
    expect(metrics?.byDay).toHaveLength(30);
    expect(metrics?.byDay[0]).toEqual({ day: "2026-10-23", views: 0, calls: 0, requests: 0 });
    expect(metrics?.byDay.slice(-2)).toEqual([
      { day: "2026-11-20", views: 2, calls: 3, requests: 1 },
      { day: "2026-11-21", views: 40, calls: 0, requests: 1 },
    ]);
    expect(await getArticleMetrics(context.db, { id, days: 90, now, timeZone })).toMatchObject({
      views: 1_042,
      requests: 3,
    });
    const list = await listArticleMetrics(context.db, {
      ids: [id, otherArticle.id],
      days: 30,
      now,
      timeZone,
    });
    expect(Object.fromEntries(list)).toEqual({
      [id]: { views: 42, calls: 3, requests: 2 },
      [otherArticle.id]: { views: 7, calls: 0, requests: 0 },
    });
  });

  test("are null for an unknown or deleted article", async () => {
    const { id, slug } = await makeArticle();
    await context.owner.$client.query(
      "update advertorial_content set deleted_at = now() where id = $1",
      [id],
    );
    expect(await getArticleMetrics(context.db, { slug, days: 30, now, timeZone })).toBeNull();
    expect(
      await getArticleMetrics(context.db, { id: randomUUID(), days: 30, now, timeZone }),
    ).toBeNull();
    expect((await listArticleMetrics(context.db, { ids: [], days: 30, now, timeZone })).size).toBe(
      0,
    );
  });
});
