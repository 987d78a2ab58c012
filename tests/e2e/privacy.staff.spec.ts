import { randomInt, randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { buildIntakeBody } from "../factories.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { openSession } from "./staff.ts";

test.use({ expectedProblems: [/40[04] \(/] });

/** Submits a request from a new person and returns the person. */
async function makePerson(page: Page) {
  const digits = `404${randomInt(200, 1_000)}${String(randomInt(10_000)).padStart(4, "0")}`;
  const person = { name: `Person ${digits}`, phone: digits, email: `person-${digits}@example.com` };
  const response = await page.request.post("/functions/v1/contact-sync", {
    headers: { Authorization: "Bearer public-anon-key" },
    data: buildIntakeBody({ values: person }),
  });
  expect(response.status()).toBe(200);
  return person;
}

test("staff find, export, opt out and erase a person, and neither URLs nor the audit log reveal who it was", async ({
  page,
  db,
}) => {
  const person = await makePerson(page);
  await openSession(page, db, await createStaff(db, { role: "staff" }));
  await page.goto("/backyard/people");
  await page.getByLabel("Phone number or email").fill("nobody");
  await page.getByRole("button", { name: "Find person" }).click();
  await expect(page.getByRole("alert")).toContainText("Enter a whole phone number");

  await test.step("the person is found and exported", async () => {
    await page.getByLabel("Phone number or email").fill(person.email.toUpperCase());
    await page.getByRole("button", { name: "Find person" }).click();
    await expect(page).toHaveURL(/\/backyard\/people\?person=/);
    expect(page.url()).not.toContain(person.phone);
    await expect(page.getByRole("cell", { name: person.name })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    for (const format of ["JSON", "CSV"]) {
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: `Export as ${format}` }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(
        new RegExp(`^person-[\\d-]+\\.${format.toLowerCase()}$`),
      );
    }
  });

  await test.step("contact is stopped", async () => {
    // Erasing waits for a delivery in progress.
    await expect
      .poll(
        async () =>
          (
            await db.query(
              "select o.state from crm_outbox o join service_requests r on r.id = o.request_id where r.customer_name = $1",
              [person.name],
            )
          ).rows,
      )
      .toEqual([{ state: "delivered" }]);
    // The CRM has a contact for this person, but is not connected here.
    const contact = `contact-${randomUUID()}`;
    await db.query(
      "update service_requests set ghl_contact_id = $2, synced_at = now() where customer_email = $1",
      [person.email, contact],
    );
    await page.getByRole("button", { name: "Stop contact" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Contact is stopped." })).toContainText(
      `Set do-not-disturb there manually for these contacts: ${contact}`,
    );
    await expect(page.getByRole("heading", { name: "Opt-outs" })).toBeVisible();
  });

  await test.step("erasing requires typing ERASE and keeps the consent record", async () => {
    await page.getByLabel("Phone number or email").fill(person.phone);
    await page.getByRole("button", { name: "Find person" }).click();
    await expect(page.getByRole("heading", { name: "Requests", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Erase", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Erase this person?" });
    await dialog.getByLabel("Type ERASE to confirm").fill("erase");
    await expect(dialog.getByRole("button", { name: "Erase for good" })).toBeDisabled();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Erase", exact: true }).click();
    await dialog.getByLabel("Type ERASE to confirm").fill("ERASE");
    await dialog.getByRole("button", { name: "Erase for good" }).click();
    await expect(page.getByText("Erased: 1 request.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Requests", exact: true })).toBeHidden();
    await expect(page.getByRole("heading", { name: "Consent records" })).toBeVisible();
    expect(
      (await db.query("select 1 from service_requests where customer_name = $1", [person.name]))
        .rows,
    ).toEqual([]);
  });

  const { rows } = await db.query(
    "select distinct action from audit_log where entity = 'person' and changes::text like '%' || $1 || '%'",
    [person.phone],
  );
  expect(rows).toEqual([]);
});
