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
 * Every article is read as the browser parses it. Opened are those with a picture from elsewhere,
 * of the others one of 25, and articles that have all the texts together.
 */
const OPENED_EACH = 25;
/** Each text is in three places, and an article has at most 80 sections. */
const TEXTS_TOGETHER = 39;
const GATHERED = "Gathered";
const tokens = getContentTokens(siteSettings);
const OWN_PICTURE = "/art/plumbing-water.svg";

type Article = { slug: string; title: string; previousSlugs: string[]; content: ArticleContent };

/** The text that a field takes of a hostile one. */
const cut = (text: string, most: number) => toStorableText(text.slice(0, most));
/** The text that visitors see of it. */
const seen = (text: string) => tidy(replaceTokens(text, tokens));
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
  title: cut(text, 200),
  previousSlugs: [cut(text, 120)],
  content: {
    meta: { title: cut(text, 60), description: cut(text, 160), keywords: [cut(text, 60)] },
    hero: { title: cut(text, 200), subtitle: cut(text, 400), imageUrl: cut(text, 1_000) },
    sections: [
      buildSection("heading", cut(text, 5_000)),
      buildSection("paragraph", cut(text, 5_000)),
      buildSection("paragraph", [cut(text, 500), "end"]),
      buildSection("list", [cut(text, 500), cut(text, 500)]),
      buildSection("list", cut(text, 5_000)),
      buildSection("blockquote", cut(text, 5_000)),
      buildSection("image", cut(text, 5_000), {
        imageUrl: cut(text, 1_000),
        imageAlt: cut(text, 300),
        imageCaption: cut(text, 300),
      }),
      buildSection("image", "", {
        imageUrl: OWN_PICTURE,
        imageAlt: cut(text, 300),
        imageCaption: cut(text, 300),
      }),
    ],
    cta: { title: cut(text, 200), subtitle: cut(text, 400), phone: cut(text, 40) },
  },
});

/** An article with many hostile texts, each as heading, paragraph and item of a list. */
const gatheredArticle = (texts: string[]): Article => ({
  ...titleAlone(hostileArticle(GATHERED)),
  previousSlugs: [],
  content: {
    ...titleAlone(hostileArticle(GATHERED)).content,
    meta: { title: "", description: GATHERED, keywords: [] },
    sections: [
      ...texts.flatMap((text) => [
        buildSection("heading", cut(text, 5_000)),
        buildSection("paragraph", cut(text, 5_000)),
      ]),
      buildSection(
        "list",
        texts.map((text) => cut(text, 500)),
      ),
    ],
  },
});

/** The same article where the title stands for all that is left out. */
const titleAlone = (article: Article): Article => ({
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

/** What a page holds, as a browser has understood it. */
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
      scripts: read.querySelectorAll("script").length,
      tooWide: document.documentElement.scrollWidth - innerWidth,
    };
  }, html);

/** Opens a page or gets its HTML alone; a busy server, which turns some away, is asked again. */
async function openOrRead(page: Page, { url, isOpened }: { url: string; isOpened: boolean }) {
  const ask = () =>
    isOpened
      ? page.goto(url)
      : page.request.get(url, {
          maxRedirects: 0,
          // One address may not ask for so many pages at once.
          headers: { "X-Forwarded-For": createRandomAddress() },
        });
  const answers: Awaited<ReturnType<typeof ask>>[] = [];
  await expect(async () => {
    answers.unshift(await ask());
    expect(answers[0]?.status()).not.toBe(BUSY);
  }).toPass();
  return answers[0];
}

/** Opens articles one after another in one page; what goes wrong is added to `problems`. */
async function walk(
  context: BrowserContext,
  articles: Article[],
  { baseURL, problems }: { baseURL: string; problems: string[] },
): Promise<void> {
  const page = await context.newPage();
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
      index % OPENED_EACH === 0 ||
      article.title === GATHERED ||
      article.content.hero.imageUrl.startsWith("https:");
    const response = await openOrRead(page, { url, isOpened });
    const policy = response?.headers()["content-security-policy"] ?? "";
    const allowed = /img-src 'self' data:([^;]*);/
      .exec(policy)?.[1]
      ?.trim()
      .split(" ")
      .filter(Boolean) ?? ["no policy"];
    if (response?.status() !== 200 || response.url() !== url)
      report(`${response?.status()} ${response?.url()}`);
    if (response?.headers()["set-cookie"]) report("sets a cookie");
    if (
      allowed.some((host) => !/^https:\/\/[a-z0-9.-]+$/.test(host)) ||
      /'unsafe|report-uri/.test(policy)
    )
      report(policy);
    // The page's own styles are for its own policy; the page that reads it here has another one.
    const found = await readPage(
      page,
      isOpened
        ? undefined
        : (await response?.text())?.replace(/<style data-app[\s\S]*?<\/style>/, ""),
    );
    for (const difference of differences(article, found)) report(difference);
    if (found.foreign.length > 0 || found.scripts !== 2)
      report(`markup ${found.scripts} ${found.foreign}`);
    if (found.links.some((href) => !/^(?:tel:\+1\d{10}|\/quote)$/.test(href)))
      report(`links ${found.links}`);
    if (found.pictures.some((kind) => !/^(?:https?:own|https:)$/.test(kind)))
      report(`pictures ${found.pictures}`);
    if (found.tooWide > 0) report(`${found.tooWide} too wide`);
  }
  await page.close();
}

/** Fields that do not say what was put into them. */
function differences(
  { title, content }: Article,
  found: Awaited<ReturnType<typeof readPage>>,
): string[] {
  const { meta, hero, sections, cta } = content;
  const heading = seen(hero.title) || seen(title);
  const expected = {
    title: truncateAtWord(replaceTokens(meta.title, tokens).trim() || heading, 60),
    description: truncateAtWord(
      replaceTokens(meta.description || hero.subtitle, tokens).trim() || heading,
      160,
    ),
    keywords: meta.keywords.map(seen).filter(Boolean).join(", "),
    headline: heading,
    heading: [heading],
    subtitle: [seen(hero.subtitle)].filter(Boolean),
    sections: sections.flatMap(({ type, content: text }) =>
      type === "image"
        ? []
        : type === "list" && Array.isArray(text)
          ? text.map(seen)
          : [text].flat().map(seen).join(". "),
    ),
    captions: sections.flatMap(({ imageUrl, imageCaption }) =>
      imageUrl === OWN_PICTURE ? seen(imageCaption ?? "") : [],
    ),
    alts: sections.flatMap(({ imageUrl, imageAlt }) =>
      imageUrl === OWN_PICTURE ? seen(imageAlt ?? "") : [],
    ),
    action: [seen(cta.title), seen(cta.subtitle)].filter(Boolean),
  };
  // An address of a hostile text may be one that pictures may come from; then there is one more.
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

test("two hundred hostile texts in every field of an article are shown as text, and nothing else happens", async ({
  context,
  db,
  ownSite,
}) => {
  const { url: baseURL } = ownSite;
  test.setTimeout(180_000);
  expect(HOSTILE_STRINGS).toHaveLength(200);
  const full = HOSTILE_STRINGS.map(hostileArticle);
  const bare = full.map(titleAlone);
  const gathered = Array.from(
    { length: Math.ceil(HOSTILE_STRINGS.length / TEXTS_TOGETHER) },
    (_, part) =>
      gatheredArticle(HOSTILE_STRINGS.slice(part * TEXTS_TOGETHER, (part + 1) * TEXTS_TOGETHER)),
  );
  const all = [...full, ...bare, ...gathered];
  const problems: string[] = [];
  const asked = new Set<string>();
  await context.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", (event) =>
      console.error(`CSP ${event.violatedDirective} ${event.blockedURI}`),
    ),
  );
  await context.route(
    ({ href }) => !href.startsWith(baseURL),
    (route) => {
      asked.add(`${route.request().resourceType()} ${new URL(route.request().url()).origin}`);
      return route.fulfill({ status: 204 });
    },
  );
  await db.query(INSERT, [rowsOf(all)]);
  try {
    await expect
      .poll(async () => (await fetch(`${baseURL}/articles/${all.at(-1)?.slug}`)).status)
      .toBe(200);
    const parts = Array.from({ length: BROWSERS_AT_ONCE }, (_, part) =>
      [...gathered, ...full].filter((_article, index) => index % BROWSERS_AT_ONCE === part),
    );
    await Promise.all(parts.map((part) => walk(context, part, { baseURL, problems })));
    expect(problems).toEqual([]);
    for (const { slug, title } of bare) {
      const html = await (await fetch(`${baseURL}/articles/${slug}`)).text();
      expect(tidy(/<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1] ?? "")).toBe(escaped(seen(title)));
      expect(tidy(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "")).toBe(
        escaped(truncateAtWord(seen(title), 60)),
      );
    }
    // Pictures of addresses that are https and whole; those pages allow this host, and it is asked
    // for nothing else.
    expect([...asked]).toEqual(["image https://evil.example"]);
    const sitemap = await (await fetch(`${baseURL}/sitemap.xml`)).text();
    expect(sitemap.match(/<loc>[^<]*\/articles\/(?:t-)?h-[\w-]+<\/loc>/g)).toHaveLength(all.length);
    expect(
      sitemap.replace(/<\/?(?:urlset|url|loc|lastmod)\b[^<>]*>|<\?xml [^<>]*>/g, ""),
    ).not.toMatch(/[<>]/);
  } finally {
    await db.query("delete from advertorial_content where slug ~ '^(t-)?h-'");
  }
});

test("hostile slugs and section types have no page, and affect nothing else", async ({
  db,
  baseURL,
  publish,
}) => {
  const shown = await publish();
  const rows = HOSTILE_STRINGS.map(hostileArticle).flatMap((article, index): Article[] => {
    const text = HOSTILE_STRINGS[index] ?? "";
    const named = (changes: object) =>
      ({
        ...article.content,
        sections: [{ ...buildSection("paragraph", "x"), ...changes }],
      }) as ArticleContent;
    return [
      // Two texts must not be one slug.
      { ...article, slug: `${index} ${cut(text, 500)}` },
      { ...article, slug: `i${article.slug}`, content: named({ id: toStorableText(`${text} `) }) },
      { ...article, slug: `n${article.slug}`, content: named({ type: toStorableText(text) }) },
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
