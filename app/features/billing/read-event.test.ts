import { expect, test } from "vitest";
import { readStripeEvent } from "./read-event.ts";

const PROVIDER = "0190163d-8694-739b-aea5-966c26f8ad91";
const event = (type: string, object: unknown) => ({
  id: "evt_1",
  object: "event",
  type,
  created: 1_760_000_000,
  data: { object },
});
const change = (type: string, object: unknown) => readStripeEvent(event(type, object)).change;
const subscription = (
  changes: Record<string, unknown> = {},
  item: Record<string, unknown> = {},
) => ({
  id: "sub_1",
  customer: "cus_1",
  status: "active",
  metadata: {},
  items: {
    data: [
      {
        current_period_end: 1_762_000_000,
        price: { nickname: "Growth", lookup_key: "growth_monthly", metadata: {} },
        ...item,
      },
    ],
  },
  ...changes,
});

test.each([
  ["active", "active"],
  ["trialing", "trialing"],
  ["past_due", "past_due"],
  ["unpaid", "past_due"],
  ["incomplete", "past_due"],
  ["canceled", "canceled"],
  ["incomplete_expired", "canceled"],
  ["paused", "none"],
])("maps Stripe's status %s to %s", (theirs, ours) =>
  expect(change("customer.subscription.updated", subscription({ status: theirs }))).toMatchObject({
    kind: "subscription",
    status: ours,
  }),
);

test("reads tier and period end from every API version", () => {
  expect(change("customer.subscription.created", subscription())).toMatchObject({
    tier: "Growth",
    periodEnd: new Date(1_762_000_000_000),
    customerId: "cus_1",
    providerId: null,
  });
  expect(
    change(
      "customer.subscription.created",
      subscription({}, { price: { nickname: null, lookup_key: "pro", metadata: null } }),
    ),
  ).toMatchObject({ tier: "pro" });
  expect(
    change(
      "customer.subscription.created",
      subscription({}, { price: { nickname: "x", metadata: { package_tier: "Premium" } } }),
    ),
  ).toMatchObject({ tier: "Premium" });
  expect(
    change(
      "customer.subscription.created",
      subscription(
        {
          current_period_end: 1_763_000_000,
          customer: { id: "cus_2" },
          metadata: { provider_id: PROVIDER },
        },
        { current_period_end: null, price: null },
      ),
    ),
  ).toMatchObject({
    tier: null,
    periodEnd: new Date(1_763_000_000_000),
    customerId: "cus_2",
    providerId: PROVIDER,
  });
});

test("orders events of the same second as created, updated, deleted", () => {
  const order = (type: string) =>
    (change(`customer.subscription.${type}`, subscription()) as { order: Date }).order.getTime();
  expect(order("created")).toBeLessThan(order("updated"));
  expect(order("updated")).toBeLessThan(order("deleted"));
});

test("reads a paid checkout and its payment as the same purchase", () => {
  const metadata = { provider_id: PROVIDER, credits: "50" };
  const bought = {
    kind: "purchase",
    providerId: PROVIDER,
    credits: 50,
    paymentId: "pi_1",
    amountPaid: 99.5,
  };
  expect(
    change("payment_intent.succeeded", {
      id: "pi_1",
      customer: null,
      amount_received: 9_950,
      currency: "usd",
      metadata,
    }),
  ).toMatchObject(bought);
  const session = {
    payment_status: "paid",
    payment_intent: "pi_1",
    customer: "cus_1",
    amount_total: 9_950,
    currency: "usd",
    metadata,
  };
  expect(change("checkout.session.completed", session)).toMatchObject({
    ...bought,
    customerId: "cus_1",
  });
  expect(change("checkout.session.completed", { ...session, payment_status: "unpaid" })).toEqual({
    kind: "ignored",
  });
});

test("raises an alarm for payments that cannot be recorded and ignores those of other systems", () => {
  const pay = (metadata: unknown, currency = "usd") =>
    change("payment_intent.succeeded", { id: "pi_1", amount_received: 1, currency, metadata });
  for (const metadata of [
    { provider_id: "me", credits: "5" },
    { provider_id: PROVIDER, credits: "-5" },
    { provider_id: PROVIDER, credits: "0" },
    { provider_id: PROVIDER, credits: "1e3" },
    { provider_id: PROVIDER, credits: "999999" },
    { credits: "5" },
  ])
    expect(pay(metadata), JSON.stringify(metadata)).toMatchObject({
      kind: "ignored",
      alarm: expect.any(String),
    });
  expect(pay({ provider_id: PROVIDER, credits: "5" }, "eur")).toMatchObject({
    alarm: expect.any(String),
  });
  expect(pay({})).toEqual({ kind: "ignored" });
  expect(change("invoice.paid", { anything: 1 })).toEqual({ kind: "ignored" });
  expect(
    change("customer.subscription.updated", subscription({ status: "new-word" })),
  ).toMatchObject({ kind: "ignored", alarm: expect.any(String) });
});

test("rejects events of an unexpected shape, so that Stripe sends them again", () => {
  for (const body of [
    null,
    {},
    { id: "evt", type: "customer.subscription.updated" },
    event("customer.subscription.updated", { id: "sub" }),
    event("payment_intent.succeeded", "pi"),
  ])
    expect(() => readStripeEvent(body)).toThrow();
});
