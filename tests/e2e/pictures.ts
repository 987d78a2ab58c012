import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { SIZES } from "./fixtures.ts";

/** Where to put pictures of the states that tests go through; `npm run screenshots` sets it. */
const FOLDER = process.env.PICTURES;

/**
 * A sticky bar would be drawn over the middle of a picture that is taller than the window. The page's
 * policy allows no style sheet of a test.
 */
const setBars = (page: Page, position: "relative" | "") =>
  page.locator("[class*=sticky]").evaluateAll((bars, value) => {
    for (const bar of bars) if (bar instanceof HTMLElement) bar.style.position = value;
  }, position);

/** A name for rows of a test: unique, but readable where pictures are taken. */
export const nameRow = (name: string): string =>
  FOLDER ? name : `${name} ${randomUUID().slice(0, 8)}`;

/** Stores the top of the page on a phone and a laptop for docs/screenshots, where that was asked for. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (!FOLDER) return;
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    // The sticky header is drawn where the page is scrolled to.
    await page.evaluate(() => {
      window.scrollTo({ top: 0, behavior: "instant" });
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    const size = viewport.width < 500 ? "phone" : "desktop";
    const clip = { x: 0, y: 0, width: viewport.width, height: 2 * viewport.height };
    await setBars(page, "relative");
    await sharp(await page.screenshot({ fullPage: true, clip }))
      .webp({ quality: 40, effort: 6 })
      .toFile(join(FOLDER, `${name}-${size}.webp`));
    await setBars(page, "");
  }
}
