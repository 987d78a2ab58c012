import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { hold } from "./hold.ts";

test.describe("the search", () => {
  test("finds a misspelled service with the keyboard only, and Escape returns the focus", async ({
    page,
  }) => {
    await page.goto("/auto");
    const link = page.getByRole("banner").getByRole("link", { name: "Search" });
    const dialog = page.getByRole("dialog", { name: "Search" });
    const input = dialog.getByRole("combobox");
    await link.click();
    await input.fill("zzzzqq");
    await expect(dialog.getByRole("status")).toContainText(/no results/i);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(link).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(input).toBeFocused();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("plumer");
    await expect(dialog.getByRole("option").first()).toContainText("Plumbing");
    await expect(dialog.getByRole("status")).toContainText(/\d+ result/);
    await page.keyboard.press("ArrowDown");
    await expect(dialog.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
    expect(await axeFindings(page, { include: "dialog[open]" })).toEqual([]);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/home-services/plumbing");
  });

  test("results that arrive after an arrow key keep the selected option", async ({ page }) => {
    const release = await hold(page, "**/functions/v1/search?q=plumb");
    await page.goto("/");
    await page.getByRole("banner").getByRole("link", { name: "Search" }).click();
    const dialog = page.getByRole("dialog", { name: "Search" });
    await expect(dialog.getByRole("combobox")).toBeFocused();
    const plumbing = dialog.getByRole("option", { name: "Plumbing Home service" });
    await page.keyboard.type("plum");
    await expect(plumbing).toBeVisible();
    const lateResponse = page.waitForResponse("**/functions/v1/search?q=plumb");
    await page.keyboard.type("b");
    await page.keyboard.press("ArrowDown");
    await expect(plumbing).toHaveAttribute("aria-selected", "true");
    release();
    await lateResponse;
    await expect(dialog.getByRole("link", { name: "All results on one page" })).toHaveAttribute(
      "href",
      "/search?q=plumb",
    );
    await expect(plumbing).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/home-services/plumbing");
  });
});
