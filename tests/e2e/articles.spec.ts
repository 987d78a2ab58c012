import type { Page, Route } from "@playwright/test";
import { drizzle } from "drizzle-orm/node-postgres";
import { HtmlValidate } from "html-validate";
import pg from "pg";
import sharp from "sharp";
import { createEmptyContent } from "#app/features/advertorials/article-schema.ts";
import { saveDraft } from "#app/features/content-editor/drafts.server.ts";
import { buildArticleContent, buildSection } from "../articles.ts";
import { createStaff } from "../staff.ts";
import { expect, FOREIGN_PICTURE, STORED_PICTURE, test } from "./articles.ts";
import { axeFindings } from "./axe.ts";
import { openSession } from "./staff.ts";

const SITE_PHONE = "(800) 555-0199";
const SCREENS = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
const NO_IMAGES_FROM_ELSEWHERE = "img-src 'self' data:;";

const picture = await sharp({
  create: { width: 30, height: 20, channels: 3, background: "#14424b" },
})
  .png()
  .toBuffer();
const answerWithPicture = (route: Route) =>
  route.fulfill({ body: picture, contentType: "image/png" });

/** Pictures of the media library and of other sites, from here. */
async function servePictures(page: Page): Promise<void> {
  await page.route("**/media/**", answerWithPicture);
  await page.route("https://pictures.example/**", answerWithPicture);
}

const image = (imageUrl: string, changes: object = {}) =>
  buildSection("image", "", { imageUrl, imageAlt: "A drip", ...changes });

test("every section type is rendered: the image with its caption, and the phone number as a link", async ({
  page,
  publish,
  baseURL,
}) => {
  const { slug, content } = await publish();
  await page.goto(`/articles/${slug}`);
  const main = page.getByRole("main");
  await expect(main.getByText("Advertorial", { exact: true })).toBeVisible();
  await expect(main.getByText("Paid advertisement by Henry's Helpline")).toBeVisible();
  await expect(main.getByRole("heading", { level: 1, name: content.hero.title })).toBeVisible();
  await expect(main.getByText(content.hero.subtitle)).toBeVisible();
  await expect(
    main.getByRole("heading", { level: 2, name: "Where the water comes from" }),
  ).toBeVisible();
  await expect(main.getByText("A worn washer lets a little water pass.")).toBeVisible();
  await expect(main.getByRole("listitem")).toHaveText(["Close the valve", "Take off the handle"]);
  await expect(main.getByRole("blockquote")).toHaveText("A drip a second is a bath a week.");
  const figure = main.getByRole("figure");
  await expect(figure.getByRole("img", { name: "Drawing of a dripping pipe" })).toBeVisible();
  await expect(figure.locator("figcaption")).toHaveText("The valve is below the sink.");
  const calls = main.getByRole("link", { name: "Call (404) 555-0123" });
  await expect(calls).toHaveCount(2);
  for (const call of await calls.all())
    await expect(call).toHaveAttribute("href", "tel:+14045550123");
  await expect(page).toHaveTitle("Quiet a Dripping Tap");
  await expect(page.locator("meta[name=description]")).toHaveAttribute(
    "content",
    content.meta.description,
  );
  await expect(page.locator("meta[name=keywords]")).toHaveAttribute(
    "content",
    "dripping tap, worn washer",
  );
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute(
    "href",
    `${baseURL}/articles/${slug}`,
  );
  await expect(page.locator("meta[property='og:image']")).toHaveAttribute(
    "content",
    `${baseURL}/og/articles/${slug}.png`,
  );
  expect(
    JSON.parse((await page.locator("script[type='application/ld+json']").textContent()) ?? ""),
  ).toMatchObject({
    "@context": "https://schema.org",
    "@type": ["Article", "AdvertiserContentArticle"],
    headline: content.hero.title,
    datePublished: "2026-11-19",
    dateModified: "2026-11-20",
    publisher: { name: "Henry's Helpline" },
  });
});

test("omitted parts leave no gap, and the site's phone number is used", async ({
  page,
  publish,
}) => {
  const { slug, title } = await publish({
    content: {
      ...createEmptyContent(),
      sections: [
        buildSection("paragraph", " "),
        buildSection("list", [""]),
        image("http://pictures.example/plain.png"),
        image("javascript:alert(1)"),
      ],
    },
  });
  await page.goto(`/articles/${slug}`);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading")).toHaveText([title]);
  await expect(main.getByRole("link", { name: `Call ${SITE_PHONE}` }).first()).toHaveAttribute(
    "href",
    "tel:+18005550199",
  );
  await expect(main.locator("img, figure, ul, .prose")).toHaveCount(0);
  expect(await main.locator("p, h2").allTextContents()).not.toContain("");
  await expect(page.locator("meta[name=keywords]")).toHaveCount(0);
});

test.describe("pictures", () => {
  test.use({ expectedProblems: [/^outside https:\/\/pictures\.example\//] });

  test("of the media library use the best format and width, reserve their space, and load lazily below the hero", async ({
    page,
    publish,
  }) => {
    const after = "What comes after the pictures.";
    const sections = [
      image(STORED_PICTURE),
      image(FOREIGN_PICTURE),
      buildSection("paragraph", after),
    ];
    const { slug } = await publish({
      content: { hero: { title: "Pictures", subtitle: "", imageUrl: STORED_PICTURE }, sections },
    });
    let arrive = () => {};
    const onTheWay = new Promise<void>((go) => {
      arrive = go;
    });
    await page.route(/\/media\/|pictures\.example/, async (route) => {
      await onTheWay;
      await answerWithPicture(route);
    });
    await page.goto(`/articles/${slug}`, { waitUntil: "domcontentloaded" });
    const hero = page.locator("header picture");
    expect(await hero.locator("source").first().getAttribute("type")).toBe("image/avif");
    expect(await hero.locator("source").nth(1).getAttribute("srcset")).toContain(
      "/media/0123456789abcdef0123456789abcdef-1200x800/480.webp 480w",
    );
    await expect(hero.locator("img")).not.toHaveAttribute("loading");
    for (const below of await page.getByRole("figure").locator("img").all()) {
      await expect(below).toHaveAttribute("loading", "lazy");
      expect(Number(await below.getAttribute("width"))).toBeGreaterThan(
        Number(await below.getAttribute("height")),
      );
    }
    const place = () => page.getByText(after).boundingBox();
    const before = await place();
    arrive();
    for (const shown of await page.locator("main img").all()) {
      await shown.scrollIntoViewIfNeeded();
      await expect
        .poll(() =>
          shown.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth),
        )
        .toBeGreaterThan(0);
    }
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(async () => (await place())?.y).toBe(before?.y);
  });

  test("of other sites are allowed on their own page by exact host, also from the page cache", async ({
    page,
    publish,
    baseURL,
  }) => {
    await servePictures(page);
    const { slug } = await publish({
      content: {
        sections: [
          image(FOREIGN_PICTURE),
          image("https://*/any.png"),
          image("https://cdn.example;script-src/any.png"),
        ],
      },
    });
    const other = await publish();
    const policy = async (path: string) =>
      (await fetch(baseURL + path)).headers.get("content-security-policy");
    for (let time = 0; time < 3; time++) {
      expect(await policy(`/articles/${slug}`)).toContain(
        "img-src 'self' data: https://pictures.example;",
      );
      for (const path of [
        `/articles/${other.slug}`,
        "/",
        "/articles/no-such-article",
        "/articles/clogged-toilets",
      ])
        expect(await policy(path)).toContain(NO_IMAGES_FROM_ELSEWHERE);
    }
    await page.goto(`/articles/${slug}`);
    const shown = page.getByRole("figure").getByRole("img");
    await expect(shown).toHaveCount(1);
    await expect(shown).toHaveAttribute("referrerpolicy", "no-referrer");
    await shown.scrollIntoViewIfNeeded();
    await expect
      .poll(() => shown.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBeGreaterThan(0);
  });
});

test.describe("what is not there", () => {
  test.use({ expectedProblems: [/404 \(/] });

  test("an unknown article, an inactive one, and no article at all", async ({ page, publish }) => {
    const hidden = await publish({ isActive: false });
    for (const path of [
      "/articles/no-such-article",
      `/articles/${hidden.slug}`,
      `/articles/${hidden.slug}?preview`,
      "/articles",
    ]) {
      expect((await page.goto(path))?.status()).toBe(404);
      await expect(
        page.getByRole("heading", { level: 1, name: "Content Not Found" }),
      ).toBeVisible();
      await expect(
        page.getByText(
          path === "/articles" ? "No advertorial specified" : "Advertorial not found",
          { exact: true },
        ),
      ).toBeVisible();
      await expect(page.getByRole("link", { name: "Go Home" })).toHaveAttribute("href", "/");
      await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    }
  });

  test("staff preview an unpublished article and their own draft; nothing is cached or counted", async ({
    page,
    publish,
    db,
    ownSite,
  }) => {
    const hidden = await publish({ isActive: false });
    const person = await createStaff(db, { role: "staff" });
    await openSession(page, db, person);
    const response = await page.goto(`/articles/${hidden.slug}?preview`);
    expect(response?.headers()["cache-control"]).toBe("no-store");
    await expect(page.getByText("this article is not public")).toBeVisible();
    await expect(
      page.getByRole("heading", { level: 1, name: hidden.content.hero.title }),
    ).toBeVisible();
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    await expect(page.locator("link[rel=canonical]")).toHaveCount(0);
    const values = {
      ...hidden,
      isActive: false,
      content: buildArticleContent({
        hero: { title: "Half a thought", subtitle: "", imageUrl: "" },
      }),
    };
    const pool = new pg.Pool({ connectionString: ownSite.databaseUrl, max: 1 });
    await saveDraft(
      { db: drizzle(pool), actor: person.userId, now: new Date() },
      { key: hidden.id, data: values, baseVersion: 1 },
    );
    await pool.end();
    await page.reload();
    await expect(page.getByText("your draft, with changes that are not saved")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Half a thought" })).toBeVisible();
    // What is counted after it is stored after it.
    const shown = await publish();
    await page.goto(`/articles/${shown.slug}`);
    await expect
      .poll(
        async () =>
          (await db.query("select 1 from content_counts where content_id = $1", [shown.id]))
            .rowCount,
      )
      .toBe(1);
    expect(
      (await db.query("select 1 from content_counts where content_id = $1", [hidden.id])).rows,
    ).toEqual([]);
    // Without the parameter staff are visitors.
    expect((await page.goto(`/articles/${hidden.slug}`))?.status()).toBe(404);
  });
});

test("a previous URL redirects permanently to the new one", async ({ page, publish, baseURL }) => {
  const old = `old-${Math.random().toString(36).slice(2)}`;
  const { slug, content } = await publish({ previousSlugs: [old] });
  const moved = await fetch(`${baseURL}/articles/${old}`, { redirect: "manual" });
  expect([moved.status, moved.headers.get("location")]).toEqual([301, `/articles/${slug}`]);
  await page.goto(`/articles/${old}`);
  await expect(page.getByRole("heading", { level: 1, name: content.hero.title })).toBeVisible();
});

const LONG = "Donaudampfschifffahrtsgesellschaftskapitaensmuetze".repeat(4);
for (const [screen, viewport] of Object.entries(SCREENS))
  test.describe(screen, () => {
    test.use({ viewport, expectedProblems: [/^outside https:\/\/pictures\.example\//] });

    test("no article has an axe finding or invalid markup, and all fit the screen", async ({
      page,
      publish,
      baseURL,
    }) => {
      test.setTimeout(90_000);
      await servePictures(page);
      const full = buildArticleContent();
      const articles = [
        await publish(),
        await publish({
          content: {
            hero: { ...full.hero, imageUrl: STORED_PICTURE },
            sections: [...full.sections, image(STORED_PICTURE), image(FOREIGN_PICTURE)],
          },
        }),
        await publish({ content: { hero: { ...full.hero, imageUrl: FOREIGN_PICTURE } } }),
        await publish({ content: createEmptyContent() }),
        await publish({
          content: {
            hero: { title: LONG.slice(0, 200), subtitle: LONG, imageUrl: "" },
            sections: [
              buildSection("heading", LONG),
              buildSection("paragraph", LONG),
              buildSection("list", [LONG]),
              image(STORED_PICTURE, { imageCaption: LONG }),
            ],
            cta: { title: LONG.slice(0, 200), subtitle: LONG, phone: "" },
          },
        }),
      ];
      const validator = new HtmlValidate({ extends: ["html-validate:standard"] });
      for (const { slug } of articles) {
        await page.goto(`/articles/${slug}`);
        expect(await axeFindings(page), slug).toEqual([]);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        ).toBeLessThanOrEqual(0);
        const report = await validator.validateString(
          await (await fetch(`${baseURL}/articles/${slug}`)).text(),
        );
        expect(
          report.results[0]?.messages.map(({ ruleId, message }) => `${ruleId}: ${message}`) ?? [],
        ).toEqual([]);
      }
    });
  });

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the whole article is shown, and the quote link is a link", async ({ page, publish }) => {
    const { slug, content } = await publish();
    await page.goto(`/articles/${slug}`);
    for (const section of content.sections.slice(0, 2))
      await expect(page.getByText(String(section.content))).toBeVisible();
    await expect(page.getByRole("figure").getByRole("img")).toBeVisible();
    await page.getByRole("link", { name: "Get Free Quote" }).click();
    await expect(page).toHaveURL("/quote");
  });
});
