import { expect } from "vitest";
import { FIRST_OPTIONS_ROW } from "../quizzes.ts";
import { test } from "./published.ts";

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
  const ask = () =>
    fetch(`${baseURL}/quiz/${quiz.slug}?a=1:0,2:0,3:0`, {
      headers: { "X-Forwarded-For": address },
    });
  let refused: Response | undefined;
  // Two minutes may share the calls.
  for (let call = 0; call < 125 && !refused; call++) {
    const response = await ask();
    if (response.status === 429) refused = response;
    else await response.text();
  }
  expect(refused?.headers.get("retry-after")).toBe("60");
  expect(await refused?.text()).toContain("Please Wait a Minute");
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
  const picture = await fetch(`${baseURL}/og/quiz/${quiz.slug}.png`);
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
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
  const drawn = await fetch(`${baseURL}/og${path}.png`);
  expect([drawn.status, drawn.headers.get("content-type")]).toEqual([200, "image/png"]);
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
