import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { hold } from "./hold.ts";

test.describe("the search", () => {
  test("finds a service as one types, mistakes and all, with the keyboard alone; Escape gives the focus back", async ({
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

  test("an answer that comes after the arrow key leaves the mark where it is", async ({ page }) => {
    const answer = await hold(page, "**/functions/v1/search?q=plumb");
    await page.goto("/");
    await page.getByRole("banner").getByRole("link", { name: "Search" }).click();
    const dialog = page.getByRole("dialog", { name: "Search" });
    await expect(dialog.getByRole("combobox")).toBeFocused();
    const plumbing = dialog.getByRole("option", { name: "Plumbing Home service" });
    await page.keyboard.type("plum");
    await expect(plumbing).toBeVisible();
    const late = page.waitForResponse("**/functions/v1/search?q=plumb");
    await page.keyboard.type("b");
    await page.keyboard.press("ArrowDown");
    await expect(plumbing).toHaveAttribute("aria-selected", "true");
    answer();
    await late;
    await expect(dialog.getByRole("link", { name: "All results on one page" })).toHaveAttribute(
      "href",
      "/search?q=plumb",
    );
    await expect(plumbing).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/home-services/plumbing");
  });
});
