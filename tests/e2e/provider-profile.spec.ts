import type { Page } from "@playwright/test";
import type pg from "pg";
import { createPhonePhoto } from "../photos.ts";
import { createSignedInPerson } from "../provider-people.ts";
import { insertProvider } from "../providers.ts";
import { axeFindingsBelowBar } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

test.use({ javaScriptEnabled: false, expectedProblems: [/400 \(Bad Request\)/] });

async function openPortal(page: Page, db: pg.Client, path: string) {
  const { id } = await insertProvider(db, {
    contact_email: "us@peach.example",
    business_zip: "30303",
    service_categories: ["Plumbing"],
  });
  const { token } = await createSignedInPerson(db, { providerId: id });
  const { origin } = new URL(process.env.BASE_URL ?? "");
  await page.context().addCookies([{ name: "pro", value: token, url: origin }]);
  await page.goto(path);
  return id;
}

test("on a phone without JavaScript, an area is entered, looked at and saved", async ({
  page,
  db,
}) => {
  const id = await openPortal(page, db, "/pro/profile");
  const area = page.getByRole("region", { name: "Area" });
  await area.getByText("No ZIP code yet").click();
  await expect(area.getByText("No ZIP code is covered")).toBeVisible();
  await area.getByLabel("ZIP code 1", { exact: true }).fill("30303");
  await area.getByLabel("How far around ZIP code 1").selectOption("Within 15 miles");
  await area.getByLabel("ZIP code 2", { exact: true }).fill("99999");
  await area.getByRole("button", { name: "Show result" }).first().click();
  await expect(area.getByText("Not saved yet")).toBeInViewport();
  await expect(area.getByText("99999: there is no such ZIP code.")).toBeVisible();
  await area.getByRole("button", { name: "Save area" }).click();
  await expect(area.getByRole("alert")).toContainText("Nothing was saved.");
  await area.getByLabel("ZIP code 2", { exact: true }).fill("31901");
  await area.getByLabel("How far around ZIP code 2").selectOption("This ZIP code alone");
  await area.getByRole("button", { name: "Save area" }).click();
  await expect(area.getByRole("status")).toHaveText("Saved.");
  await expect(area.getByText(/^These 2 entries cover \d+ ZIP codes in Georgia/)).toBeVisible();
  const { rows } = await db.query("select areas from provider_settings where provider_id = $1", [
    id,
  ]);
  expect(rows).toEqual([
    {
      areas: [
        { zip: "30303", miles: 15 },
        { zip: "31901", miles: 0 },
      ],
    },
  ]);
});

test("on a phone without JavaScript, a paper is sent and hours are set", async ({ page, db }) => {
  await openPortal(page, db, "/pro/documents");
  const form = page.getByRole("region", { name: "Upload a document" });
  await form.getByRole("radio", { name: "Insurance" }).check();
  await form.getByLabel("Number").fill("P-77");
  await form.getByLabel("Who issued it").fill("Peach Mutual");
  await form.getByLabel("Valid until").fill(`${new Date().getFullYear() + 1}-03-01`);
  await form.getByRole("button", { name: "Send document" }).click();
  await expect(form.getByText("Choose a file.")).toBeVisible();
  await expect(form.getByRole("radio", { name: "Insurance" })).toBeChecked();
  await form
    .getByLabel("Photo or PDF")
    .setInputFiles({ name: "p.jpg", mimeType: "image/jpeg", buffer: await createPhonePhoto() });
  await form.getByRole("button", { name: "Send document" }).click();
  await expect(page.getByRole("status")).toContainText("Sent. Our team looks at it");
  await expect(page.getByText("Waiting", { exact: true })).toBeVisible();

  await page.goto("/pro/profile");
  const hours = page.getByRole("region", { name: "When you take offers" });
  await hours.getByText("At any time").first().click();
  await hours.getByRole("radio", { name: "Only at the hours below" }).check();
  await hours.getByRole("button", { name: "Save hours" }).click();
  await expect(hours.getByText("Enter the hours of at least one day.")).toBeVisible();
  const monday = hours.getByRole("group", { name: "Monday" });
  await monday.getByLabel("From").fill("08:00");
  await monday.getByLabel("Until").fill("17:30");
  await hours.getByRole("button", { name: "Save hours" }).click();
  await expect(hours.getByRole("status")).toHaveText("Saved.");
  await expect(monday.getByLabel("Until")).toHaveValue("17:30");
  await expect(hours.getByText("Mon 8 AM to 5:30 PM")).toBeVisible();
});

test.describe("the pages of a provider", () => {
  test.use({ javaScriptEnabled: true });

  test("open the part that the address names", async ({ page, db }) => {
    await openPortal(page, db, "/pro/profile#services");
    await expect(page.getByRole("button", { name: "Save services" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Save hours" })).toBeHidden();
    await page.evaluate(() => {
      location.hash = "#hours";
    });
    await expect(page.getByRole("button", { name: "Save hours" })).toBeVisible();
  });

  test("fit a narrow screen and have no problems that axe finds", async ({ page, db }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await openPortal(page, db, "/pro/profile");
    for (const path of ["/pro/profile", "/pro/documents"]) {
      await page.goto(path);
      for (const summary of await page.locator("summary").all()) await summary.click();
      expect(await axeFindingsBelowBar(page), path).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, path).toBeLessThanOrEqual(320);
    }
  });
});
