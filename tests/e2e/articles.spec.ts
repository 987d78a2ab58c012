import type { Page, Route } from "@playwright/test";
import sharp from "sharp";
import {
  buildSection,
  FOREIGN_PICTURE,
  imageSection,
  layoutArticles,
  STORED_PICTURE,
} from "../articles.ts";
import { createStaff } from "../staff.ts";
import { expect, test } from "./articles.ts";
import { openSession } from "./staff.ts";
import { expectNoAxeViolations } from "./staff-pages.ts";

const png = await sharp({
  create: { width: 30, height: 20, channels: 3, background: "#14424b" },
})
  .png()
  .toBuffer();
const serveImage = (route: Route) => route.fulfill({ body: png, contentType: "image/png" });

/** Serves the images of the media library and of other sites. */
async function serveImages(page: Page): Promise<void> {
  await page.route("**/media/**", serveImage);
  await page.route("https://pictures.example/**", serveImage);
}

test.describe("images in articles", () => {
  test.use({ expectedProblems: [/^outside https:\/\/pictures\.example\//] });

  test("use modern formats, reserve their space, and load lazily below the hero", async ({
    page,
    publish,
  }) => {
    const after = "What comes after the pictures.";
    const sections = [
      imageSection(STORED_PICTURE),
      imageSection(FOREIGN_PICTURE),
      buildSection("paragraph", after),
    ];
    const { slug } = await publish({
      content: { hero: { title: "Pictures", subtitle: "", imageUrl: STORED_PICTURE }, sections },
    });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/media\/|pictures\.example/, async (route) => {
      await released;
      await serveImage(route);
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
    release();
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

  test("never make an article wider than the screen or cause axe findings", async ({
    page,
    publish,
  }) => {
    test.setTimeout(90_000);
    await serveImages(page);
    for (const content of layoutArticles()) {
      const { slug } = await publish({ content });
      await page.goto(`/articles/${slug}`);
      await expectNoAxeViolations(page);
    }
  });
});

test("previewing a hidden article is not counted", async ({ page, publish, db }) => {
  const hidden = await publish({ isActive: false });
  await openSession(page, db, await createStaff(db, { role: "staff" }));
  await page.goto(`/articles/${hidden.slug}?preview`);
  await expect(page.getByText("this article is not public")).toBeVisible();
  // Counts are stored in order: once the next one is stored, this one would be, too.
  const shown = await publish();
  await page.goto(`/articles/${shown.slug}`);
  await expect
    .poll(
      async () =>
        (await db.query("select 1 from content_counts where content_id = $1", [shown.id])).rowCount,
    )
    .toBe(1);
  expect(
    (await db.query("select 1 from content_counts where content_id = $1", [hidden.id])).rows,
  ).toEqual([]);
});
