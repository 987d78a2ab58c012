import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./fixtures.ts";

test("every page of the sitemap: one h1, own title and description, no axe finding, nothing from elsewhere", async ({ page, baseURL }) => {
  test.setTimeout(240_000);
  const sitemap = await (await page.request.get("/sitemap.xml")).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => new URL(match[1] ?? "").pathname);
  expect(paths.length).toBeGreaterThanOrEqual(82);
  const titles = new Map<string, string>();
  for (const path of [...paths, "/quote", "/quote/thanks?by=email&time=text-me&mail=1"]) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(200);
    expect(await page.locator("h1").count(), `h1 of ${path}`).toBe(1);
    const title = await page.title();
    expect(titles.get(title), `title of ${path}`).toBeUndefined();
    titles.set(title, path);
    if (paths.includes(path)) {
      const description = await page.locator("meta[name=description]").getAttribute("content");
      expect(description?.length, `description of ${path}`).toBeLessThanOrEqual(155);
      expect(title.length, `title of ${path}`).toBeLessThanOrEqual(60);
      await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${baseURL}${path}`);
      for (const block of await page.locator("script[type='application/ld+json']").allTextContents()) JSON.parse(block);
    }
    const { violations } = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]).analyze();
    expect(violations.map((violation) => `${path} ${violation.id}: ${violation.nodes[0]?.html}`)).toEqual([]);
  }
});

test("the wizard's steps have no axe finding, in the dialog", async ({ page }) => {
  await page.goto("/home-services/plumbing");
  await page.getByRole("link", { name: "Get Free Quote" }).first().click();
  await expect(page.getByText("Step 1 of 5")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Enter the city.")).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html}`)).toEqual([]);
});
