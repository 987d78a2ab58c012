import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { parse } from "yaml";
import { expect, test } from "./fixtures.ts";

const ESTIMATOR = "/resources/tools-calculators/project-cost-estimator";
const PLANNER = "/resources/tools-calculators/maintenance-schedule-planner";
const ENERGY = "/resources/tools-calculators/energy-savings-calculator";

/**
 * The specification's ranges and factors, repeated here so that the test does not use the code's.
 */
const RANGES: Record<string, [number, number]> = {
  "Kitchen Remodeling": [15000, 50000],
  "Bathroom Remodeling": [8000, 25000],
  "Roof Replacement": [8000, 20000],
  "HVAC System": [3000, 8000],
  "Flooring Installation": [2000, 8000],
  "Painting (Interior)": [1500, 5000],
  "Painting (Exterior)": [3000, 8000],
  "Plumbing Repair": [200, 2000],
  "Electrical Work": [300, 3000],
  "Deck Installation": [5000, 15000],
};
const FACTORS = { Small: 0.7, Medium: 1, Large: 1.5, "Extra large": 2 };
const dollars = (amount: number) => `$${Math.round(amount).toLocaleString("en-US")}`;

/** Opens a tool and waits for its script; until then the server calculates. */
async function openTool(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("[data-tool][data-ready]")).toBeAttached();
}

test.describe("the cost estimator", () => {
  test("shows the specified range for every project and every size", async ({ page }) => {
    await openTool(page, ESTIMATOR);
    const calculate = page.getByRole("button", { name: "Calculate" });
    await expect(calculate).toBeDisabled();
    await expect(page.locator("#result")).toBeEmpty();
    // In its place stand the ranges of medium size.
    for (const [project, [low, high]] of Object.entries(RANGES))
      await expect(
        page.getByRole("link", { name: `${project} ${dollars(low)} to ${dollars(high)}` }),
      ).toBeVisible();
    await page.getByRole("radio", { name: /^Small/ }).check();
    await expect(calculate).toBeDisabled();
    const sizes = Object.entries(FACTORS);
    // Each project is tested with one size; unit tests cover the multiplication.
    for (const [index, [project, [low, high]]] of Object.entries(RANGES).entries()) {
      const [size, factor] = sizes[index % sizes.length] as [string, number];
      await page.getByLabel("Project Type").selectOption(project);
      await page.getByRole("radio", { name: new RegExp(`^${size}`) }).check();
      await calculate.click();
      await expect(page.locator("#result")).toContainText(
        `${dollars(low * factor)} to ${dollars(high * factor)}`,
      );
    }
  });

  test("after Calculate the range follows every change, and the quote is for its project", async ({
    page,
  }) => {
    await openTool(page, ESTIMATOR);
    const result = page.locator("#result");
    await page.getByLabel("Project Type").selectOption("Deck Installation");
    await page.getByRole("radio", { name: /^Large/ }).check();
    await expect(result).toBeEmpty();
    await page.getByRole("button", { name: "Calculate" }).click();
    await expect(result).toContainText("$7,500 to $22,500");
    await page.getByLabel("ZIP code").pressSequentially("3a0b3-0199");
    await expect(page.getByLabel("ZIP code")).toHaveValue("30301");
    await page.getByRole("radio", { name: /^Small/ }).check();
    await expect(result).toContainText("$3,500 to $10,500");
    await result.getByRole("link", { name: "Get Free Quote" }).click();
    const quote = page.getByRole("dialog", { name: "Get a free quote" });
    await expect(quote).toContainText("Deck Installation");
    await expect(quote.getByLabel("ZIP code")).toHaveValue("30301");
  });
});

test.describe("the maintenance planner", () => {
  test("opens with a plan whose first month is open, and follows what is changed", async ({
    page,
  }) => {
    await openTool(page, PLANNER);
    const plan = page.getByRole("region", { name: "Your plan for 12 months" });
    // The current month, what is due in every month, and the 11 other months.
    const months = plan.locator("> ol > li");
    await expect(months).toHaveCount(13);
    await expect(plan.locator("> ol > li > details[open]")).toHaveCount(2);
    await expect(months.nth(1)).toContainText("Every month");
    await expect(months.first().locator("> details")).toHaveAttribute("open", "");
    await expect(plan.getByText("Test GFCI outlets")).toHaveCount(1);
    await expect(plan.getByText(/sump pump/i)).toHaveCount(0);
    await page.getByText("Change these answers").click();
    await page.getByText("What your home has").first().click();
    await page.getByRole("checkbox", { name: "Sump pump" }).check();
    await expect(plan.getByText(/sump pump/i).first()).toBeAttached();
    await page.getByLabel("Climate").selectOption("Cold");
    // The URL follows, so that the plan can be shared, and no button is needed.
    await expect(page.getByRole("button", { name: "Make my plan" })).toHaveCount(0);
    await expect(page).toHaveURL(/climate=cold.*system=sump-pump/);
  });

  test("the calendar has one entry for each job of the plan", async ({ page }) => {
    await openTool(page, PLANNER);
    const plan = page.getByRole("region", { name: "Your plan for 12 months" });
    const jobs = Number.parseInt(await plan.getByRole("status").innerText(), 10);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download calendar (.ics)" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("home-maintenance.ics");
    const calendar = readFileSync(await download.path(), "utf8");
    expect(calendar.startsWith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")).toBe(true);
    expect(calendar.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(jobs);
    for (const line of calendar.split("\r\n"))
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  test("paper shows every job and how it is done", async ({ page }) => {
    await page.goto(PLANNER);
    const how = page.getByText("Press the test button on each alarm");
    await expect(how).toBeHidden();
    await page.emulateMedia({ media: "print" });
    await expect(how).toBeVisible();
    for (const hidden of await page.locator("#result details > :not(summary)").all())
      await expect(hidden).toBeVisible();
  });
});

test("paper shows an estimate, and what it is for", async ({ page }) => {
  await page.goto(`${ESTIMATOR}?project=deck-installation&size=small#result`);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("#result")).toContainText("$3,500 to $10,500");
  await expect(page.locator("#result").getByRole("heading")).toBeVisible();
  await page.goto(ENERGY);
  await expect(page.getByRole("region", { name: "What you may save" })).toBeVisible();
});

test.describe("the energy calculator", () => {
  test("shows savings, cost and payback while they are typed, and uses the visitor's own cost", async ({
    page,
  }) => {
    await openTool(page, ENERGY);
    const result = page.getByRole("region", { name: "What you may save" });
    await expect(result).toContainText("Example: $180 a month, 2,000 square feet");
    await page.getByLabel("Monthly bill ($)").fill("200");
    await page.getByLabel("Home size (sq ft)").fill("2,000");
    await expect(result).not.toContainText("Example");
    for (const name of ["Smart thermostat", "Set the water heater to 120°F"])
      await page.getByRole("checkbox", { name }).uncheck();
    const cost = page.getByLabel(/^Cost in dollars \((our guess|yours)\) of: Smart thermostat/);
    await expect(cost).toBeHidden();
    await page.getByRole("checkbox", { name: "Smart thermostat" }).check();
    const { shares } = parse(
      readFileSync("content/tools/energy-savings-calculator.yaml", "utf8"),
    ) as { shares: { use: string; share: number }[] };
    const share = (use: string) => shares.find((entry) => entry.use === use)?.share ?? Number.NaN;
    const saving = 200 * 12 * (share("heating") + share("cooling")) * 0.08;
    await expect(result).toContainText(`About ${dollars(Math.round(saving / 5) * 5)}`);
    await expect(result).toContainText("$200");
    await cost.fill("400");
    await expect(result).toContainText("$400");
    await page.getByText("Where the figures come from").click();
    await expect(
      page.getByText(/U\.S\. Energy Information Administration|EIA/).first(),
    ).toBeVisible();
  });

  test("keeps an invalid value and reports it beside its field", async ({ page }) => {
    await openTool(page, ENERGY);
    const bill = page.getByLabel("Monthly bill ($)");
    await bill.fill("a lot");
    await page.getByRole("button", { name: "Calculate" }).click();
    await expect(bill).toBeFocused();
    await expect(bill).toHaveValue("a lot");
    await expect(bill).toHaveAttribute("aria-invalid", "true");
    await expect(bill).toHaveAccessibleDescription(/Enter/);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the tools work as plain forms", async ({ page }) => {
    await page.goto(ESTIMATOR);
    await page.getByRole("link", { name: /^Roof Replacement/ }).click();
    await expect(page.locator("#result")).toContainText("$8,000 to $20,000");
    await page.getByLabel("Project Type").selectOption("HVAC System");
    await page.getByRole("radio", { name: /^Extra large/ }).check();
    await page.getByRole("button", { name: "Calculate" }).click();
    await expect(page.locator("#result")).toContainText("$6,000 to $16,000");
    await page.goto(PLANNER);
    await page.getByText("Change these answers").click();
    await page.getByText("What your home has").first().click();
    await page.getByRole("checkbox", { name: "Sump pump" }).check();
    await page.getByRole("button", { name: "Make my plan" }).click();
    await page.getByText("Change these answers").click();
    await expect(page.getByText("Water heater with a tank, Gutters, Sump pump")).toBeVisible();
    await page.goto(ENERGY);
    await expect(page.getByText(/^Example:/)).toBeVisible();
    await page.goto(`${ENERGY}?bill=150&sqft=1500&upgrade=led-bulbs`);
    await expect(page.getByRole("region", { name: "What you may save" })).toBeVisible();
  });
});
