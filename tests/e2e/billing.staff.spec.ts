import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type pg from "pg";
import {
  buildCard,
  buildCharge,
  buildInvoice,
  type StripeAccount,
  type StripeFault,
} from "../fakes/stripe.ts";
import type { IsolatedSite } from "../setup/built-site.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { startSiteApart } from "./own-site.ts";
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
/** Two changes of credits, as the ledger has them. */
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
const tellStripe = (body: { id: string; account?: StripeAccount; fault?: StripeFault | null }) =>
  fetch(process.env.E2E_STRIPE_URL ?? "", { method: "POST", body: JSON.stringify(body) });
async function checkAxe(page: Page) {
  expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
}
const term = (page: Page, label: string) =>
  page.locator("div", { has: page.getByText(label, { exact: true }) }).last();

test.describe("with a key", () => {
  test.use({ expectedProblems: [/502 \(|404 \(/] });

  test("the tab shows card, payment, balance, subscription and what moved the credits", async ({
    page,
    db,
  }) => {
    const { id, name, customer } = await addProvider(db);
    await addCredits(db, id);
    await db.query(
      "insert into payments_subscriptions (id, provider_id, status, package_tier, current_period_end) values (gen_random_uuid(), $1, 'trialing', 'Gold', '2031-07-01T16:00:00Z')",
      [id],
    );
    await tellStripe({
      id: customer,
      account: {
        customer: { balance: 250, currency: "usd" },
        cards: [buildCard("4242")],
        charges: [buildCharge(12_345)],
        invoices: [buildInvoice(5_000)],
      },
    });
    await openSession(page, db, await createStaff(db, { role: "staff" }));
    await page.goto(`${LIST}/${id}?tab=billing`);
    const dialog = page.getByRole("dialog", { name });
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

  test("Stripe's silence is told within three seconds, and Retry asks again", async ({
    page,
    db,
  }) => {
    const { id, name, customer } = await addProvider(db);
    await tellStripe({ id: customer, account: { customer: {} }, fault: { kind: "hang" } });
    await openSession(page, db, await createStaff(db, { role: "staff" }));
    await page.goto(`${LIST}/${id}?tab=performance`);
    const dialog = page.getByRole("dialog", { name });
    await dialog.getByRole("link", { name: "Billing" }).click();
    await expect(dialog.getByText("Loading from Stripe")).toBeVisible();
    await expect(dialog.getByRole("alert")).toContainText("Stripe is not responding.");
    await checkAxe(page);
    await tellStripe({ id: customer, fault: null });
    await dialog.getByRole("button", { name: "Retry" }).click();
    await expect(term(page, "Card ending in")).toContainText("No card");
    await expect(dialog.getByText("There is no subscription.")).toBeVisible();
  });

  test("a provider without an account is told how it is linked; Settings test the connection", async ({
    page,
    db,
  }) => {
    const { id, name } = await addProvider(db, false);
    await openSession(page, db, await createStaff(db, { role: "superadmin" }));
    await page.goto(`${LIST}/${id}?tab=billing`);
    await expect(
      page.getByRole("dialog", { name }).getByText("This provider has no account at Stripe yet."),
    ).toBeVisible();
    await expect(term(page, "Outstanding balance")).toContainText("–");
    await expect(page.getByRole("dialog", { name }).getByText(id)).toBeVisible();
    await page.goto("/backyard/settings/integrations");
    const stripe = page.getByRole("region", { name: "Stripe" });
    // The key of the double is a short one, of which nothing is shown.
    await expect(stripe.getByText("test mode")).toBeVisible();
    await stripe.getByRole("button", { name: "Test connection" }).click();
    await expect(stripe.getByRole("status")).toHaveText(
      "Stripe responds, and the key can read everything that billing needs. Nothing was changed.",
    );
  });
});

test.describe("without a key", () => {
  let site: IsolatedSite;
  let own: pg.Client;
  test.beforeAll(async () => {
    site = await startSiteApart({});
    own = site.db;
  });
  test.afterAll(async () => {
    await site.stop();
  });
  test.use({ expectedProblems: [/503 \(|^outside http:\/\/(?:localhost|127\.0\.0\.1)/] });

  test("the tab says so, and how to connect, whether or not the provider is linked; Settings say it too", async ({
    page,
  }) => {
    const person = await createStaff(own, { role: "superadmin" });
    await openSession(page, own, person);
    for (const isLinked of [true, false]) {
      const { id, name } = await addProvider(own, isLinked);
      const asked = page.waitForRequest("**/functions/v1/get-provider-billing");
      await page.goto(`${site.url}${LIST}/${id}?tab=billing`);
      await asked;
      const dialog = page.getByRole("dialog", { name });
      await expect(
        dialog.getByText(
          "Stripe is not connected. A superadmin can have it connected; see Settings, Integrations.",
        ),
      ).toBeVisible();
      for (const label of [
        "Card ending in",
        "Last payment",
        "Last payment amount",
        "Outstanding balance",
      ])
        await expect(term(page, label)).toContainText("–");
      await expect(dialog).not.toContainText("STRIPE_");
    }
    await checkAxe(page);
    await page.goto(`${site.url}/backyard/settings/integrations`);
    const stripe = page.getByRole("region", { name: "Stripe" });
    await expect(stripe.getByText("Not set up.")).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText(/[A-Z]+_[A-Z]+/);
    await expect(stripe.getByText("None yet")).toBeVisible();
    await expect(stripe.getByRole("button")).toHaveCount(0);
  });
});
