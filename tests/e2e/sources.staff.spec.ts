import { createStaff } from "../staff.ts";
import { expect, test } from "./own-site.ts";
import { openSession } from "./staff.ts";
import { expectNoAxeViolations } from "./staff-pages.ts";

test.use({ expectedProblems: [/400 \(Bad Request\)/] });

test("a superadmin gives a group of pages its own number, and corrects a wrong one without typing again", async ({
  page,
  db,
  ownSite,
}) => {
  await openSession(page, db, await createStaff(db, { role: "superadmin" }));
  await page.goto("/backyard/settings/numbers");
  await expectNoAxeViolations(page);
  const first = page.getByRole("group", { name: "Number 1" });
  await first.getByLabel("Phone").fill("(800) 555-01");
  await first.getByLabel("Label").fill("Towing pages");
  await first.getByLabel("Pages").fill("/auto/towing\n/auto/tire-service");
  await page.getByRole("button", { name: "Save numbers" }).click();
  await expect(first.getByText("Enter a US phone number with ten digits")).toBeVisible();
  await expect(first.getByLabel("Phone")).toBeFocused();
  await expect(first.getByLabel("Label")).toHaveValue("Towing pages");
  await first.getByLabel("Phone").fill("(800) 555-0111");
  await page.getByRole("button", { name: "Save numbers" }).click();
  await expect(page.getByText("Numbers saved.")).toBeVisible();
  await expect
    .poll(async () => (await fetch(`${ownSite.url}/auto/towing`)).text())
    .toContain("tel:+18005550111");

  await page.getByRole("button", { name: "Add a number" }).click();
  const second = page.getByRole("group", { name: "Number 2" });
  await second.getByLabel("Phone").fill("(800) 555-0112");
  await second.getByLabel("Label").fill("Tires");
  await second.getByLabel("Pages").fill("/auto/tire-service");
  await page.getByRole("button", { name: "Save numbers" }).click();
  await expect(second.getByText("/auto/tire-service is listed already.")).toBeVisible();
});

test("staff see what each source brought, and only a superadmin can add hashes to the files", async ({
  page,
  db,
  ownSite,
}) => {
  await db.query(
    "insert into source_visits (day, source, count) values (current_date, 'Google Ads', 1200), (current_date - 20, 'Postcard', 3) on conflict do nothing",
  );
  await db.query(
    "insert into call_attributions (id, number_label, started_at) values (gen_random_uuid(), 'Towing pages', now())",
  );
  const staff = await createStaff(db, { role: "staff" });
  await openSession(page, db, staff);
  await page.goto("/backyard/sources?days=7");
  const table = page.getByRole("table");
  await expect(table.getByRole("row", { name: /^Google Ads/ })).toContainText("1,200 visits");
  await expect(table.getByRole("row", { name: /^Towing pages/ })).toContainText("1 call");
  await expect(table).not.toContainText("Postcard");
  await page.getByRole("link", { name: "Last 30 days" }).click();
  await expect(table).toContainText("Postcard");
  await expectNoAxeViolations(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Google Ads (CSV)" }).click();
  expect((await download).suggestedFilename()).toMatch(/^outcomes-google-.*\.csv$/);
  await expect(page.getByRole("switch")).toHaveCount(0);

  await openSession(page, db, await createStaff(db, { role: "superadmin" }));
  await page.reload();
  const hashes = page.getByRole("switch", { name: "Hashes of email addresses and phone numbers" });
  await expect(hashes).not.toBeChecked();
  const readPolicy = async () => (await fetch(`${ownSite.url}/privacy-policy`)).text();
  expect(await readPolicy()).toContain("not even in scrambled form");
  await hashes.click();
  await expect(page.getByText("On for requests from now on.")).toBeVisible();
  await expect(hashes).toBeChecked();
  await expect.poll(readPolicy).toContain("in scrambled form (hashed)");
});
