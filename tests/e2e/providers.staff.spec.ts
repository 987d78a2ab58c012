import { randomUUID } from "node:crypto";
import { mkdir, truncate, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Page } from "@playwright/test";
import type pg from "pg";

import { insertProvider } from "../providers.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { openSession } from "./staff.ts";

const LIST = "/backyard/providers";
const DESKTOP = { width: 1280, height: 800 };

const stored = async (db: pg.Client, id: string) =>
  (await db.query("select *, credits::float8 as credits from providers where id = $1", [id]))
    .rows[0];

async function enter(page: Page, db: pg.Client, path = LIST) {
  await openSession(page, db, await createStaff(db, { role: "staff" }));
  await page.goto(path);
}

test.describe("the list", () => {
  test.use({ expectedProblems: [/ERR_FAILED/] });

  test("can be searched and filtered, shows the details of each provider, and saves a new status at once", async ({
    page,
    db,
  }) => {
    const digits = String(Date.now()).slice(-7);
    const phone = `(404) ${digits.slice(0, 3)}-${digits.slice(3)}`;
    const { id, name } = await insertProvider(db, {
      phone,
      service_categories: ["Plumbing", "Roofing", "Siding", "Painting"],
      service_area_zips: ["30301", "30302", "30303"],
      verification_status: "verified",
      verified_until: new Date("2031-07-01T04:00:00Z"),
      reputation: 4.6,
      jobs_completed: 31,
    });
    await insertProvider(db);
    await db.query(
      "insert into payments_subscriptions (id, provider_id, status, package_tier) values (gen_random_uuid(), $1, 'past_due', 'Gold')",
      [id],
    );
    await db.query(
      "insert into jobs (id, service_type, status, provider_id, created_at) values (gen_random_uuid(), 'Plumbing', 'completed', $1, now())",
      [id],
    );
    await db.query(
      `insert into verification_evidence (id, provider_id, "check", description, checked_by, valid_until, created_at) values (gen_random_uuid(), $1, 'license', 'License 8', 'Ana', current_date + 12, now())`,
      [id],
    );
    await page.setViewportSize(DESKTOP);
    await enter(page, db);
    const row = page.getByRole("row").filter({ hasText: name });
    const link = page.getByRole("link", { name, exact: true });
    const dialog = page.getByRole("dialog", { name });
    const status = page.getByLabel(`Status of ${name}`);

    await test.step("search and filter are in the URL, and Back restores them", async () => {
      for (const label of ["All providers", "Verified", "Active subscriptions", "Pending"])
        await expect(page.getByRole("term").filter({ hasText: label })).toBeVisible();
      await expect(page.getByRole("link", { name: "Import CSV" })).toHaveAttribute(
        "href",
        `${LIST}/import`,
      );
      await page.getByLabel("Search by company, contact, phone or city").fill(`404.${digits}`);
      await expect(page).toHaveURL(`${LIST}?q=404.${digits}`);
      await expect(page.getByRole("row")).toHaveCount(2);
      await page.getByLabel("Verification status").selectOption("rejected");
      await expect(page.getByText("No providers found")).toBeVisible();
      await page.getByLabel("Verification status").selectOption("verified");
      await link.click();
      await expect(dialog).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL(`${LIST}?q=404.${digits}&status=verified`);
    });

    await test.step("a row shows the provider's details", async () => {
      for (const text of [
        "Pat Example",
        phone,
        "Plumbing",
        "Roofing",
        "+2 more",
        "Atlanta, GA",
        "3 ZIP codes",
        "Until Jun 30, 2031",
        "past due",
        "Gold",
        "0.00",
        "4.6",
        "31",
      ])
        await expect(row.getByText(text, { exact: true }).filter({ visible: true })).toBeVisible();
      await expect(row.getByText("Siding")).toHaveCount(0);
      await expect(row.getByRole("cell", { name: "1", exact: true })).toBeVisible();
      await expect(row.getByText(/License expires in 1[123] days/)).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
    });

    await test.step("a status that cannot be saved is reverted and reported", async () => {
      await page.route("**/providers.data*", (route) =>
        route.request().method() === "POST" ? route.abort() : route.continue(),
      );
      await status.selectOption("rejected");
      await expect(page.getByRole("alertdialog")).toContainText("Failed to update provider status");
      await page.getByRole("button", { name: "OK" }).click();
      await expect(status).toHaveValue("verified");
      expect((await stored(db, id)).verification_status).toBe("verified");
      await page.unroute("**/providers.data*");
    });

    await test.step("a status is saved at once, and its warnings are updated", async () => {
      await status.selectOption("pending");
      await expect(page.getByText("Status set to Pending")).toBeVisible();
      expect((await stored(db, id)).verification_status).toBe("pending");
      await expect(row.getByText(/License expires/)).toHaveCount(0);
    });
  });
});

test.describe("the profile", () => {
  test.use({ expectedProblems: [/40[09] \(/] });

  test("can be edited by keyboard, reports errors and conflicting changes, and updates the list", async ({
    page,
    db,
  }) => {
    const { id, name } = await insertProvider(db);
    const search = `${LIST}?${new URLSearchParams({ q: name })}`;
    await enter(page, db, search);
    const dialog = page.getByRole("dialog", { name });
    const saveButton = dialog.getByRole("button", { name: "Save profile" });
    const saved = dialog.getByText("Provider profile updated successfully");

    await test.step("it is edited with the keyboard only", async () => {
      await page.getByRole("link", { name, exact: true }).focus();
      await page.keyboard.press("Enter");
      await expect(dialog).toBeVisible();
      expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
      await dialog.getByLabel("City").focus();
      await page.keyboard.press("Control+A");
      await page.keyboard.type("Macon");
      await page.keyboard.press("Enter");
      await expect(saved).toBeVisible();
      expect((await stored(db, id)).business_city).toBe("Macon");
      await dialog.getByRole("link", { name: "Settings" }).focus();
      await page.keyboard.press("Enter");
      await expect(dialog.getByLabel("Call routing phone")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
    });

    await test.step("errors are reported beside their fields, and typed values are kept", async () => {
      await page.getByRole("link", { name: `View / edit ${name}` }).click();
      await expect(dialog.getByLabel("ZIP", { exact: true })).toHaveAttribute("maxlength", "5");
      await expect(dialog.getByLabel("Credits")).toHaveValue("0");
      for (const label of ["Company name *", "Contact name *", "Phone *"])
        await dialog.getByLabel(label).fill("");
      await dialog.getByLabel("Service area ZIP codes").fill("30301 00000 abc");
      await expect(dialog.getByText("Not ZIP codes: abc.").first()).toBeVisible();
      await dialog.getByRole("button", { name: "Keep only the ZIP codes" }).click();
      await saveButton.click();
      await expect(dialog.getByText("Failed to update provider profile")).toBeVisible();
      for (const message of [
        "Enter the company name.",
        "Enter the contact name.",
        "Enter the phone number.",
        "There are no such ZIP codes: 00000.",
      ])
        await expect(dialog.getByText(message)).toBeVisible();
      await expect(dialog.getByLabel("Company name *")).toBeFocused();
      await expect(dialog.getByLabel("Service area ZIP codes")).toHaveValue("30301 00000");
      expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
      expect((await stored(db, id)).company_name).toBe(name);
    });

    await test.step("somebody else's change is not overwritten", async () => {
      await dialog.getByLabel("Company name *").fill(name);
      await dialog.getByLabel("City").fill("Savannah");
      await db.query(
        "update providers set version = version + 1, business_city = 'Augusta' where id = $1",
        [id],
      );
      await dialog.getByLabel("Contact name *").fill("Ana Lopez");
      await dialog.getByLabel("Phone *").fill("770-555-0188");
      await dialog.getByLabel("Service area ZIP codes").fill("30301, 30302;30301 / 30303-1234");
      await saveButton.click();
      await expect(dialog.getByText("Failed to update provider profile")).toBeVisible();
      await expect(dialog.getByText("Somebody else has changed this provider")).toBeVisible();
      await expect(dialog.getByLabel("City")).toHaveValue("Savannah");
      await dialog.getByRole("button", { name: "Discard my changes and show theirs" }).click();
      await expect(dialog.getByLabel("City")).toHaveValue("Augusta");
    });

    await test.step("every field is saved, and the list is updated", async () => {
      const fields = {
        "Company name *": `${name} Inc`,
        "Contact name *": "Ana Lopez",
        "Phone *": "770-555-0188",
        "Contact email": "ana@example.com",
        "Business address": "1 Elm Street",
        City: "Savannah",
        ZIP: "31201",
      };
      for (const [label, value] of Object.entries(fields))
        await dialog.getByLabel(label, { exact: true }).fill(value);
      await dialog.getByLabel("State").clear();
      await dialog.getByLabel("State").pressSequentially("gax");
      await expect(dialog.getByLabel("State")).toHaveValue("ga");
      await dialog.getByLabel("Find a service").fill("roof");
      await dialog.getByLabel("Roofing", { exact: true }).check();
      await dialog.getByLabel("Find a service").fill("");
      await dialog.getByLabel("Plumbing", { exact: true }).check();
      await expect(dialog.getByRole("button", { name: "Remove Roofing" })).toBeVisible();
      await dialog.getByLabel("Service area ZIP codes").fill("30301, 30302;30301 / 30303-1234");
      await expect(dialog.getByText("3 ZIP codes, 1 duplicate dropped")).toBeVisible();
      await dialog.getByLabel("Verification status").selectOption("verified");
      await dialog.getByLabel("Verified until").fill("2031-06-30");
      await dialog.getByLabel("Credits").fill("125.5");
      await saveButton.click();
      // The database is checked, because the message of the first save may still be visible.
      await expect
        .poll(() => stored(db, id))
        .toMatchObject({
          company_name: `${name} Inc`,
          contact_name: "Ana Lopez",
          contact_email: "ana@example.com",
          business_city: "Savannah",
          business_state: "GA",
          business_zip: "31201",
          service_categories: ["Roofing", "Plumbing"],
          service_area_zips: ["30301", "30302", "30303"],
          verification_status: "verified",
          credits: 125.5,
        });
      await expect(page.getByRole("dialog").getByLabel("Service area ZIP codes")).toHaveValue(
        "30301 30302 30303",
      );
      await page.keyboard.press("Escape");
      await expect(page).toHaveURL(search.replaceAll("%20", "+"));
      await expect(page.getByRole("row").filter({ hasText: `${name} Inc` })).toContainText(
        "3 ZIP codes",
      );
    });
  });
});

test("a CSV file is checked, then its valid rows are imported", async ({ page, db }, testInfo) => {
  const name = `Peach ${randomUUID().slice(0, 8)}`;
  const imported = async () =>
    (
      await db.query("select company_name as name from providers where company_name like $1", [
        `${name}%`,
      ])
    ).rows;
  await enter(page, db, `${LIST}/import`);
  const text = `company_name,contact_name,phone,service_area_zips\r\n"${name}, One",Pat,4045550161,30301\r\n${name} Two,,4045550162,00000\r\n`;
  const file = page.getByLabel("CSV file");
  await file.setInputFiles({
    name: "providers.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`\uFEFF${text}`),
  });
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(
    page.getByRole("heading", { name: "1 row can be imported, 1 with problems" }),
  ).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "contact_name" })).toContainText("3");
  await expect(
    page.getByRole("row").filter({ hasText: "There are no such ZIP codes: 00000." }),
  ).toContainText("service_area_zips");
  expect(await imported()).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await expect(page.getByRole("heading", { name: "1 row imported, 1 left out" })).toBeVisible();
  expect(await imported()).toEqual([{ name: `${name}, One` }]);
  const large = testInfo.outputPath("large.csv");
  await mkdir(dirname(large), { recursive: true });
  await writeFile(large, "");
  await truncate(large, 10 * 1024 * 1024 + 1);
  await file.setInputFiles(large);
  await expect(page.getByText("The file is too large: 10 MB is the limit.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Check the file" })).toBeDisabled();
});
