import { randomUUID } from "node:crypto";
import type pg from "pg";
import { getCredits, insertPlumber } from "../offers.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { openSession } from "./staff.ts";

/** An accepted offer whose provider disputes it; it is due first of all. */
async function insertDispute(db: pg.Client) {
  const provider = await insertPlumber(db, "10044");
  const [requestId, offerId] = [randomUUID(), randomUUID()];
  await db.query(
    `insert into service_requests (id, body_hash, customer_name, customer_phone, phone_e164, city, service_type, project_type, project_size, additional_details, created_at)
     values ($1, gen_random_uuid()::text, 'Robin Example', '(404) 555-0144', '+14045550144', 'Atlanta', 'Plumbing', 'x', 'x', '{}', now())`,
    [requestId],
  );
  await db.query(
    `insert into offers (id, request_id, provider_id, token_hash, cost, offered_by, state, created_at, decided_at, expires_at)
     values ($1, $2, $3, gen_random_uuid()::text, 25, 'somebody', 'accepted', now(), now(), now())`,
    [offerId, requestId, provider.id],
  );
  await db.query(
    `insert into offer_disputes (id, offer_id, provider_id, claim, words, facts, created_at, due_at)
     values (gen_random_uuid(), $1, $2, 'unreachable', 'No answer for a week', $3, now(), '2000-01-01')`,
    [
      offerId,
      provider.id,
      JSON.stringify([{ label: "The phone number", value: "As many digits", supports: false }]),
    ],
  );
  return provider;
}

test("staff find an overdue dispute, and refuse it with an answer", async ({ page, db }) => {
  const { id, name } = await insertDispute(db);
  const other = await insertDispute(db);
  await openSession(page, db, await createStaff(db, { role: "staff" }));
  await page.goto("/backyard/providers");
  await page.getByRole("link", { name: /^Disputes \(\d+ to answer\)$/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Disputes" })).toBeVisible();
  const card = page.getByRole("group").filter({ hasText: name });
  const form = page.getByRole("form", { name: `Decide the dispute of ${name}` });
  await expect(card).toContainText("Overdue");
  await expect(form).toBeHidden();
  const row = card.locator("summary");
  await row.focus();
  await page.keyboard.press("Enter");
  await expect(form).toBeVisible();
  await page.getByText(`${other.name}: they cannot reach the customer`).click();
  await expect(form).toBeHidden();
  await row.click();
  await expect(card).toContainText("No answer for a week");
  await expect(card).toContainText("As many digits");
  expect(await axeFindings(page)).toEqual([]);

  await form.getByLabel("Answer").fill("Too short");
  await form.getByRole("button", { name: "Send the decision" }).click();
  await expect(form.getByText("Choose a decision.")).toBeVisible();
  await expect(form.getByText("Write an answer of at least 10 characters.")).toBeVisible();
  await form.getByText("Refuse", { exact: true }).click();
  await form.getByLabel("Answer").fill("They answered us this morning.");
  await form.getByRole("button", { name: "Send the decision" }).click();
  await expect(page.getByText("Refused. The provider gets the answer.")).toBeVisible();
  await expect(form).toBeHidden();
  await expect(page.getByRole("heading", { name: /^Waiting for a decision/ })).toBeFocused();
  await page.getByText(`${name}: they cannot reach the customer`).click();
  await expect(page.getByText("They answered us this morning.")).toBeVisible();
  expect(await getCredits(db, id)).toBe(100);
});
