import type { Page } from "@playwright/test";
import { catalogStructureSchema } from "#app/features/catalog/schema.ts";
import { readYaml } from "#app/lib/content.server.ts";
import { listPaths } from "../sitemap.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

/** The pages in parts, so that several browsers share the work. */
const PARTS = 4;
/**
 * Pages below one of these have one layout and words of their own, whose markup the crawl checks:
 * axe reads the first of each.
 */
const ONE_LAYOUT = [
  "/home-services/",
  "/auto/",
  "/quiz/",
  "/articles/",
  "/resources/articles-quizzes/",
];
const CATEGORIES = readYaml("catalog.yaml", catalogStructureSchema).categories.map(
  ({ slug }) => `/home-services/${slug}`,
);
const layoutOf = (path: string) =>
  CATEGORIES.includes(path)
    ? "category"
    : (ONE_LAYOUT.find((folder) => path.startsWith(folder)) ?? path);
const BESIDE_THE_SITEMAP = [
  "/quote",
  "/quote/thanks?by=email&time=text-me&mail=1",
  "/search?q=leak",
  "/search?q=zzzzqq",
  "/offline",
  "/resources/support-faqs/submit-a-review",
];

/**
 * Compare it with the size that was set: a phone widens its window to fit a page that is too wide.
 */
const pageWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

const enlargeText = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });

for (let part = 0; part < PARTS; part++) {
  test(`no page has an axe finding, is too wide, says an error in the console or asks another host (part ${part + 1} of ${PARTS})`, async ({
    page,
    viewport,
  }) => {
    test.setTimeout(180_000);
    if (!viewport) throw new Error("the project sets no window");
    const narrow = viewport.width < 640 ? { ...viewport, width: 320 } : viewport;
    const sitemap = await (await page.request.get("/sitemap.xml")).text();
    const listed = listPaths(sitemap);
    const paths = [...listed, ...BESIDE_THE_SITEMAP];
    const layouts = paths.map(layoutOf);
    const isFirst = (path: string) => layouts.indexOf(layoutOf(path)) === paths.indexOf(path);
    // A page that is too wide is so on a phone first: there all are opened.
    const opened = viewport === narrow ? paths.filter(isFirst) : paths;
    for (const path of opened.filter((_, index) => index % PARTS === part)) {
      await page.goto(path);
      if (isFirst(path)) expect(await axeFindings(page), path).toEqual([]);
      expect(await pageWidth(page), path).toBeLessThanOrEqual(viewport.width);
      await page.setViewportSize(narrow);
      await enlargeText(page);
      expect(await pageWidth(page), `${path} in large text`).toBeLessThanOrEqual(narrow.width);
      await page.setViewportSize(viewport);
    }
  });
}

test("the wizard's steps have no axe finding, in the dialog", async ({ page }) => {
  await page.goto("/home-services/plumbing");
  await page.getByRole("link", { name: "Get Free Quote" }).first().click();
  await expect(page.getByText("Step 1 of 5")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Enter the city.")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});
