import { globSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, SIZES } from "./fixtures.ts";

/** Reading every style of every element takes seconds. */
const LOOK_MS = 60_000;

/** The public style sheet, as it was built. */
export const wholeSheet = () =>
  globSync("build/client/assets/root-*.css")
    .map((file) => readFileSync(file, "utf8"))
    .join("");

/** Elements that look different with the whole style sheet than with the page's own share of it. */
function findChanged(page: Page): Promise<string[]> {
  return page.evaluate(async (css) => {
    const own = document.querySelector<HTMLStyleElement>("style[data-app]");
    if (!own?.sheet) return ["the page has no style element"];
    own.sheet.disabled = true;
    const elements = [...document.querySelectorAll("body, body *")];
    const lookOf = (element: Element, part: string) => {
      const style = getComputedStyle(element, part);
      // A custom property is seen only in what reads it.
      return Array.from(style)
        .filter((name) => !name.startsWith("--"))
        .map((name) => style.getPropertyValue(name))
        .join();
    };
    /** Both are read in the same way, and with their fonts. */
    const looksWith = async (text: string) => {
      document.adoptedStyleSheets = [await new CSSStyleSheet().replace(text)];
      await document.fonts.ready;
      // What a closed entry hides is not laid out anew.
      return elements.map((element) => element.checkVisibility() && ["", "::before", "::after", "::backdrop"].map((part) => lookOf(element, part)).join());
    };
    const before = await looksWith(own.textContent);
    const after = await looksWith(css);
    own.sheet.disabled = false;
    document.adoptedStyleSheets = [];
    return elements.filter((_, at) => before[at] !== after[at]).map((element) => element.outerHTML.slice(0, 200));
  }, wholeSheet());
}

/** Expects that a page looks, at both sizes, as it would with the whole style sheet instead of its own share of it. */
export async function expectWholeLook(page: Page): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    // Again, where the new size reached the page between the two looks.
    await expect.poll(() => findChanged(page), { message: `${page.url()} at ${size.width}`, timeout: LOOK_MS }).toEqual([]);
  }
}
