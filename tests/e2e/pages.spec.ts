import type { Page } from "@playwright/test";
import { listPaths } from "../sitemap.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

/** The pages of the sitemap in parts, so that several browsers share the work. */
const PARTS = 4;
/**
 * Service pages have one layout and words of their own, whose markup the crawl checks: axe reads
 * one of six on a phone, and others on a laptop.
 */
const SERVICE_PAGE = /^\/(?:home-services|auto)\/./;
const SERVICE_PAGES_EACH = 6;
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
    const services = listed.filter((path) => SERVICE_PAGE.test(path));
    const turn = viewport.width < 640 ? 0 : SERVICE_PAGES_EACH / 2;
    const isRead = (path: string) =>
      !SERVICE_PAGE.test(path) || services.indexOf(path) % SERVICE_PAGES_EACH === turn;
    for (const path of [...listed, ...BESIDE_THE_SITEMAP].filter(
      (_, index) => index % PARTS === part,
    )) {
      await page.goto(path);
      if (isRead(path)) expect(await axeFindings(page), path).toEqual([]);
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
