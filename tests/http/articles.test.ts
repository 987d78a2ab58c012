import { HtmlValidate } from "html-validate";
import pg from "pg";
import { expect } from "vitest";
import { wrapPool } from "#app/db/client.server.ts";
import { createEmptyContent } from "#app/features/advertorials/article-schema.ts";
import { saveDraft } from "#app/features/content-editor/drafts.server.ts";
import {
  buildArticleContent,
  buildSection,
  FOREIGN_PICTURE,
  imageSection,
  layoutArticles,
} from "../articles.ts";
import { createSignedInStaff } from "../staff.ts";
import { test } from "./published.ts";
import { createVisitor, findLink, readText } from "./visitor.ts";

const NO_IMAGES_FROM_ELSEWHERE = "img-src 'self' data:;";
const getMain = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
const getMeta = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];

test("every section type is on the page: the image with its caption, and the phone number as a link", async ({
  publishArticle,
  ownSite: { url },
}) => {
  const { slug, content } = await publishArticle();
  const { html } = await createVisitor({ origin: url }).open(`/articles/${slug}`);
  const main = getMain(html);
  const text = readText(main);
  for (const words of [
    " Advertorial ",
    "Paid advertisement by Henry's Helpline",
    content.hero.subtitle,
    "A worn washer lets a little water pass.",
    "Close the valve Take off the handle",
  ])
    expect(text).toContain(words);
  const listTexts = (tag: string) =>
    [...main.matchAll(new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, "g"))].map(([, words = ""]) =>
      readText(words).trim(),
    );
  expect(listTexts("h1")).toEqual([content.hero.title]);
  expect(listTexts("h2")).toContain("Where the water comes from");
  expect(listTexts("li")).toEqual(["Close the valve", "Take off the handle"]);
  expect(listTexts("blockquote")).toEqual(["A drip a second is a bath a week."]);
  expect(listTexts("figcaption")).toEqual(["The valve is below the sink."]);
  expect(main).toMatch(/<img[^>]*alt="Drawing of a dripping pipe"/);
  // In the header, beside the text and at the end.
  expect(main.match(/href="tel:\+14045550123"/g)).toHaveLength(3);
  expect(findLink(main, "Call (404) 555-0123")).toBe("tel:+14045550123");
  expect(findLink(main, "Get Free Quote")).toBe("/quote");
  expect(html).toContain("<title>Quiet a Dripping Tap</title>");
  expect(getMeta(html, "description")).toBe(content.meta.description);
  expect(getMeta(html, "keywords")).toBe("dripping tap, worn washer");
  expect(html).toContain(`<link rel="canonical" href="${url}/articles/${slug}"/>`);
  expect(getMeta(html, "og:image")).toBe(`${url}/og/articles/${slug}.png`);
  const data = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(html)?.[1];
  expect(JSON.parse(data ?? "")).toMatchObject({
    "@context": "https://schema.org",
    "@type": ["Article", "AdvertiserContentArticle"],
    headline: content.hero.title,
    datePublished: "2026-11-19",
    dateModified: "2026-11-20",
    publisher: { name: "Henry's Helpline" },
  });
});

test("omitted parts leave no gap, and the site's phone number is used", async ({
  publishArticle,
  ownSite: { url },
}) => {
  const { slug, title } = await publishArticle({
    content: {
      ...createEmptyContent(),
      sections: [
        buildSection("paragraph", " "),
        buildSection("list", [""]),
        imageSection("http://pictures.example/plain.png"),
        imageSection("javascript:alert(1)"),
      ],
    },
  });
  const { html } = await createVisitor({ origin: url }).open(`/articles/${slug}`);
  const main = getMain(html);
  const headings = main.match(/<h[1-6][^>]*>.*?<\/h[1-6]>/g)?.map((heading) => readText(heading));
  expect(headings?.map((heading) => heading.trim())).toEqual([title]);
  expect(findLink(main, "Call (800) 555-0199")).toBe("tel:+18005550199");
  expect(main).not.toMatch(/<(?:img|figure|ul)\b|class="[^"]*\bprose\b/);
  expect(main).not.toMatch(/<(p|h2)\b[^>]*><\/\1>/);
  expect(getMeta(html, "keywords")).toBeUndefined();
});

test("images of other sites are allowed only on their page, by exact host, even from the page cache", async ({
  publishArticle,
  ownSite: { url },
}) => {
  const { slug } = await publishArticle({
    content: {
      sections: [
        imageSection(FOREIGN_PICTURE),
        imageSection("https://*/any.png"),
        imageSection("https://cdn.example;script-src/any.png"),
      ],
    },
  });
  const otherArticle = await publishArticle();
  const open = (path: string) => fetch(url + path);
  const getPolicy = async (path: string) =>
    (await open(path)).headers.get("content-security-policy");
  for (let request = 0; request < 3; request++) {
    expect(await getPolicy(`/articles/${slug}`)).toContain(
      "img-src 'self' data: https://pictures.example;",
    );
    for (const path of [
      `/articles/${otherArticle.slug}`,
      "/",
      "/articles/no-such-article",
      "/articles/clogged-toilets",
    ])
      expect(await getPolicy(path)).toContain(NO_IMAGES_FROM_ELSEWHERE);
  }
  const figures = (await (await open(`/articles/${slug}`)).text()).match(
    /<figure[\s\S]*?<\/figure>/g,
  );
  expect(figures).toHaveLength(1);
  expect(figures?.[0]).toMatch(/referrerpolicy="no-referrer"/i);
});

test("an unknown article, an inactive one, and no article at all are not found", async ({
  publishArticle,
  ownSite: { url },
}) => {
  const hidden = await publishArticle({ isActive: false });
  for (const path of [
    "/articles/no-such-article",
    `/articles/${hidden.slug}`,
    `/articles/${hidden.slug}?preview`,
    "/articles",
  ]) {
    const page = await createVisitor({ origin: url }).open(path);
    expect(page.status, path).toBe(404);
    expect(page.text).toContain("Content Not Found");
    expect(page.html).toContain('data-search-form=""');
    expect(page.text).toContain(
      path === "/articles" ? "No advertorial specified" : "Advertorial not found",
    );
    expect(findLink(page.html, "Go Home")).toBe("/");
    expect(getMeta(page.html, "robots")).toBe("noindex");
  }
});

test("staff preview an unpublished article and their own draft, without caching; its metrics show it as inactive", async ({
  publishArticle,
  ownSite: { url, db, databaseUrl },
}) => {
  const hidden = await publishArticle({ isActive: false });
  const person = await createSignedInStaff(db, "staff");
  const staff = createVisitor({ origin: url, headers: person.headers });
  const preview = () => staff.open(`/articles/${hidden.slug}?preview`);
  const previewPage = await preview();
  expect(previewPage.headers.get("cache-control")).toBe("no-store");
  expect(previewPage.text).toContain("this article is not public");
  expect(previewPage.text).toContain(hidden.content.hero.title);
  expect(getMeta(previewPage.html, "robots")).toBe("noindex");
  expect(previewPage.html).not.toContain('rel="canonical"');
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  await saveDraft(
    { db: wrapPool(pool), actor: person.userId, now: new Date() },
    {
      key: hidden.id,
      data: {
        ...hidden,
        isActive: false,
        content: buildArticleContent({
          hero: { title: "Half a thought", subtitle: "", imageUrl: "" },
        }),
      },
      baseVersion: 1,
    },
  );
  await pool.end();
  const draftPreview = await preview();
  expect(draftPreview.text).toContain("your draft, with changes that are not saved");
  expect(draftPreview.text).toContain("Half a thought");
  // Without the parameter, staff see what visitors see.
  expect((await staff.open(`/articles/${hidden.slug}`)).status).toBe(404);

  const editor = "/backyard/advertorials/editor";
  expect((await staff.open(`${editor}/${hidden.slug}/metrics`)).text).toContain(
    "This advertorial is not active: visitors cannot open it.",
  );
  const unknownMetrics = await staff.open(`${editor}/no-such-article/metrics`);
  expect(unknownMetrics.status).toBe(404);
  expect(findLink(unknownMetrics.html, "Back to the advertorials")).toBe("/backyard/advertorials");
});

test("a previous URL redirects permanently to the new one", async ({
  publishArticle,
  ownSite: { url },
}) => {
  const oldSlug = `old-${Math.random().toString(36).slice(2)}`;
  const { slug } = await publishArticle({ previousSlugs: [oldSlug] });
  const redirect = await createVisitor({ origin: url }).open(`/articles/${oldSlug}`);
  expect([redirect.status, redirect.location]).toEqual([301, `/articles/${slug}`]);
});

test("no article has invalid markup", async ({ publishArticle, ownSite: { url } }) => {
  const validator = new HtmlValidate({ extends: ["html-validate:standard"] });
  for (const content of layoutArticles()) {
    const { slug } = await publishArticle({ content });
    const report = await validator.validateString(
      await (await fetch(`${url}/articles/${slug}`)).text(),
    );
    expect(
      report.results[0]?.messages.map(({ ruleId, message }) => `${ruleId}: ${message}`) ?? [],
    ).toEqual([]);
  }
});
