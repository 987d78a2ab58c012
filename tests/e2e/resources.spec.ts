import { expect, test } from "./fixtures.ts";

const CHECKLIST = "/resources/guides-tips/home-maintenance-checklist";
const FAQ = "/resources/support-faqs/faq";

test.describe("the resource center", () => {
  test("the hub shows at most five resources a category, and popular ones with the button of their type", async ({
    page,
  }) => {
    await page.goto("/resources");
    const cards = page.getByRole("region", { name: "Categories" }).locator("> ul > li");
    await expect(cards).toHaveCount(4);
    for (const card of await cards.all())
      expect(await card.locator("ul li").count()).toBeLessThanOrEqual(5);
    await expect(
      page.getByRole("link", { name: "Take Quiz: AC Not Cooling Quiz" }),
    ).toHaveAttribute("href", "/quiz/ac-not-cooling");
    await expect(
      page.getByRole("link", { name: "Try Calculator: Project Cost Estimator" }),
    ).toHaveAttribute("href", "/resources/tools-calculators");
    await expect(
      page.getByRole("link", { name: "Read Guide: Home Maintenance Checklist" }),
    ).toHaveAttribute("href", "/resources/guides-tips");
    await page.getByRole("main").getByRole("link", { name: "Get Free Quote" }).first().click();
    await expect(page).toHaveURL("/contact-us");
  });

  test("what is not there yet says so in an alert, and keeps the visitor where they are", async ({
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

  test("Get Free Quote on a category page opens the wizard for General Services", async ({
    page,
  }) => {
    await page.goto("/resources/guides-tips");
    await page.getByRole("main").getByRole("link", { name: "Get Free Quote" }).first().click();
    await expect(page.getByRole("dialog", { name: "Get a free quote" })).toContainText(
      "General Services",
    );
  });
});

test.describe("the maintenance checklist", () => {
  test("strikes through what is done, counts it, and keeps nothing", async ({ page }) => {
    await page.goto(CHECKLIST);
    const boxes = page.getByRole("checkbox");
    await expect(boxes).toHaveCount(29);
    for (const [season, tasks] of [
      ["Spring", 8],
      ["Summer", 7],
      ["Fall", 7],
      ["Winter", 7],
    ] as const)
      await expect(page.getByRole("group", { name: season }).getByRole("checkbox")).toHaveCount(
        tasks,
      );
    const first = page.getByRole("listitem").filter({ has: boxes.first() });
    const words = first.locator("span.font-semibold").first();
    await boxes.first().check();
    await expect(words).toHaveCSS("text-decoration-line", "line-through");
    await expect(page.getByText("1 of 29 done")).toBeVisible();
    await boxes.first().uncheck();
    await expect(words).toHaveCSS("text-decoration-line", "none");
    await boxes.nth(3).check();
    await page.reload();
    await expect(boxes.nth(3)).not.toBeChecked();
  });

  test("prints on one page", async ({ page }) => {
    await page.goto(CHECKLIST);
    const pdf = (await page.pdf({ format: "Letter" })).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  });
});

test.describe("the FAQ", () => {
  test("has at most one entry open", async ({ page }) => {
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
  });

  test("is searched as one types, in questions and answers, whatever the case", async ({
    page,
  }) => {
    await page.goto(FAQ);
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

test("guides offer help for what they are about", async ({ page }) => {
  for (const [path, button, label] of [
    ["/resources/guides-tips/emergency-preparedness", /^Get Emergency Help/, "Emergency Service"],
    [
      "/resources/guides-tips/contractor-selection",
      "Get Pre-Vetted Contractors",
      "General Contracting",
    ],
    ["/resources/guides-tips/diy-repair-basics", "Get Free Quote", "Home Repair"],
  ] as const) {
    await page.goto(path);
    await page.getByRole("main").getByRole("link", { name: button }).first().click();
    await expect(page.getByRole("dialog", { name: "Get a free quote" })).toContainText(label);
  }
});

test.describe("the provider application", () => {
  test("is a dialog that says to call, and sends nothing", async ({ page }) => {
    await page.goto("/provider-signup");
    const sent: string[] = [];
    page.on("request", (request) => request.method() !== "GET" && sent.push(request.url()));
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
    expect(sent).toEqual([]);
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

  test("what is not there yet is a page that says so", async ({ page }) => {
    await page.goto("/resources/support-faqs");
    await page
      .getByRole("main")
      .getByRole("link", { name: /Submit a Review/ })
      .last()
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Submit a Review");
    await expect(page.getByText("This page is coming soon.")).toBeVisible();
  });
});

test("an advertorial says what it is beside its headline, and its examples are no customers", async ({
  page,
}) => {
  for (const slug of ["henry-helpline", "clogged-toilets"]) {
    await page.goto(`/articles/${slug}`);
    const head = page.locator("article > header");
    await expect(head).toContainText("Advertorial");
    await expect(head).toContainText("Paid advertisement");
    await expect(head.getByRole("link", { name: "Call (800) 555-0199" })).toHaveAttribute(
      "href",
      "tel:+18005550199",
    );
    await expect(page.getByText("Illustrative example, not a real customer")).toHaveCount(3);
  }
});
