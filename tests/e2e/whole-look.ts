import { globSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, SIZES } from "./fixtures.ts";

/** Reading every style of every element takes seconds. */
const LOOK_MS = 60_000;

/** The built public style sheet, with its font faces (app/fonts.css), which a page has itself. */
export const wholeSheet = () =>
  globSync("build/client/assets/{app,root}-*.css")
    .map((file) => readFileSync(file, "utf8"))
    .join("");

/**
 * Elements that look different with the full style sheet than with the page's inlined part of it.
 */
function findChanged(page: Page, within: string): Promise<string[]> {
  return page.evaluate(
    async ([css = "", selector = ""]) => {
      const own = document.querySelector<HTMLStyleElement>("style[data-app]");
      if (!own?.sheet) return ["the page has no style element"];
      const { sheet: ownSheet } = own;
      const nameOf = (element: Element | null) =>
        `${element?.tagName}.${element?.getAttribute("class")}`;
      const keys = new Map<Element | null, string>();
      /**
       * Elements with the same key have the same tags and classes up to the root, the same previous
       * sibling and the same attributes, so that no rule matches only one of them.
       */
      const keyOf = (element: Element): string => {
        const {
          parentElement,
          previousElementSibling: before,
          nextElementSibling: after,
        } = element;
        const attributes = element
          .getAttributeNames()
          .filter((name) => name !== "href" && name !== "src" && name !== "d");
        const key = `${keys.get(parentElement)}>${nameOf(element)}[${attributes}]+${nameOf(before)}${after === null}`;
        keys.set(element, key);
        return key;
      };
      const elements = [
        ...new Map(
          Array.from(document.querySelectorAll(`${selector}, ${selector} *`), (element) => [
            keyOf(element),
            element,
          ]),
        ).values(),
      ];
      const whole = await new CSSStyleSheet().replace(css);
      /**
       * The properties that the full sheet declares; no others can differ. Custom properties show
       * only in the properties that use them.
       */
      const declaredBy = (rules: CSSRuleList): string[] =>
        Array.from(rules).flatMap((rule) => [
          ...("style" in rule ? Array.from(rule.style as CSSStyleDeclaration) : []),
          ...("cssRules" in rule ? declaredBy(rule.cssRules as CSSRuleList) : []),
        ]);
      const properties = [...new Set(declaredBy(whole.cssRules))].filter(
        (name) => !name.startsWith("--"),
      );
      const lookOf = (element: Element, part = "") => {
        const style = getComputedStyle(element, part);
        if (/before|after/.test(part) && style.content === "none") return "none";
        return properties.map((name) => style.getPropertyValue(name)).join();
      };
      const partsOf = (element: Element) =>
        element.matches("dialog, [popover]")
          ? ["", "::before", "::after", "::backdrop"]
          : ["", "::before", "::after"];
      /** Reads all looks, with the page's own styles or the whole sheet, once fonts have loaded. */
      const readLooks = async (isWhole: boolean) => {
        ownSheet.disabled = isWhole;
        document.adoptedStyleSheets = isWhole ? [whole] : [];
        await document.fonts.ready;
        // Style changes start short transitions; values read before they end are the old ones.
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
        // Hidden content of a closed entry is not laid out again, so it is skipped.
        return elements.map(
          (element) =>
            element.checkVisibility() &&
            partsOf(element)
              .map((part) => lookOf(element, part))
              .join(),
        );
      };
      const before = await readLooks(false);
      const after = await readLooks(true);
      ownSheet.disabled = false;
      document.adoptedStyleSheets = [];
      return elements
        .filter((_, at) => before[at] !== after[at])
        .map((element) => element.outerHTML.slice(0, 200));
    },
    [wholeSheet(), within],
  );
}

/**
 * Expects a page to look the same, at both sizes, with its inlined CSS as with the full style
 * sheet.
 * @param within selector of the part to compare
 */
export async function expectWholeLook(page: Page, within = "body"): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    // Polls, because the new size may reach the page between the two readings.
    await expect
      .poll(() => findChanged(page, within), {
        message: `${page.url()} at ${size.width}`,
        timeout: LOOK_MS,
      })
      .toEqual([]);
  }
}
