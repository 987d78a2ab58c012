import type { Page } from "@playwright/test";
import { catalogStructureSchema } from "#app/features/catalog/schema.ts";
import { readYaml } from "#app/lib/content.server.ts";
import { listPaths } from "../sitemap.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

/** The pages in parts, so that several browsers share the work. */
const PARTS = 2;
/**
 * Pages below one of these have one layout and words of their own, whose markup the crawl of
 * tests/http checks. The browser opens two of each: the first, and the one with the longest word.
 */
const ONE_LAYOUT = [
  "/home-services/",
  "/auto/",
  "/quiz/",
  "/articles/",
  "/resources/articles-quizzes/",
  "/resources/guides-tips/",
];
/** Pages of a layout that others of their folder do not have. */
const OWN_LAYOUT = ["/resources/guides-tips/home-maintenance-checklist"];
const CATEGORIES = readYaml("catalog.yaml", catalogStructureSchema).categories.map(
  ({ slug }) => `/home-services/${slug}`,
);
function layoutOf(path: string): string {
  if (CATEGORIES.includes(path)) return "category";
  if (OWN_LAYOUT.includes(path)) return path;
  if (/^\/(?:privacy-policy|terms-of-service)$/.test(path)) return "legal";
  if (/^\/resources\/[\w-]+$/.test(path)) return "resource category";
  return ONE_LAYOUT.find((folder) => path.startsWith(folder)) ?? path;
}
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

const longestWord = (html: string) =>
  Math.max(
    ...html
      .replace(/<(script|style|svg)[\s\S]*?<\/\1>/g, " ")
      .replace(/<[^>]*>/g, " ")
      .split(/[\s/-]+/)
      .map((word) => word.length),
  );

const fetchText = async (path: string) => (await fetch(new URL(path, process.env.BASE_URL))).text();

/** The pages of each layout. */
async function listLayouts(): Promise<string[][]> {
  const paths = [...listPaths(await fetchText("/sitemap.xml")), ...BESIDE_THE_SITEMAP];
  return [...Map.groupBy(paths, layoutOf).values()];
}

/** Of pages of one layout, the one that is the most likely to be too wide. */
async function findWidest(paths: string[]): Promise<string[]> {
  const lengths = await Promise.all(
    paths.map(async (path) => ({ path, length: longestWord(await fetchText(path)) })),
  );
  return lengths
    .toSorted((one, other) => other.length - one.length)
    .slice(0, 1)
    .map(({ path }) => path);
}

for (let part = 0; part < PARTS; part++) {
  test(`no layout has an axe finding, is too wide, says an error in the console or asks another host (part ${part + 1} of ${PARTS})`, async ({
    page,
    viewport,
  }) => {
    test.setTimeout(180_000);
    if (!viewport) throw new Error("the project sets no window");
    const narrow = viewport.width < 640 ? { ...viewport, width: 320 } : viewport;
    const layouts = (await listLayouts()).filter((_, index) => index % PARTS === part);
    for (const [first = "", ...others] of layouts) {
      // A page that is too wide is so on a phone first: there both of a layout are opened.
      const widest = viewport === narrow ? [] : await findWidest(others);
      for (const path of [first, ...widest]) {
        await page.goto(path);
        if (path === first) expect(await axeFindings(page), path).toEqual([]);
        expect(await pageWidth(page), path).toBeLessThanOrEqual(viewport.width);
        await page.setViewportSize(narrow);
        await enlargeText(page);
        expect(await pageWidth(page), `${path} in large text`).toBeLessThanOrEqual(narrow.width);
        await page.setViewportSize(viewport);
      }
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
