import { randomUUID } from "node:crypto";
import type pg from "pg";
import { expect, inject } from "vitest";
import {
  buildCard,
  buildCharge,
  buildInvoice,
  type StripeFault,
  signWebhook,
} from "../fakes/stripe.ts";
import type { StripeAccount } from "../fakes/stripe-lists.ts";
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
const setStripeAccount = (body: { id: string; account?: StripeAccount; fault?: StripeFault }) =>
  fetch(inject("sharedSite").stripeUrl, { method: "POST", body: JSON.stringify(body) });
const nowInSeconds = () => Math.floor(Date.now() / 1_000);

function postEvent(event: object, changes: { signature?: string; body?: string } = {}) {
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
  created: nowInSeconds(),
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
const getCredits = async (db: pg.Client, id: string) =>
  Number(
    (await db.query<{ credits: string }>("select credits from providers where id = $1", [id]))
      .rows[0]?.credits,
  );
const listStatuses = async (db: pg.Client, id: string) =>
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
    const responses = await Promise.all(Array.from({ length: 20 }, () => postEvent(event)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await postEvent(event)).status).toBe(200);
    expect(await getCredits(db, id)).toBe(25);
    const { rows } = await db.query(
      "select amount_paid::float8 as paid from bid_unlocks where provider_id = $1",
      [id],
    );
    expect(rows).toEqual([{ paid: 50 }]);
  });

  test("events out of order leave the latest state", async ({ db }) => {
    const { id, customer } = await addProvider(db);
    const now = nowInSeconds();
    for (const event of [
      subscription(customer, { status: "active", at: now }),
      subscription(customer, { status: "past_due", at: now + 60 }),
      subscription(customer, { status: "incomplete", at: now, type: "created" }),
      subscription(customer, { status: "active", at: now + 30 }),
    ])
      expect((await postEvent(event)).status).toBe(200);
    expect(await listStatuses(db, id)).toEqual(["past_due"]);
  });

  test("a body or signature that was changed, an old one and none are refused", async ({ db }) => {
    const { id } = await addProvider(db);
    const event = purchase(id);
    const text = JSON.stringify(event);
    const invalidChanges: { signature?: string; body?: string }[] = [
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
    for (const changes of invalidChanges)
      expect((await postEvent(event, changes)).status, JSON.stringify(changes).slice(0, 60)).toBe(
        400,
      );
    expect(await getCredits(db, id)).toBe(0);
    expect((await postEvent(event)).status).toBe(200);
    expect(await getCredits(db, id)).toBe(25);
  });

  test("unknown events are accepted, unreadable and too large ones refused, and GET is not allowed", async ({
    db,
  }) => {
    expect(
      (
        await postEvent({
          id: "evt_x",
          type: "invoice.finalized",
          created: nowInSeconds(),
          data: { object: {} },
        })
      ).status,
    ).toBe(200);
    expect((await db.query("select 1 from stripe_events where id = 'evt_x'")).rowCount).toBe(0);
    expect(
      (
        await postEvent({
          id: "evt_y",
          type: "customer.subscription.updated",
          created: nowInSeconds(),
          data: { object: {} },
        })
      ).status,
    ).toBe(400);
    expect((await postEvent(["x".repeat(300_000)])).status).toBe(413);
    expect((await fetch(`${site()}/webhooks/stripe`)).status).toBe(405);
    const binaryResponse = await sendRaw("/webhooks/stripe", {
      method: "POST",
      body: "\u0000{",
      headers: { "Stripe-Signature": "t=1,v1=a" },
    });
    expect(binaryResponse.status).toBe(400);
  });
});

test.describe("get-provider-billing", () => {
  test("staff get the four values; missing responses of Stripe are reported within three seconds", async ({
    send,
    db,
  }) => {
    const { customer } = await addProvider(db);
    await setStripeAccount({
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
    const getBilling = (stripeCustomerId: string) =>
      send(FUNCTION, {
        method: "POST",
        headers,
        body: JSON.stringify({ stripe_customer_id: stripeCustomerId }),
      });
    const response = await getBilling(customer);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({
      billing_info: {
        last_four: "4242",
        last_payment_date: "2025-10-09T08:53:20.000Z",
        last_payment_amount: 123.45,
        outstanding_balance: 7,
      },
    });
    const unresponsive = await addProvider(db);
    await setStripeAccount({ id: unresponsive.customer, fault: { kind: "hang" } });
    const startedAt = performance.now();
    expect(await (await getBilling(unresponsive.customer)).json()).toEqual({
      success: false,
      error: "Stripe is not responding. Please try again in a minute.",
    });
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    expect((await getBilling("cus_nobody")).status).toBe(404);
    expect((await getBilling("nonsense")).status).toBe(400);
  });

  test("strangers, people without a record and reviewers get nothing", async ({ send, db }) => {
    const { customer } = await addProvider(db);
    const call = async (headers: Record<string, string>) => {
      const response = await send(FUNCTION, {
        method: "POST",
        headers: {
          Origin: site(),
          "Content-Type": "application/json",
          Authorization: "Bearer public-anon-key",
          ...headers,
        },
        body: JSON.stringify({ stripe_customer_id: customer }),
      });
      return { status: response.status, body: (await response.json()) as unknown };
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
    const crossSite = await send(FUNCTION, {
      method: "POST",
      headers: {
        ...(await createSignedInStaff(db, "staff")).headers,
        Origin: "https://evil.example",
      },
      body: "{}",
    });
    expect(crossSite.status).toBe(403);
  });
});
