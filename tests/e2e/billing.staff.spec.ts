import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type pg from "pg";
import { buildCard, buildCharge, buildInvoice, type StripeFault } from "../fakes/stripe.ts";
import type { StripeAccount } from "../fakes/stripe-lists.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { openSession } from "./staff.ts";

const LIST = "/backyard/providers";

async function addProvider(db: pg.Client, isLinked = true) {
  const id = randomUUID();
  const name = `Peach ${id.slice(0, 8)}`;
  const customer = isLinked ? `cus_${id.slice(0, 13).replaceAll("-", "")}` : null;
  await db.query(
    "insert into providers (id, company_name, contact_name, phone, stripe_customer_id, credits, created_at) values ($1, $2, 'Pat', '4045550100', $3, 35, now())",
    [id, name, customer],
  );
  return { id, name, customer: customer ?? "" };
}
/** Adds two credit changes to the ledger. */
async function addCredits(db: pg.Client, id: string) {
  for (const [kind, other, amount] of [
    ["purchase", "cash", 60],
    ["offer", "earned", -25],
  ] as const) {
    await db.query(
      `with e as (insert into ledger_entries (id, at, kind, actor) values (gen_random_uuid(), now(), $2, 'test') returning id)
       insert into ledger_lines (id, entry_id, account, provider_id, amount)
       select gen_random_uuid(), e.id, 'provider', $1::uuid, $4::numeric from e union all select gen_random_uuid(), e.id, $3, null, -$4::numeric from e`,
      [id, kind, other, amount],
    );
  }
}
const configureStripe = (body: {
  id: string;
  account?: StripeAccount;
  fault?: StripeFault | null;
}) => fetch(process.env.E2E_STRIPE_URL ?? "", { method: "POST", body: JSON.stringify(body) });
async function checkAxe(page: Page) {
  expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
}
const term = (page: Page, label: string) =>
  page.locator("div", { has: page.getByText(label, { exact: true }) }).last();

test.use({ expectedProblems: [/502 \(|404 \(|400 \(/] });

test("the billing tab shows Stripe data and credits, reports a Stripe timeout, and Settings test the connection", async ({
  page,
  db,
}) => {
  const { id, name, customer } = await addProvider(db);
  await addCredits(db, id);
  await db.query(
    "insert into payments_subscriptions (id, provider_id, status, package_tier, current_period_end) values (gen_random_uuid(), $1, 'trialing', 'Gold', '2031-07-01T16:00:00Z')",
    [id],
  );
  await configureStripe({
    id: customer,
    account: {
      customer: { balance: 250, currency: "usd" },
      cards: [buildCard("4242")],
      charges: [buildCharge(12_345)],
      invoices: [buildInvoice(5_000)],
    },
    fault: { kind: "hang" },
  });
  await openSession(page, db, await createStaff(db, { role: "superadmin" }));
  await page.goto(`${LIST}/${id}?tab=performance`);
  const dialog = page.getByRole("dialog", { name });

  await test.step("a Stripe timeout is reported with a Retry button", async () => {
    await dialog.getByRole("link", { name: "Billing" }).click();
    await expect(dialog.getByText("Loading from Stripe")).toBeVisible();
    await expect(dialog.getByRole("alert")).toContainText("Stripe is not responding.");
    await checkAxe(page);
    await configureStripe({ id: customer, fault: null });
    await dialog.getByRole("button", { name: "Retry" }).click();
  });

  await test.step("Stripe data and credit changes are shown", async () => {
    await expect(term(page, "Card ending in")).toContainText("4242");
    await expect(term(page, "Last payment")).toContainText("Oct 9, 2025");
    await expect(term(page, "Last payment amount")).toContainText("$123.45");
    await expect(term(page, "Outstanding balance")).toContainText("$52.50");
    await expect(term(page, "Status")).toContainText("trialing");
    await expect(term(page, "Package tier")).toContainText("Gold");
    await expect(term(page, "Current period ends")).toContainText("Jul 1, 2031");
    await expect(dialog.getByRole("heading", { name: "Credits: 35.00" })).toBeVisible();
    await expect(dialog.getByRole("row").filter({ hasText: "Bought" })).toContainText("+60.00");
    await expect(dialog.getByRole("row").filter({ hasText: "Accepted a request" })).toContainText(
      "-25.00",
    );
    await checkAxe(page);
  });

  await test.step("a provider who owes credits is shown with the payment that went back", async () => {
    const owing = await addProvider(db);
    await db.query("update providers set credits = -40 where id = $1", [owing.id]);
    await db.query(
      `with e as (insert into ledger_entries (id, at, kind, actor, note) values (gen_random_uuid(), now(), 'reversal', 'stripe', 'chargeback:4000') returning id)
       insert into ledger_lines (id, entry_id, account, provider_id, amount)
       select gen_random_uuid(), e.id, 'provider', $1::uuid, -40 from e union all select gen_random_uuid(), e.id, 'cash', null, 40 from e`,
      [owing.id],
    );
    await configureStripe({ id: owing.customer, account: { customer: {} } });
    await page.goto(`${LIST}/${owing.id}?tab=billing`);
    const tab = page.getByRole("dialog", { name: owing.name });
    await expect(tab.getByText("This provider owes 40.00 credits")).toContainText(
      "the bank of the card disputed $40.00 of your payment (a chargeback).",
    );
    await expect(tab.getByRole("heading", { name: "Credits: -40.00" })).toBeVisible();
  });

  await test.step("a provider has no card and no subscription", async () => {
    const empty = await addProvider(db);
    await configureStripe({ id: empty.customer, account: { customer: {} } });
    await page.goto(`${LIST}/${empty.id}?tab=billing`);
    await expect(term(page, "Card ending in")).toContainText("No card");
    await expect(page.getByText("There is no subscription.")).toBeVisible();
  });

  await test.step("a provider without a Stripe account shows how to link one", async () => {
    const unlinked = await addProvider(db, false);
    await page.goto(`${LIST}/${unlinked.id}?tab=billing`);
    const other = page.getByRole("dialog", { name: unlinked.name });
    await expect(other.getByText("This provider has no account at Stripe yet.")).toBeVisible();
    await expect(term(page, "Outstanding balance")).toContainText("–");
    await expect(other.getByText(unlinked.id)).toBeVisible();
  });

  await test.step("Settings test the connection", async () => {
    await page.goto("/backyard/settings/integrations");
    const stripe = page.getByRole("region", { name: "Stripe" });
    // The fake's key is too short to show any part of it.
    await expect(stripe.getByText("test mode")).toBeVisible();
    const price = page.getByRole("region", { name: "Credits bought with Stripe" });
    await price.getByLabel("Price of a credit, dollars").fill("free");
    await price.getByRole("button", { name: "Save price" }).click();
    await expect(price.getByText("Enter a price in dollars.")).toBeVisible();
    await price.getByLabel("Price of a credit, dollars").fill("1");
    await price.getByRole("button", { name: "Save price" }).click();
    await expect(page.getByText("Nothing had changed.")).toBeVisible();
    await stripe.getByRole("button", { name: "Test connection" }).click();
    await expect(stripe.getByRole("status")).toHaveText(
      "Stripe responds, and the key can read everything that billing needs. Nothing was changed.",
    );
  });
});
