import { expect } from "vitest";
import { FIRST_OPTIONS_ROW } from "../quizzes.ts";
import { test } from "./published.ts";
import { createVisitor, findLink } from "./visitor.ts";

test("only the page without answers is cached: results are rendered per URL", async ({
  publishQuiz,
  ownSite: { url: baseURL },
}) => {
  const quiz = await publishQuiz({ rows: [FIRST_OPTIONS_ROW] });
  const get = (query: string) => fetch(`${baseURL}/quiz/${quiz.slug}${query}`);
  // A page that is rendered while the notification of its publication arrives is not cached.
  await expect
    .poll(async () => (await get("")).headers.get("cache-control"))
    .toBe("public, max-age=0, must-revalidate");
  for (let time = 0; time < 2; time++) {
    const result = await get("?a=1:0,2:0,3:0");
    expect(result.headers.get("cache-control")).toBe("no-store");
    expect(await result.text()).toContain(FIRST_OPTIONS_ROW.data.diagnosis);
    expect(await (await get("?a=1:0")).text()).toContain("Question <!-- -->2");
  }
});

test("neither the page nor its data reveals which answer is likely, or why", async ({
  publishQuiz,
  ownSite: { url: baseURL },
}) => {
  const quiz = await publishQuiz();
  for (const path of [`/quiz/${quiz.slug}`, `/quiz/${quiz.slug}.data`]) {
    const text = await (await fetch(baseURL + path)).text();
    expect(text).toContain(quiz.questions[0]?.questionText);
    expect(text).not.toContain("correctAnswerIndex");
    expect(text).not.toContain(quiz.questions[0]?.explanation);
  }
});

test("more than sixty results a minute from one address are rate-limited", async ({
  publishQuiz,
  ownSite: { url: baseURL },
}) => {
  const quiz = await publishQuiz({ rows: [FIRST_OPTIONS_ROW] });
  const address = "203.0.113.77";
  const openResult = () =>
    fetch(`${baseURL}/quiz/${quiz.slug}?a=1:0,2:0,3:0`, {
      headers: { "X-Forwarded-For": address },
    });
  let limited: Response | undefined;
  // The calls may fall into two rate-limit windows of a minute.
  for (let call = 0; call < 125 && !limited; call++) {
    const response = await openResult();
    if (response.status === 429) limited = response;
    else await response.text();
  }
  expect(limited?.headers.get("retry-after")).toBe("60");
  expect(await limited?.text()).toContain("Please Wait a Minute");
});

test("a published quiz is in sitemap and search with its own sharing image, and removed when unpublished", async ({
  publishQuiz,
  ownSite: { url: baseURL, db },
}) => {
  const text = async (path: string) => (await fetch(baseURL + path)).text();
  const quiz = await publishQuiz({ isActive: false });
  const sitemap = () => text("/sitemap.xml");
  const search = () => text(`/functions/v1/search?q=${encodeURIComponent(quiz.slug)}`);
  expect(await sitemap()).not.toContain(quiz.slug);
  await db.query("update quizzes set is_active = true where id = $1", [quiz.id]);
  await expect.poll(sitemap).toContain(`/quiz/${quiz.slug}</loc><lastmod>2026-11-20</lastmod>`);
  await expect.poll(search).toContain(`/quiz/${quiz.slug}`);
  const page = await text(`/quiz/${quiz.slug}`);
  expect(page).toContain(`<link rel="canonical" href="${baseURL}/quiz/${quiz.slug}"/>`);
  expect(page).toContain('"@type":"Quiz"');
  const image = await fetch(`${baseURL}/og/quiz/${quiz.slug}.png`);
  expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"]);
  await db.query("update quizzes set is_active = false where id = $1", [quiz.id]);
  await expect.poll(sitemap).not.toContain(quiz.slug);
  await expect.poll(search).not.toContain(`/quiz/${quiz.slug}`);
  await expect.poll(async () => (await fetch(`${baseURL}/quiz/${quiz.slug}`)).status).toBe(404);
});

test("a published article is in sitemap and search, updated by an edit, and removed when unpublished", async ({
  publishArticle,
  ownSite: { url: baseURL, db },
}) => {
  const text = async (path: string) => (await fetch(baseURL + path)).text();
  const { id, slug, content } = await publishArticle({ isActive: false });
  const path = `/articles/${slug}`;
  const sitemap = () => text("/sitemap.xml");
  const search = () => text(`/functions/v1/search?q=${encodeURIComponent(slug)}`);
  const status = async () => (await fetch(baseURL + path)).status;
  expect(await sitemap()).not.toContain(slug);
  await db.query("update advertorial_content set is_active = true where id = $1", [id]);
  await expect.poll(sitemap).toContain(`${path}</loc><lastmod>2026-11-20</lastmod>`);
  await expect.poll(search).toContain(path);
  await expect.poll(status).toBe(200);
  const image = await fetch(`${baseURL}/og${path}.png`);
  expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"]);
  await db.query("update advertorial_content set content_data = $2 where id = $1", [
    id,
    JSON.stringify({ ...content, hero: { ...content.hero, title: "Now it says this" } }),
  ]);
  await expect.poll(() => text(path)).toContain("Now it says this");
  await db.query("update advertorial_content set is_active = false where id = $1", [id]);
  await expect.poll(status).toBe(404);
  await expect.poll(sitemap).not.toContain(slug);
  await expect.poll(search).not.toContain(path);
  expect((await fetch(`${baseURL}/og${path}.png`)).status).toBe(404);
});

test("an unknown quiz, an inactive one, and no quiz at all are not found", async ({
  publishQuiz,
  ownSite: { url },
}) => {
  const draft = await publishQuiz({ isActive: false });
  const visitor = createVisitor({ origin: url });
  for (const path of ["/quiz/no-such-quiz", `/quiz/${draft.slug}`, `/quiz/${draft.slug}?preview`]) {
    const page = await visitor.open(path);
    expect(page.status, path).toBe(404);
    expect(page.text).toContain("Quiz Not Found");
    expect(page.text).toContain("The quiz you're looking for doesn't exist or has been removed.");
    expect(findLink(page.html, "Go Home")).toBe("/");
    expect(page.html).toContain('<meta name="robots" content="noindex"/>');
  }
  const withoutSlug = await visitor.open("/quiz");
  expect(withoutSlug.status).toBe(404);
  expect(withoutSlug.text).toContain("No quiz specified");
});

test("a previous URL of a quiz redirects permanently with the answers; wrong answers redirect to the start", async ({
  publishQuiz,
  ownSite: { url },
}) => {
  const oldSlug = `old-${Math.random().toString(36).slice(2)}`;
  const quiz = await publishQuiz({ previousSlugs: [oldSlug], rows: [FIRST_OPTIONS_ROW] });
  const visitor = createVisitor({ origin: url });
  const redirect = await visitor.open(`/quiz/${oldSlug}?a=1:0,2:0,3:0`);
  expect([redirect.status, redirect.location]).toEqual([
    301,
    `/quiz/${quiz.slug}?a=1%3A0%2C2%3A0%2C3%3A0`,
  ]);
  expect((await visitor.open(redirect.location ?? "")).text).toContain(
    FIRST_OPTIONS_ROW.data.diagnosis,
  );
  const invalid = await visitor.open(`/quiz/${quiz.slug}?a=1:0,9:9`);
  expect([invalid.status, invalid.location]).toEqual([302, `/quiz/${quiz.slug}`]);
  expect((await visitor.open(invalid.location ?? "")).text).toContain("Question 1 of 3");
});
