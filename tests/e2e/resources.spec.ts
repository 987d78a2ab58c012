import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { hold, SCRIPTS } from "./hold.ts";

const EMERGENCY = "/resources/guides-tips/emergency-preparedness";
const CHECKLIST = "/resources/guides-tips/home-maintenance-checklist";
const FAQ = "/resources/support-faqs/faq";

test.describe("the resource center", () => {
  test("an unavailable resource shows a coming-soon alert and keeps the visitor on the page", async ({
    page,
  }) => {
    await page.goto("/resources/support-faqs");
    const link = page
      .getByRole("main")
      .getByRole("link", { name: /Submit a Review/ })
      .last();
    await link.click();
    const alert = page.getByRole("alertdialog");
    await expect(alert).toContainText(
      "This resource is coming soon! Call Henry at (800) 555-0199 for immediate assistance.",
    );
    await page.keyboard.press("Enter");
    await expect(alert).toHaveCount(0);
    await expect(link).toBeFocused();
    await expect(page).toHaveURL("/resources/support-faqs");
  });
});

test.describe("the emergency guide", () => {
  test("a picture leads to what to do, and the words keep their contrast in the dark", async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto(EMERGENCY);
    const tiles = page.getByRole("navigation", { name: "Emergencies" }).getByRole("link");
    await expect(tiles).toHaveText([
      /^Gas Leaks/,
      /^Carbon Monoxide/,
      /^Water Leaks/,
      /^Power Outages/,
      /^HVAC/,
    ]);
    await expect(page.getByRole("link", { name: /^Call 911/ }).first()).toBeInViewport({
      ratio: 1,
    });
    await tiles.nth(1).click();
    await expect(page.getByText("Get everyone into fresh air now.")).toBeInViewport();
    await page.goBack();
    await tiles.first().click();
    const gas = page.locator("#gas-leaks");
    await expect(gas.getByText("Get everyone out now.")).toBeInViewport();
    await expect(gas.getByRole("link", { name: /^Call 911/ })).toHaveAttribute("href", "tel:911");
    await expect(gas.locator("details[open]")).toHaveCount(0);
    const background = () =>
      page.locator("main").evaluate((main) => getComputedStyle(main).backgroundColor);
    expect(await background()).toBe("rgb(15, 36, 41)");
    expect(await axeFindings(page)).toEqual([]);
  });
});

test.describe("the maintenance checklist", () => {
  /** How many tasks each season has, in the order of the year from December. */
  const TASKS = { Winter: 7, Spring: 8, Summer: 7, Fall: 7 };
  type Season = keyof typeof TASKS;

  test("the current season is open, finished tasks are struck through, counted and not stored, and the list prints on one page", async ({
    page,
  }) => {
    // Seasons are at most 92 days long: the page was rendered in an earlier one.
    const later = new Date(Date.now() + 100 * 86_400_000);
    await page.clock.setFixedTime(later);
    const season = Math.floor(((later.getMonth() + 1) % 12) / 3);
    const current = Object.keys(TASKS)[season] as Season;
    const releaseScripts = await hold(page, SCRIPTS);
    await page.goto(CHECKLIST, { waitUntil: "commit" });
    const main = page.getByRole("main");
    const boxes = main.locator("input[type=checkbox]");
    await expect(boxes).toHaveCount(29);
    const open = main.locator("[data-season][open]");
    await expect(open).toHaveCount(1);
    const list = page.locator(`[data-season=${current}]`);
    await list.evaluate((details: HTMLDetailsElement) => {
      details.open = true;
    });
    const first = list.getByRole("listitem").first();
    const words = first.locator("span.font-semibold").first();
    await first.getByRole("checkbox").check();
    await expect(words).toHaveCSS("text-decoration-line", "line-through");
    releaseScripts();
    await expect(page.getByText("1 of 29 done")).toBeVisible();
    await expect(list.getByText(`1 of ${TASKS[current]} done`)).toBeVisible();
    // The visitor's calendar counts, whenever the page was rendered.
    await expect(open).toHaveAttribute("data-season", current);
    await expect(main.locator("[data-season]").first()).toHaveAttribute("data-season", current);
    for (const [name, tasks] of Object.entries(TASKS)) {
      if (name !== current) await main.locator(`[data-season=${name}] > summary`).click();
      await expect(page.getByRole("group", { name }).getByRole("checkbox")).toHaveCount(tasks);
    }
    await boxes.nth(3).check();
    await expect(page.getByText("2 of 29 done")).toBeVisible();
    await first.getByRole("checkbox").uncheck();
    await expect(words).toHaveCSS("text-decoration-line", "none");
    await page.reload();
    await expect(boxes.nth(3)).not.toBeChecked();
    const pdf = (await page.pdf({ format: "Letter" })).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  });
});

test.describe("the FAQ", () => {
  test("opens one entry at a time and filters questions and answers while typing", async ({
    page,
  }) => {
    await page.goto(FAQ);
    const entries = page.getByRole("main").locator("details");
    const first = entries.nth(0);
    const second = entries.nth(1);
    await first.locator("summary").click();
    await expect(first).toHaveAttribute("open", "");
    await second.locator("summary").click();
    await expect(first).not.toHaveAttribute("open", "");
    await expect(second).toHaveAttribute("open", "");
    await second.locator("summary").click();
    await expect(second).not.toHaveAttribute("open", "");

    const search = page.getByRole("searchbox", { name: "Search the answers" });
    const groups = page.locator("[data-faq-group]:visible");
    await expect(groups).toHaveCount(4);
    await search.fill("LICENSE");
    await expect.poll(() => groups.count()).toBeLessThan(4);
    for (const entry of await page.getByRole("main").locator("details:visible").all())
      expect((await entry.textContent())?.toLowerCase()).toContain("license");
    await search.fill("zebra");
    await expect(page.getByText("No results found")).toBeVisible();
    await expect(groups).toHaveCount(0);
    await page.getByRole("button", { name: "Clear Search" }).click();
    await expect(search).toHaveValue("");
    await expect(search).toBeFocused();
    await expect(groups).toHaveCount(4);
  });
});

test("guides and categories offer quotes for their topic", async ({ page }) => {
  for (const [path, button, label] of [
    ["/resources/guides-tips/emergency-preparedness", /^Get Emergency Help/, "Emergency Service"],
    [
      "/resources/guides-tips/contractor-selection",
      "Get Pre-Vetted Contractors",
      "General Contracting",
    ],
    ["/resources/guides-tips/diy-repair-basics", "Get Free Quote", "Home Repair"],
    ["/resources/guides-tips", "Get Free Quote", "General Services"],
  ] as const) {
    await page.goto(path);
    await page.getByRole("main").getByRole("link", { name: button }).first().click();
    await expect(page.getByRole("dialog", { name: "Get a free quote" })).toContainText(label);
  }
});

test.describe("the provider application", () => {
  test("opens a dialog with the phone number and sends nothing but the view", async ({ page }) => {
    const sent: (string | null)[] = [];
    page.on("request", (request) => request.method() !== "GET" && sent.push(request.postData()));
    await page.goto("/provider-signup");
    const buttons = page.getByRole("button", { name: "Apply Now" });
    await expect(buttons).toHaveCount(2);
    for (const button of await buttons.all()) {
      await button.click();
      const dialog = page.getByRole("dialog", { name: "Provider Application" });
      await expect(dialog).toContainText("coming soon");
      await expect(dialog.getByRole("link", { name: "Call Now" })).toHaveAttribute(
        "href",
        "tel:+18005550199",
      );
      await dialog.getByRole("button", { name: "Close" }).click();
      await expect(dialog).toBeHidden();
      await expect(button).toBeFocused();
    }
    await expect.poll(() => sent).toEqual(['{"name":"visit"}', '{"name":"page-view"}']);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the provider application opens and closes", async ({ page }) => {
    await page.goto("/provider-signup");
    await page.getByRole("button", { name: "Apply Now" }).first().click();
    const dialog = page.getByText("Provider Application");
    await expect(dialog).toBeVisible();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await expect(dialog).toBeHidden();
  });
});
