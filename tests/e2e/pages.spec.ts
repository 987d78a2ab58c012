import type { Page } from "@playwright/test";
import { catalogStructureSchema } from "#app/features/catalog/schema.ts";
import { readYaml } from "#app/lib/content.server.ts";
import { listPaths } from "../sitemap.ts";
import { axeFindings, axeFindingsBelowBar } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

/** Number of parallel tests that share the pages. */
const PARTS = 2;
/**
 * Pages in each of these folders share one layout; the crawl in tests/http checks the markup of all
 * of them. The browser opens two per folder: the first, and the one with the longest word.
 */
const FOLDERS_WITH_ONE_LAYOUT = [
  "/home-services/",
  "/auto/",
  "/quiz/",
  "/articles/",
  "/resources/articles-quizzes/",
  "/resources/guides-tips/",
];
/** Pages whose layout differs from the rest of their folder. */
const OWN_LAYOUT = ["/resources/guides-tips/home-maintenance-checklist"];
const CATEGORIES = readYaml("catalog.yaml", catalogStructureSchema).categories.map(
  ({ slug }) => `/home-services/${slug}`,
);
function layoutOf(path: string): string {
  if (CATEGORIES.includes(path)) return "category";
  if (OWN_LAYOUT.includes(path)) return path;
  if (/^\/(?:privacy-policy|terms-of-service)$/.test(path)) return "legal";
  if (/^\/resources\/[\w-]+$/.test(path)) return "resource category";
  return FOLDERS_WITH_ONE_LAYOUT.find((folder) => path.startsWith(folder)) ?? path;
}
const NOT_IN_SITEMAP = [
  "/quote",
  "/quote/thanks?by=email&time=text-me&mail=1",
  "/search?q=leak",
  "/search?q=zzzzqq",
  "/offline",
  "/api",
  "/assistants",
  "/resources/support-faqs/submit-a-review",
];

/**
 * Compare it with the viewport that was set: a phone widens its window to fit a page that is too
 * wide.
 */
const pageWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

const enlargeText = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });

/**
 * What somebody with few colors or little patience for motion would miss: buttons and fields
 * without an edge, and what still moves.
 */
async function listMissing(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  const missing = await page.evaluate(() => {
    const fields = "input:not([type=hidden], [type=range], [type=checkbox], [type=radio])";
    const withoutEdge = [...document.querySelectorAll(`.btn, ${fields}, select, textarea`)].filter(
      (part) => {
        const { borderTopStyle, borderTopWidth } = getComputedStyle(part);
        const isShown = part.checkVisibility() && part.getBoundingClientRect().width > 1;
        return isShown && (borderTopStyle === "none" || borderTopWidth === "0px");
      },
    );
    const moving = document.getAnimations().filter(({ playState, effect }) => {
      const { duration } = effect?.getComputedTiming() ?? {};
      return playState === "running" && Number(duration) > 10;
    });
    return [
      ...withoutEdge.map((part) => `no edge: ${part.outerHTML.slice(0, 100)}`),
      ...moving.map(
        ({ effect }) => `moves: ${(effect as KeyframeEffect).target?.outerHTML.slice(0, 100)}`,
      ),
    ];
  });
  await page.emulateMedia({ forcedColors: null, reducedMotion: null });
  return missing;
}

const longestWord = (html: string) =>
  Math.max(
    ...html
      .replace(/<(script|style|svg)[\s\S]*?<\/\1>/g, " ")
      .replace(/<[^>]*>/g, " ")
      .split(/[\s/-]+/)
      .map((word) => word.length),
  );

async function fetchText(path: string): Promise<string> {
  const response = await fetch(new URL(path, process.env.BASE_URL));
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.text();
}

/** The paths of all pages, grouped by layout. */
async function listLayouts(): Promise<string[][]> {
  const paths = [...listPaths(await fetchText("/sitemap.xml")), ...NOT_IN_SITEMAP];
  return [...Map.groupBy(paths, layoutOf).values()];
}

/**
 * The page with the longest word, which is the most likely to be too wide; empty without pages. It
 * requests one page at a time: the site refuses hundreds at once, also those of other tests.
 */
async function findWidest(paths: string[]): Promise<string[]> {
  const lengths: { path: string; length: number }[] = [];
  for (const path of paths) lengths.push({ path, length: longestWord(await fetchText(path)) });
  return lengths
    .toSorted((one, other) => other.length - one.length)
    .slice(0, 1)
    .map(({ path }) => path);
}

for (let part = 0; part < PARTS; part++) {
  test(`no layout has axe findings, overflow, missing edges, console errors or requests to other hosts (part ${part + 1} of ${PARTS})`, async ({
    page,
    viewport,
  }) => {
    test.setTimeout(180_000);
    if (!viewport) throw new Error("the project sets no window");
    const narrow = viewport.width < 640 ? { ...viewport, width: 320 } : viewport;
    const layouts = (await listLayouts()).filter((_, index) => index % PARTS === part);
    for (const [first = "", ...others] of layouts) {
      // Pages overflow on phones first, so the second page of a layout is opened only there.
      const widest = viewport === narrow ? [] : await findWidest(others);
      for (const path of [first, ...widest]) {
        await page.goto(path);
        if (path === first) {
          expect(await axeFindingsBelowBar(page), path).toEqual([]);
          expect(await listMissing(page), path).toEqual([]);
        }
        expect(await pageWidth(page), path).toBeLessThanOrEqual(viewport.width);
        await page.setViewportSize(narrow);
        await enlargeText(page);
        expect(await pageWidth(page), `${path} in large text`).toBeLessThanOrEqual(narrow.width);
        await page.setViewportSize(viewport);
      }
    }
  });
}

test("the wizard dialog has no axe findings", async ({ page }) => {
  await page.goto("/home-services/plumbing");
  await page.getByRole("link", { name: "Get Free Quote" }).first().click();
  await expect(page.getByText("Step 1 of 5")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Enter the city.")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});
