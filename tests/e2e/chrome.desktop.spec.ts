import { expect, test } from "./fixtures.ts";

test("the Home Services menu lists eight groups and closes on an outside click, Escape and a link", async ({
  page,
}) => {
  await page.goto("/about-us");
  const button = page.getByRole("button", { name: "Home Services" });
  const menu = page.getByRole("navigation", { name: "Home Services" });
  await button.click();
  await expect(menu).toBeVisible();
  for (const [group, first] of [
    ["Heating & Cooling", "Air Conditioning"],
    ["Plumbing & Water", "Plumbing"],
    ["Electrical & Security", "Electrician"],
    ["Cleaning & Restoration", "Carpet Cleaning"],
    ["Remodeling & Repairs", "Kitchen Remodeling"],
    ["Exterior & Landscaping", "Roofing"],
    ["Doors & Windows", "Window Replacement"],
    ["Outdoor Living", "Swimming Pools"],
  ] as const) {
    await expect(menu.getByRole("link", { name: group })).toBeVisible();
    await expect(menu.getByRole("link", { name: first, exact: true })).toBeVisible();
  }
  expect(await menu.getByRole("listitem").count()).toBe(31);
  await page.mouse.click(600, 780);
  await expect(menu).toBeHidden();
  await button.click();
  await expect(menu).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await menu.getByRole("link", { name: "View All Home Services" }).click();
  await expect(page).toHaveURL("/home-services");
  await expect(menu).toBeHidden();
});

test("the Resources menu shows at most four entries per category", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Resources" }).click();
  const menu = page.getByRole("navigation", { name: "Resources" });
  await expect(menu.getByRole("list")).toHaveCount(4);
  for (const list of await menu.getByRole("list").all())
    expect(await list.getByRole("listitem").count()).toBeLessThanOrEqual(4);
  await menu.getByRole("link", { name: "View All Resources" }).click();
  await expect(page).toHaveURL("/resources");
});

for (const path of ["/home-services", "/quote"])
  test(`from ${path} a page is loaded before the click on its link`, async ({ page }) => {
    const devTools = await page.context().newCDPSession(page);
    const ruleSetError = new Promise<string | undefined>((resolve) =>
      devTools.on("Preload.ruleSetUpdated", ({ ruleSet }) => resolve(ruleSet.errorMessage)),
    );
    // Under a test's control the browser loads the page, and does not show it yet.
    const loaded = new Promise<string>((resolve) =>
      devTools.on("Preload.prefetchStatusUpdated", ({ prefetchUrl, status }) => {
        if (status === "Ready") resolve(new URL(prefetchUrl).pathname);
      }),
    );
    await devTools.send("Preload.enable");
    await page.goto(path);
    expect(await ruleSetError).toBeUndefined();
    await page.getByRole("contentinfo").getByRole("link", { name: "About Us" }).hover();
    expect(await loaded).toBe("/about-us");
  });

test("a link to the current page scrolls to the top", async ({ page }) => {
  await page.goto("/");
  await page.evaluate(() => scrollTo(0, 900));
  await page.getByRole("link", { name: /home$/ }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test("the footer shows popular services, legal pages and the copyright year", async ({ page }) => {
  await page.goto("/");
  const footer = page.getByRole("contentinfo");
  for (const name of [
    "Plumbing",
    "Electrical",
    "Roofing",
    "AC Repair",
    "Carpet Cleaning",
    "Handyman",
    "For Providers",
    "Privacy Policy",
    "Terms of Service",
    "Do Not Sell or Share My Personal Information",
  ])
    await expect(footer.getByRole("link", { name, exact: true })).toBeVisible();
  await expect(footer.getByRole("link", { name: "AC Repair" })).toHaveAttribute(
    "href",
    "/home-services/air-conditioning",
  );
  await expect(footer.getByText("© 2025")).toBeVisible();
});

test.describe("pages that do not exist", () => {
  test.use({ expectedProblems: [/404/] });
  for (const [path, text] of [
    ["/no/such/page", "Unexpected Application Error"],
    ["/auto/no-such-service", "Unexpected Application Error"],
    ["/home-services/no-such-thing", "Category not found"],
    ["/resources/no-such-category", "Category not found"],
    ["/quiz/no-such-quiz", "Quiz Not Found"],
    ["/articles/no-such-article", "Content Not Found"],
  ] as const) {
    test(`${path} returns a 404 page that says "${text}"`, async ({ page }) => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole("heading", { level: 1, name: text })).toBeVisible();
      await expect(page.getByRole("banner")).toBeVisible();
      await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    });
  }
});

test("a setting changed in the database appears on a cached page", async ({ page, db }) => {
  await page.goto("/");
  await expect(page.getByText("© 2025")).toBeVisible();
  await db.query(
    "insert into settings (key, value, updated_at) values ('copyrightYear', '\"2031\"', now())",
  );
  await expect
    .poll(async () => {
      await page.goto("/");
      return page.getByText("© 2031").isVisible();
    })
    .toBe(true);
  await db.query("delete from settings where key = 'copyrightYear'");
});
