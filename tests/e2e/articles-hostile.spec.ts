import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import type { ArticleContent } from "#app/features/advertorials/article-schema.ts";
import { getContentTokens } from "#app/features/settings/claims.server.ts";
import { replaceTokens } from "#app/lib/replace-tokens.ts";
import { toStorableText } from "#app/lib/text.ts";
import { truncateAtWord } from "#app/lib/truncate-at-word.ts";
import { buildSection } from "../articles.ts";
import { siteSettings } from "../factories.ts";
import { HOSTILE_STRINGS } from "../hostile-strings.ts";
import { createRandomAddress } from "../send-raw.ts";
import { expect, test } from "./articles.ts";

const BROWSERS_AT_ONCE = 4;
const BUSY = 503;
/**
 * The browser parses the HTML of every article. It opens as pages the articles with an external
 * image or with many texts combined, and one of 25 of the others.
 */
const OPEN_EVERY = 25;
/** Each text takes two sections, one more is a list of them all, and an article has at most 80. */
const TEXTS_PER_ARTICLE = 39;
const COMBINED = "Gathered";
const tokens = getContentTokens(siteSettings);
const OWN_IMAGE = "/art/plumbing-water.svg";

type Article = { slug: string; title: string; previousSlugs: string[]; content: ArticleContent };

/** The part of a hostile text that a field stores. */
const storedText = (text: string, most: number) => toStorableText(text.slice(0, most));
/** The text as visitors see it. */
const visibleText = (text: string) => tidy(replaceTokens(text, tokens));
const tidy = (text: string) => text.replace(/\s+/g, " ").trim();

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);

/** An article with a hostile text in every field. */
const hostileArticle = (text: string): Article => ({
  slug: `h-${randomUUID().slice(0, 12)}`,
  title: storedText(text, 200),
  previousSlugs: [storedText(text, 120)],
  content: {
    meta: {
      title: storedText(text, 60),
      description: storedText(text, 160),
      keywords: [storedText(text, 60)],
    },
    hero: {
      title: storedText(text, 200),
      subtitle: storedText(text, 400),
      imageUrl: storedText(text, 1_000),
    },
    sections: [
      buildSection("heading", storedText(text, 5_000)),
      buildSection("paragraph", storedText(text, 5_000)),
      buildSection("paragraph", [storedText(text, 500), "end"]),
      buildSection("list", [storedText(text, 500), storedText(text, 500)]),
      buildSection("list", storedText(text, 5_000)),
      buildSection("blockquote", storedText(text, 5_000)),
      buildSection("image", storedText(text, 5_000), {
        imageUrl: storedText(text, 1_000),
        imageAlt: storedText(text, 300),
        imageCaption: storedText(text, 300),
      }),
      buildSection("image", "", {
        imageUrl: OWN_IMAGE,
        imageAlt: storedText(text, 300),
        imageCaption: storedText(text, 300),
      }),
    ],
    cta: {
      title: storedText(text, 200),
      subtitle: storedText(text, 400),
      phone: storedText(text, 40),
    },
  },
});

/** An article with many hostile texts, each as heading, paragraph and item of a list. */
const combinedArticle = (texts: string[]): Article => ({
  ...titleOnly(hostileArticle(COMBINED)),
  previousSlugs: [],
  content: {
    ...titleOnly(hostileArticle(COMBINED)).content,
    meta: { title: "", description: COMBINED, keywords: [] },
    sections: [
      ...texts.flatMap((text) => [
        buildSection("heading", storedText(text, 5_000)),
        buildSection("paragraph", storedText(text, 5_000)),
      ]),
      buildSection(
        "list",
        texts.map((text) => storedText(text, 500)),
      ),
    ],
  },
});

/** The same article without content, where the title is used instead. */
const titleOnly = (article: Article): Article => ({
  ...article,
  slug: `t-${article.slug}`,
  content: {
    meta: { title: "", description: "", keywords: [] },
    hero: { title: "", subtitle: "", imageUrl: "" },
    sections: [],
    cta: { title: "", subtitle: "", phone: "" },
  },
});

const INSERT = `insert into advertorial_content (id, title, slug, previous_slugs, is_active, content_data, created_at, updated_at)
  select gen_random_uuid(), title, slug, previous, true, content, now(), now()
  from json_to_recordset($1::json) as given (title text, slug text, previous text[], content jsonb)`;
const rowsOf = (articles: Article[]) =>
  JSON.stringify(
    articles.map(({ title, slug, previousSlugs, content }) => ({
      title,
      slug,
      previous: previousSlugs,
      content,
    })),
  );

/** The content of a page as the browser parsed it. */
const readPage = (page: Page, html?: string) =>
  page.evaluate((source) => {
    const read =
      source === undefined ? document : new DOMParser().parseFromString(source, "text/html");
    const main = read.querySelector("main") as HTMLElement;
    const texts = (selector: string) =>
      [...main.querySelectorAll(selector)].map((element) => element.textContent);
    return {
      title: read.querySelector("title")?.textContent ?? "",
      description: read.querySelector("meta[name=description]")?.getAttribute("content") ?? "",
      keywords: read.querySelector("meta[name=keywords]")?.getAttribute("content") ?? "",
      headline: JSON.parse(
        read.querySelector("script[type='application/ld+json']")?.textContent ?? "{}",
      ).headline as string,
      heading: texts("h1"),
      subtitle: texts("header h1 + p"),
      sections: texts(".prose > h2, .prose > p, .prose > blockquote, .prose li"),
      captions: texts("figcaption"),
      alts: [...main.querySelectorAll("figure img")].map(
        (image) => image.getAttribute("alt") ?? "",
      ),
      action: texts("section h2, section h2 + p"),
      links: [...main.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? ""),
      pictures: [...main.querySelectorAll("img")].map(
        (image) =>
          new URL(image.src, location.href).protocol +
          (image.src.startsWith(location.origin) ? "own" : ""),
      ),
      foreign: [
        ...main.querySelectorAll(
          "script, style, iframe, object, embed, link, meta, base, form, svg:not(a svg), math, template, video, [onerror], [onload], [onclick], [onfocus]",
        ),
      ].map(({ outerHTML }) => outerHTML.slice(0, 100)),
      scripts: read.querySelectorAll("script:not([type=speculationrules])").length,
      prerendering: [...read.querySelectorAll("script[type=speculationrules]")].map(
        ({ textContent }) => textContent,
      ),
      tooWide: document.documentElement.scrollWidth - innerWidth,
    };
  }, html);

type Opened = { status: number; url: string; headers: Headers; html?: string };

async function openPage(page: Page, url: string): Promise<Opened> {
  const response = await page.goto(url);
  return {
    status: response?.status() ?? 0,
    url: page.url(),
    headers: new Headers(response?.headers()),
  };
}

async function fetchPage(url: string): Promise<Opened> {
  const response = await fetch(url, {
    redirect: "manual",
    // A new address each time, because one address may not request so many pages at once.
    headers: { "X-Forwarded-For": createRandomAddress() },
  });
  const { status, headers } = response;
  return { status, url: response.url, headers, html: await response.text() };
}

/** Repeats a request while the server is busy. */
async function retryWhileBusy(send: () => Promise<Opened>): Promise<Opened> {
  let opened = await send();
  await expect(async () => {
    if (opened.status === BUSY) opened = await send();
    expect(opened.status).not.toBe(BUSY);
  }).toPass();
  return opened;
}

/** Checks articles one after another in one page, and adds what is wrong to `problems`. */
async function checkArticles(
  context: BrowserContext,
  articles: Article[],
  { baseURL, problems }: { baseURL: string; problems: string[] },
): Promise<void> {
  const page = await context.newPage();
  const speculationRules = await (await fetch(`${baseURL}/speculation.rules`)).text();
  let at = "";
  const report = (what: string) => problems.push(`${at}: ${what}`);
  page.on("dialog", (dialog) => {
    report(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => report(`error ${error.message}`));
  page.on("console", (message) => {
    if (message.text().startsWith("CSP ")) report(message.text());
  });
  page.on("popup", () => report("a window of its own"));
  for (const [index, article] of articles.entries()) {
    at = JSON.stringify(article.title).slice(0, 60);
    const url = `${baseURL}/articles/${article.slug}`;
    const isOpened =
      index % OPEN_EVERY === 0 ||
      article.title === COMBINED ||
      article.content.hero.imageUrl.startsWith("https:");
    const opened = await retryWhileBusy(() => (isOpened ? openPage(page, url) : fetchPage(url)));
    const policy = opened.headers.get("content-security-policy") ?? "";
    const allowed = /img-src 'self' data:([^;]*);/
      .exec(policy)?.[1]
      ?.trim()
      .split(" ")
      .filter(Boolean) ?? ["no policy"];
    if (opened.status !== 200 || opened.url !== url) report(`${opened.status} ${opened.url}`);
    if (opened.headers.has("set-cookie")) report("sets a cookie");
    if (
      allowed.some((host) => !/^https:\/\/[a-z0-9.-]+$/.test(host)) ||
      /'unsafe|report-uri/.test(policy)
    )
      report(policy);
    // The policy of the page that parses the HTML here would block the article's inline styles.
    const found = await readPage(
      page,
      opened.html?.replace(/<style data-app[\s\S]*?<\/style>/, ""),
    );
    for (const difference of differences(article, found)) report(difference);
    if (found.foreign.length > 0 || found.scripts !== 2)
      report(`markup ${found.scripts} ${found.foreign}`);
    // Our script adds the rules for prerendering once the page is idle.
    if (found.prerendering.some((rules) => rules !== speculationRules))
      report(`prerendering ${found.prerendering}`);
    if (found.links.some((href) => !/^(?:tel:\+1\d{10}|\/quote|#part-\d+)$/.test(href)))
      report(`links ${found.links}`);
    if (found.pictures.some((kind) => !/^(?:https?:own|https:)$/.test(kind)))
      report(`pictures ${found.pictures}`);
    if (found.tooWide > 0) report(`${found.tooWide} too wide`);
  }
  await page.close();
}

/** Fields that do not show the text that was stored in them. */
function differences(
  { title, content }: Article,
  found: Awaited<ReturnType<typeof readPage>>,
): string[] {
  const { meta, hero, sections, cta } = content;
  const heading = visibleText(hero.title) || visibleText(title);
  const expected = {
    title: truncateAtWord(replaceTokens(meta.title, tokens).trim() || heading, 60),
    description: truncateAtWord(
      replaceTokens(meta.description || hero.subtitle, tokens).trim() || heading,
      160,
    ),
    keywords: meta.keywords.map(visibleText).filter(Boolean).join(", "),
    headline: heading,
    heading: [heading],
    subtitle: [visibleText(hero.subtitle)].filter(Boolean),
    sections: sections.flatMap(({ type, content: text }) =>
      type === "image"
        ? []
        : type === "list" && Array.isArray(text)
          ? text.map(visibleText)
          : [text].flat().map(visibleText).join(". "),
    ),
    captions: sections.flatMap(({ imageUrl, imageCaption }) =>
      imageUrl === OWN_IMAGE ? visibleText(imageCaption ?? "") : [],
    ),
    alts: sections.flatMap(({ imageUrl, imageAlt }) =>
      imageUrl === OWN_IMAGE ? visibleText(imageAlt ?? "") : [],
    ),
    action: [visibleText(cta.title), visibleText(cta.subtitle)].filter(Boolean),
  };
  // A hostile text may be a valid image URL; then there is one more image.
  const last = (texts: string[]) => texts.slice(-1).map(tidy);
  const shown = {
    title: found.title,
    description: tidy(found.description),
    keywords: tidy(found.keywords),
    headline: tidy(found.headline),
    heading: found.heading.map(tidy),
    subtitle: found.subtitle.map(tidy),
    sections: found.sections.map(tidy),
    captions: last(found.captions),
    alts: last(found.alts),
    action: found.action.map(tidy),
  };
  const names = Object.keys(expected) as (keyof typeof expected)[];
  return names
    .filter((name) => tidy(String(expected[name])) !== tidy(String(shown[name])))
    .map((name) => `${name}: ${JSON.stringify([expected[name], shown[name]]).slice(0, 300)}`);
}

test("200 hostile texts in every field of an article are shown as plain text and do nothing else", async ({
  context,
  db,
  ownSite,
}) => {
  const { url: baseURL } = ownSite;
  test.setTimeout(180_000);
  expect(HOSTILE_STRINGS).toHaveLength(200);
  const full = HOSTILE_STRINGS.map(hostileArticle);
  const titlesOnly = full.map(titleOnly);
  const combined = Array.from(
    { length: Math.ceil(HOSTILE_STRINGS.length / TEXTS_PER_ARTICLE) },
    (_, part) =>
      combinedArticle(
        HOSTILE_STRINGS.slice(part * TEXTS_PER_ARTICLE, (part + 1) * TEXTS_PER_ARTICLE),
      ),
  );
  const all = [...full, ...titlesOnly, ...combined];
  const problems: string[] = [];
  const externalRequests = new Set<string>();
  await context.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", (event) =>
      console.error(`CSP ${event.violatedDirective} ${event.blockedURI}`),
    ),
  );
  await context.route(
    ({ href }) => !href.startsWith(baseURL),
    (route) => {
      externalRequests.add(
        `${route.request().resourceType()} ${new URL(route.request().url()).origin}`,
      );
      return route.fulfill({ status: 204 });
    },
  );
  await db.query(INSERT, [rowsOf(all)]);
  try {
    await expect
      .poll(async () => (await fetch(`${baseURL}/articles/${all.at(-1)?.slug}`)).status)
      .toBe(200);
    const parts = Array.from({ length: BROWSERS_AT_ONCE }, (_, part) =>
      [...combined, ...full].filter((_article, index) => index % BROWSERS_AT_ONCE === part),
    );
    await Promise.all(parts.map((part) => checkArticles(context, part, { baseURL, problems })));
    expect(problems).toEqual([]);
    for (const { slug, title } of titlesOnly) {
      const html = await (await fetch(`${baseURL}/articles/${slug}`)).text();
      expect(tidy(/<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1] ?? "")).toBe(
        escaped(visibleText(title)),
      );
      expect(tidy(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "")).toBe(
        escaped(truncateAtWord(visibleText(title), 60)),
      );
    }
    // Only images with a valid https URL are requested, because their pages allow this host.
    expect([...externalRequests]).toEqual(["image https://evil.example"]);
    const sitemap = await (await fetch(`${baseURL}/sitemap.xml`)).text();
    expect(sitemap.match(/<loc>[^<]*\/articles\/(?:t-)?h-[\w-]+<\/loc>/g)).toHaveLength(all.length);
    expect(
      sitemap.replace(/<\/?(?:urlset|url|loc|lastmod)\b[^<>]*>|<\?xml [^<>]*>/g, ""),
    ).not.toMatch(/[<>]/);
  } finally {
    await db.query("delete from advertorial_content where slug ~ '^(t-)?h-'");
  }
});

test("articles with hostile slugs or section types have no page and do not affect other articles", async ({
  db,
  baseURL,
  publish,
}) => {
  const shown = await publish();
  const rows = HOSTILE_STRINGS.map(hostileArticle).flatMap((article, index): Article[] => {
    const text = HOSTILE_STRINGS[index] ?? "";
    const contentWith = (changes: object) =>
      ({
        ...article.content,
        sections: [{ ...buildSection("paragraph", "x"), ...changes }],
      }) as ArticleContent;
    return [
      // The index keeps slugs unique.
      { ...article, slug: `${index} ${storedText(text, 500)}` },
      {
        ...article,
        slug: `i${article.slug}`,
        content: contentWith({ id: toStorableText(`${text} `) }),
      },
      {
        ...article,
        slug: `n${article.slug}`,
        content: contentWith({ type: toStorableText(text) }),
      },
    ];
  });
  await db.query(INSERT, [rowsOf(rows)]);
  try {
    const status = async (slug: string) => (await fetch(`${baseURL}/articles/${slug}`)).status;
    await db.query("update advertorial_content set title = title || ' again' where id = $1", [
      shown.id,
    ]);
    await expect.poll(() => status(shown.slug)).toBe(200);
    const sitemap = await (await fetch(`${baseURL}/sitemap.xml`)).text();
    expect(
      sitemap
        .match(/\/articles\/[^<]*/g)
        ?.filter(
          (path) =>
            path.length > 0 &&
            !/\/articles\/(?:henry-helpline|clogged-toilets|a-[\w]+)$/.test(path),
        ),
    ).toEqual([]);
    expect(
      await Promise.all(
        rows.slice(1, 30).map(({ slug }) => status(encodeURIComponent(slug.slice(0, 100)))),
      ),
    ).not.toContain(200);
  } finally {
    await db.query("delete from advertorial_content where id <> $1 and previous_slugs <> '{}'", [
      shown.id,
    ]);
  }
});
