import { randomUUID } from "node:crypto";
import type pg from "pg";
import { expect, inject } from "vitest";
import {
  buildCard,
  buildCharge,
  buildInvoice,
  type StripeAccount,
  type StripeFault,
  signWebhook,
} from "../fakes/stripe.ts";
import { WEBHOOK_SECRET } from "../setup/built-site.ts";
import { createSignedInStaff } from "../staff.ts";
import { sendRaw, site, test } from "./http-client.ts";

const FUNCTION = "/functions/v1/get-provider-billing";
const DENIED = { success: false, error: "Access denied. Admin privileges required." };

async function addProvider(db: pg.Client): Promise<{ id: string; customer: string }> {
  const id = randomUUID();
  const customer = `cus_${id.slice(0, 13).replaceAll("-", "")}`;
  await db.query(
    "insert into providers (id, company_name, contact_name, phone, stripe_customer_id, created_at) values ($1, $2, 'Pat', '4045550100', $3, now())",
    [id, `Peach ${id.slice(0, 8)}`, customer],
  );
  return { id, customer };
}
const tellStripe = (body: { id: string; account?: StripeAccount; fault?: StripeFault }) =>
  fetch(inject("sharedSite").stripeUrl, { method: "POST", body: JSON.stringify(body) });
const second = () => Math.floor(Date.now() / 1_000);

function post(event: object, changes: { signature?: string; body?: string } = {}) {
  const body = JSON.stringify(event);
  const headers = {
    "Content-Type": "application/json",
    "Stripe-Signature": changes.signature ?? signWebhook(body, { secret: WEBHOOK_SECRET }),
  };
  return fetch(`${site()}/webhooks/stripe`, {
    method: "POST",
    headers,
    body: changes.body ?? body,
  });
}
const subscription = (
  customer: string,
  { status, at, type = "updated" }: { status: string; at: number; type?: string },
) => ({
  id: `evt_${randomUUID()}`,
  type: `customer.subscription.${type}`,
  created: at,
  data: {
    object: {
      id: `sub_${customer}`,
      customer,
      status,
      metadata: {},
      items: { data: [{ current_period_end: at + 86_400, price: { nickname: "Growth" } }] },
    },
  },
});
const purchase = (provider: string, id = `pi_${randomUUID()}`) => ({
  id: `evt_${randomUUID()}`,
  type: "payment_intent.succeeded",
  created: second(),
  data: {
    object: {
      id,
      customer: null,
      amount_received: 5_000,
      currency: "usd",
      metadata: { provider_id: provider, credits: "25" },
    },
  },
});
const creditsOf = async (db: pg.Client, id: string) =>
  Number(
    (await db.query<{ credits: string }>("select credits from providers where id = $1", [id]))
      .rows[0]?.credits,
  );
const statusOf = async (db: pg.Client, id: string) =>
  (
    await db.query<{ status: string }>(
      "select status from payments_subscriptions where provider_id = $1",
      [id],
    )
  ).rows.map(({ status }) => status);

test.describe("webhooks", () => {
  test("a purchase that is delivered repeatedly, at once and later, is posted once", async ({
    db,
  }) => {
    const { id } = await addProvider(db);
    const event = purchase(id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(event)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await post(event)).status).toBe(200);
    expect(await creditsOf(db, id)).toBe(25);
    const { rows } = await db.query(
      "select amount_paid::float8 as paid from bid_unlocks where provider_id = $1",
      [id],
    );
    expect(rows).toEqual([{ paid: 50 }]);
  });

  test("events out of order leave the latest state", async ({ db }) => {
    const { id, customer } = await addProvider(db);
    const now = second();
    for (const event of [
      subscription(customer, { status: "active", at: now }),
      subscription(customer, { status: "past_due", at: now + 60 }),
      subscription(customer, { status: "incomplete", at: now, type: "created" }),
      subscription(customer, { status: "active", at: now + 30 }),
    ])
      expect((await post(event)).status).toBe(200);
    expect(await statusOf(db, id)).toEqual(["past_due"]);
  });

  test("a body or signature that was changed, an old one and none are refused", async ({ db }) => {
    const { id } = await addProvider(db);
    const event = purchase(id);
    const text = JSON.stringify(event);
    const tries: { signature?: string; body?: string }[] = [
      { body: text.replace('"25"', '"99"') },
      { body: `${text} ` },
      { signature: signWebhook(text, { secret: "whsec_other" }) },
      {
        signature: signWebhook(text, {
          secret: WEBHOOK_SECRET,
          at: new Date(Date.now() - 301_000),
        }),
      },
      { signature: "" },
      { signature: "t=1,v1=00" },
    ];
    for (const changes of tries)
      expect((await post(event, changes)).status, JSON.stringify(changes).slice(0, 60)).toBe(400);
    expect(await creditsOf(db, id)).toBe(0);
    expect((await post(event)).status).toBe(200);
    expect(await creditsOf(db, id)).toBe(25);
  });

  test("unknown events are accepted, unreadable and too large ones refused, and GET is not allowed", async ({
    db,
  }) => {
    expect(
      (
        await post({
          id: "evt_x",
          type: "invoice.finalized",
          created: second(),
          data: { object: {} },
        })
      ).status,
    ).toBe(200);
    expect((await db.query("select 1 from stripe_events where id = 'evt_x'")).rowCount).toBe(0);
    expect(
      (
        await post({
          id: "evt_y",
          type: "customer.subscription.updated",
          created: second(),
          data: { object: {} },
        })
      ).status,
    ).toBe(400);
    expect((await post(["x".repeat(300_000)])).status).toBe(413);
    expect((await fetch(`${site()}/webhooks/stripe`)).status).toBe(405);
    const bytes = await sendRaw("/webhooks/stripe", {
      method: "POST",
      body: "\u0000{",
      headers: { "Stripe-Signature": "t=1,v1=a" },
    });
    expect(bytes.status).toBe(400);
  });
});

test.describe("get-provider-billing", () => {
  test("staff get the four values; missing responses of Stripe are reported within three seconds", async ({
    send,
    db,
  }) => {
    const { customer } = await addProvider(db);
    await tellStripe({
      id: customer,
      account: {
        customer: { balance: 0 },
        cards: [buildCard("4242")],
        charges: [buildCharge(12_345)],
        invoices: [buildInvoice(700)],
      },
    });
    const headers = {
      ...(await createSignedInStaff(db, "staff")).headers,
      Origin: site(),
      "Content-Type": "application/json",
    };
    const ask = (stripeCustomerId: string) =>
      send(FUNCTION, {
        method: "POST",
        headers,
        body: JSON.stringify({ stripe_customer_id: stripeCustomerId }),
      });
    const answer = await ask(customer);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toEqual({
      billing_info: {
        last_four: "4242",
        last_payment_date: "2025-10-09T08:53:20.000Z",
        last_payment_amount: 123.45,
        outstanding_balance: 7,
      },
    });
    const silent = await addProvider(db);
    await tellStripe({ id: silent.customer, fault: { kind: "hang" } });
    const began = performance.now();
    expect(await (await ask(silent.customer)).json()).toEqual({
      success: false,
      error: "Stripe is not responding. Please try again in a minute.",
    });
    expect(performance.now() - began).toBeLessThan(3_000);
    expect((await ask("cus_nobody")).status).toBe(404);
    expect((await ask("nonsense")).status).toBe(400);
  });

  test("strangers, people without a record and reviewers get nothing", async ({ send, db }) => {
    const { customer } = await addProvider(db);
    const call = async (headers: Record<string, string>) => {
      const answer = await send(FUNCTION, {
        method: "POST",
        headers: {
          Origin: site(),
          "Content-Type": "application/json",
          Authorization: "Bearer public-anon-key",
          ...headers,
        },
        body: JSON.stringify({ stripe_customer_id: customer }),
      });
      return { status: answer.status, body: (await answer.json()) as unknown };
    };
    expect(await call({})).toEqual({ status: 401, body: DENIED });
    expect(await call({ ...(await createSignedInStaff(db, null)).headers })).toEqual({
      status: 403,
      body: DENIED,
    });
    expect(await call({ ...(await createSignedInStaff(db, "reviewer")).headers })).toEqual({
      status: 403,
      body: DENIED,
    });
    const foreign = await send(FUNCTION, {
      method: "POST",
      headers: {
        ...(await createSignedInStaff(db, "staff")).headers,
        Origin: "https://evil.example",
      },
      body: "{}",
    });
    expect(foreign.status).toBe(403);
  });
});
