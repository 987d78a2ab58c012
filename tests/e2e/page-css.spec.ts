import { expect, test } from "./fixtures.ts";
import { expectWholeLook, wholeSheet } from "./whole-look.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const path of [
  "/",
  "/home-services/plumbing",
  "/resources/guides-tips/home-maintenance-checklist",
  "/resources/support-faqs/faq",
  "/resources/tools-calculators/project-cost-estimator",
  "/articles/clogged-toilets",
  "/search?q=leak",
  "/quiz/ac-not-cooling",
]) {
  test(`${path} looks the same with its inlined CSS as with the full style sheet`, async ({
    page,
  }) => {
    test.slow();
    await page.goto(path);
    const linked = page.locator("link[rel=stylesheet]");
    if (path.startsWith("/quiz/")) await expect(linked).toHaveCount(1);
    // A calculator's script starts a moment later.
    await expect(page.locator("[data-tool]:not([data-ready])")).toHaveCount(0);
    // A quiz's script brings the whole sheet, for the result.
    await page.evaluate(() => {
      for (const link of document.querySelectorAll("link[rel=stylesheet]")) link.remove();
    });
    await expectWholeLook(page);
    const inlinedCss = await page.locator("style[data-app]").textContent();
    expect(inlinedCss?.length).toBeLessThan(0.9 * wholeSheet().length);
  });
}

test("the menu looks the same with the inlined CSS as with the full style sheet; search and wizard bring it", async ({
  page,
}) => {
  test.slow();
  await page.goto("/home-services/plumbing");
  await page.getByRole("button", { name: "Menu" }).click();
  await expectWholeLook(page, "header");

  await page.goto("/home-services/plumbing");
  await page.getByRole("link", { name: "Search" }).first().click();
  const search = page.getByRole("dialog", { name: "Search" });
  await search.getByRole("combobox").fill("leak");
  await expect(search.getByRole("option").first()).toBeVisible();
  await expectWholeLook(page, "dialog[open]");
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: "Get Free Quote" }).first().click();
  await expect(page.getByText("Step 1 of 5")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Enter the city.")).toBeVisible();
  await expectWholeLook(page, "dialog[open]");
});
