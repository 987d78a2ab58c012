import { expect } from "vitest";
import { isCacheable } from "#server/paths.ts";
import { insertArticle } from "../articles.ts";
import { buildDangerRule, insertQuiz } from "../quizzes.ts";
import { test as ownSite } from "./own-site.ts";

type Site = {
  text: (path: string) => Promise<string>;
  /** All pages of the sitemap that may be kept in memory. */
  listPages: () => Promise<string[]>;
  /** How many pages were rendered for the cache so far. */
  countRenderings: () => Promise<number>;
  /** Resolves once every page is in memory. */
  untilWarm: () => Promise<void>;
};

const test = ownSite.extend("pages", ({ ownSite: { url } }): Site => {
  const text = async (path: string) => (await fetch(url + path)).text();
  const listPages = async () =>
    [...(await text("/sitemap.xml")).matchAll(/<loc>([^<]*)<\/loc>/g)]
      .map((match) => new URL(match[1] ?? "").pathname)
      .filter(isCacheable);
  const countRenderings = async () =>
    Number(/^page_cache_renderings_total (\d+)$/m.exec(await text("/metrics"))?.[1]);
  return {
    text,
    listPages,
    countRenderings,
    untilWarm: () =>
      expect
        .poll(async () => {
          const before = await countRenderings();
          for (const path of await listPages()) await text(path);
          return (await countRenderings()) - before;
        })
        .toBe(0),
  };
});
/** The site promises one second; the rest is for a busy machine. */
const WITHIN_A_SECOND = { timeout: 3_000, interval: 20 };

test("a change of published content is on its page within a second; other pages are not rendered again, and drafts change nothing", async ({
  ownSite: { db },
  pages,
}) => {
  const quiz = await insertQuiz(db, { slug: "change-quiz" });
  const draft = await insertQuiz(db, {
    slug: "change-draft",
    isActive: false,
    rules: [buildDangerRule("1:0")],
  });
  const article = await insertArticle(db, { slug: "change-draft", isActive: false });
  await expect.poll(() => pages.text("/quiz/change-quiz")).toContain(quiz.title);
  await pages.untilWarm();
  const before = await pages.countRenderings();

  await db.query("update quizzes set title = 'Other', updated_at = now() where id = $1", [
    draft.id,
  ]);
  await db.query("update quiz_safety_rules set headline = 'Other' where quiz_id = $1", [draft.id]);
  await db.query("update advertorial_content set title = 'Other' where id = $1", [article.id]);
  await db.query("update quizzes set version = version + 1 where id = $1", [quiz.id]);
  // Notifications arrive in commit order.
  await db.query("update quizzes set title = 'Said in a new way' where id = $1", [quiz.id]);
  await expect
    .poll(() => pages.text("/quiz/change-quiz"), WITHIN_A_SECOND)
    .toContain("Said in a new way");
  // The quiz itself, and the page that lists all quizzes.
  await pages.untilWarm();
  expect((await pages.countRenderings()) - before).toBe(2);
});

test("unpublished content is gone within a second, and renamed content redirects", async ({
  ownSite: { db, url },
}) => {
  const getStatus = async (path: string) =>
    (await fetch(url + path, { redirect: "manual" })).status;
  const quiz = await insertQuiz(db, { slug: "leaving-quiz" });
  const article = await insertArticle(db, { slug: "leaving-article" });
  for (const path of ["/quiz/leaving-quiz", "/articles/leaving-article"])
    await expect.poll(() => getStatus(path), WITHIN_A_SECOND).toBe(200);

  await db.query(
    "update quizzes set slug = 'moved-quiz', previous_slugs = array['leaving-quiz'] where id = $1",
    [quiz.id],
  );
  await expect.poll(() => getStatus("/quiz/leaving-quiz"), WITHIN_A_SECOND).toBe(301);
  await expect.poll(() => getStatus("/quiz/moved-quiz"), WITHIN_A_SECOND).toBe(200);
  await db.query("update quizzes set deleted_at = now() where id = $1", [quiz.id]);
  await expect.poll(() => getStatus("/quiz/moved-quiz"), WITHIN_A_SECOND).toBe(404);
  await db.query("update advertorial_content set is_active = false where id = $1", [article.id]);
  await expect.poll(() => getStatus("/articles/leaving-article"), WITHIN_A_SECOND).toBe(404);
});

test("a change that was missed while the notification connection was lost is shown after reconnecting", async ({
  ownSite: { db },
  pages,
}) => {
  const quiz = await insertQuiz(db, { slug: "missed-quiz" });
  await expect.poll(() => pages.text("/quiz/missed-quiz")).toContain(quiz.title);
  await db.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'henry-listen' and datname = current_database()",
  );
  await db.query("update quizzes set title = 'Said meanwhile' where id = $1", [quiz.id]);
  await expect.poll(() => pages.text("/quiz/missed-quiz")).toContain("Said meanwhile");
});

test("a quiz is on its own page and on those of its services and of all quizzes; an article on its own", async ({
  ownSite: { db },
  pages,
}) => {
  /** Renders every page again by changing the year, which each page shows. */
  const renderAll = async (paths: string[], year: string) => {
    await db.query(
      `insert into settings (key, value, updated_at) values ('copyrightYear', $1, now())
       on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
      [JSON.stringify(year)],
    );
    const texts = new Map<string, string>();
    for (const path of paths) {
      await expect.poll(() => pages.text(path), { message: path }).toContain(year);
      texts.set(path, (await pages.text(path)).replaceAll(year, "YEAR"));
    }
    return texts;
  };
  const paths = await pages.listPages();
  const pagesBefore = await renderAll(paths, "2041");
  const { id } = await insertQuiz(db, { slug: "new-quiz" });
  await db.query("update quizzes set services = '{plumbing,brake-service}' where id = $1", [id]);
  await insertArticle(db, { slug: "new-article" });
  await expect.poll(pages.listPages).toEqual(expect.arrayContaining(["/quiz/new-quiz"]));
  const pagesAfter = await renderAll(paths, "2042");
  const changed = paths.filter((path) => pagesAfter.get(path) !== pagesBefore.get(path));
  expect(changed.sort()).toEqual([
    "/auto/brake-service",
    "/home-services/plumbing",
    "/resources/articles-quizzes",
  ]);
  for (const path of changed) expect(pagesAfter.get(path), path).toContain("/quiz/new-quiz");
  await db.query("delete from settings where key = 'copyrightYear'");
});

test("what a lead costs changes on the page for professionals within a second", async ({
  ownSite: { db },
  pages,
}) => {
  expect(await pages.text("/provider-signup")).toContain("Accepting a lead takes 25 credits");
  await db.query("insert into settings (key, value, updated_at) values ('offerCost', '30', now())");
  await expect
    .poll(() => pages.text("/provider-signup"), WITHIN_A_SECOND)
    .toContain("Accepting a lead takes 30 credits");
});
