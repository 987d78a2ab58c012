import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { hold } from "./hold.ts";

test("the small-screen menu lists seven entries and closes with its button or an outside tap", async ({
  page,
}) => {
  await page.goto("/");
  const menu = page.getByRole("navigation", { name: "Small screen" });
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(menu.getByRole("link")).toHaveText([
    "Home",
    "Home Services",
    "Auto Services",
    "Resources",
    "Contact Us",
    "About Us",
    "Call Now",
  ]);
  await menu.getByRole("button", { name: "Close menu" }).click();
  await expect(menu).toBeHidden();
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.touchscreen.tap(20, 500);
  await expect(menu).toBeHidden();
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await menu.getByRole("link", { name: "Auto Services" }).click();
  await expect(page).toHaveURL("/auto");
});

test("Call Now stays visible in the header and the bottom bar of a service page", async ({
  page,
}) => {
  await page.goto("/home-services/roofing");
  await page.evaluate(() => scrollTo(0, 3_000));
  await expect(page.getByRole("banner").getByRole("link", { name: "Call Now" })).toBeInViewport();
  await expect(page.getByRole("link", { name: "Call Now" }).last()).toBeInViewport();
});

test("a page that was opened in a background tab works without waiting for a paint", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, "hidden", { get: () => true });
    window.requestAnimationFrame = () => 0;
  });
  await page.goto("/home-services/roofing");
  await page.evaluate(() => {
    document.title = "not loaded again";
    scrollTo(0, 900);
  });
  // Without the script this link to the page itself would load it again.
  await page
    .getByRole("link", { name: "Roofing", exact: true })
    .first()
    .evaluate((link) => {
      (link as HTMLAnchorElement).click();
    });
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(page).toHaveTitle("not loaded again");
});

/** Pages that each have a different widest element. */
const WIDE_PAGES = [
  "/",
  "/home-services/plumbing",
  "/contact-us",
  "/quote",
  "/resources/guides-tips/home-maintenance-checklist",
  "/no-such-page",
];
const DANGER = "/quiz/furnace-not-heating?a=1:1";
const NARROW_PAGES = [
  ...WIDE_PAGES,
  "/home-services",
  "/quiz/furnace-not-heating",
  DANGER,
  "/quote/thanks?by=phone&time=call&mail=1",
  "/articles/clogged-toilets",
];

test.describe("on narrow screens and with large text", () => {
  test.use({ expectedProblems: [/404/] });
  for (const { width, size } of [
    { width: 320, size: 100 },
    { width: 320, size: 130 },
    { width: 320, size: 200 },
    { width: 390, size: 200 },
    { width: 640, size: 200 },
    { width: 1280, size: 200 },
  ]) {
    test(`at ${width} px and ${size}% text size, no page overflows and header items do not overlap`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      for (const path of width < 640 ? NARROW_PAGES : WIDE_PAGES) {
        await page.goto(path);
        await page.evaluate((percent) => {
          document.documentElement.style.fontSize = `${percent}%`;
        }, size);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth),
          path,
        ).toBeLessThanOrEqual(width);
        const boxes = await page
          .getByRole("banner")
          .locator(":is(a, button):visible")
          .evaluateAll((parts) =>
            parts.map((part) => part.getBoundingClientRect()).filter(({ top }) => top >= 0),
          );
        // The danger page has no Call Now link, only 911.
        expect(boxes.length, path).toBeGreaterThanOrEqual(path === DANGER ? 3 : 4);
        for (const [index, box] of boxes.entries()) {
          expect(box.left, path).toBeGreaterThanOrEqual(0);
          expect(box.right, path).toBeLessThanOrEqual(width);
          for (const other of boxes.slice(index + 1))
            expect(box.right <= other.left || other.right <= box.left, path).toBe(true);
        }
      }
    });
  }
});

for (const { width, height, size, isSticky } of [
  { width: 390, height: 844, size: 100, isSticky: true },
  { width: 320, height: 640, size: 130, isSticky: true },
  { width: 390, height: 640, size: 200, isSticky: false },
  { width: 640, height: 640, size: 200, isSticky: false },
]) {
  test(`at ${width} by ${height} px and ${size}% text size, the header ${isSticky ? "stays visible" : "scrolls away"} and no word of the brand breaks`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(DANGER);
    await page.evaluate((percent) => {
      document.documentElement.style.fontSize = `${percent}%`;
      document.documentElement.style.scrollBehavior = "auto";
    }, size);
    const home = page.getByRole("banner").getByRole("link", { name: "Henry's Helpline, home" });
    await expect(home).toBeInViewport();
    expect((await page.getByRole("banner").boundingBox())?.height).toBeLessThan(0.25 * height);
    const linesOfWords = await home.locator("span").evaluate((brand) => {
      const text = brand.firstChild as Text;
      return Array.from(text.data.matchAll(/\S+/g), ({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length;
      });
    });
    for (const lines of linesOfWords) expect(lines).toBeLessThanOrEqual(1);
    await page.evaluate(() => scrollTo(0, 600));
    if (isSticky) await expect(home).toBeInViewport();
    else await expect(home).not.toBeInViewport();
  });
}

test.describe("in a dark room", () => {
  test.use({ colorScheme: "dark" });
  for (const path of ["/search?q=gas+smell", DANGER])
    test(`${path} is dark below its red head, and readable`, async ({ page }) => {
      await page.goto(path);
      for (const part of ["body", ".danger-steps"])
        await expect(page.locator(part)).toHaveCSS("background-color", "rgb(15, 36, 41)");
      const call = page.getByRole("link", { name: /^Call 911/ });
      await expect(call).toHaveCSS("background-color", "rgb(255, 240, 236)");
      await page.locator("main summary").first().click();
      expect(await axeFindings(page)).toEqual([]);
    });

  test("the search turns dark while its words tell of a danger", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("link", { name: "Search" }).first().click();
    const search = page.getByRole("dialog", { name: "Search" });
    await search.getByRole("combobox").fill("gas smell");
    await expect(search).toHaveCSS("background-color", "rgb(22, 50, 58)");
    await search.getByRole("combobox").fill("leak");
    await expect(search).toHaveCSS("background-color", "rgb(255, 255, 255)");
  });
});

test("a search that takes long says so", async ({ page }) => {
  const release = await hold(page, "**/functions/v1/search?*");
  await page.goto("/");
  await page.getByRole("link", { name: "Search" }).first().click();
  const search = page.getByRole("dialog", { name: "Search" });
  await search.getByRole("combobox").fill("leak");
  await expect(search.getByRole("status")).toHaveText("Searching...");
  release();
  await expect(search.getByRole("status")).toHaveText(/results$/);
});

test("with a system's few colors, the chosen hit and the progress of a quiz show", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/quiz/ac-not-cooling");
  await expect(page.getByRole("progressbar")).toHaveCSS("forced-color-adjust", "none");
  await page.getByRole("link", { name: "Search" }).first().click();
  const search = page.getByRole("dialog", { name: "Search" });
  await search.getByRole("combobox").fill("leak");
  await expect(search.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(search.getByRole("option").first()).toHaveCSS("outline-style", "solid");
});

test("on paper a service page has its questions with boxes, and no menus, forms or buttons", async ({
  page,
}) => {
  await page.goto("/home-services/plumbing");
  const main = page.getByRole("main");
  const onScreenOnly = [
    page.getByRole("banner"),
    page.getByRole("contentinfo"),
    main.getByLabel("Your ZIP code"),
  ];
  for (const part of onScreenOnly) await expect(part).toBeVisible();
  await page.emulateMedia({ media: "print" });
  for (const part of onScreenOnly) await expect(part).toBeHidden();
  await expect(main.getByRole("button")).toHaveCount(0);
  for (const box of await main.getByRole("checkbox").all()) await expect(box).toBeVisible();
  expect(await main.getByRole("checkbox").count()).toBeGreaterThan(3);
});

test("content pages load no React and no loader data until a visitor opens the quote form", async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await page.goto("/home-services/plumbing");
  await page.waitForLoadState("networkidle");
  expect(scripts).toHaveLength(1);
  expect(await page.content()).not.toContain("__reactRouterContext");
  await page.getByRole("link", { name: "Get Free Quote" }).first().click();
  await expect(page.getByText("Step 1 of 5: Plumbing")).toBeVisible();
});

test("the footer confirms the browser's opt-out signal", async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "globalPrivacyControl", { value: true }),
  );
  await page.goto("/");
  await expect(page.getByText("Opt-Out Request Honored")).toBeVisible();
});
