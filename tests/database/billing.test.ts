import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { fetchSubscription } from "#app/features/billing/client.server.ts";
import { STRIPE_ACTOR } from "#app/features/billing/constants.ts";
import { createBillingCache } from "#app/features/billing/get-billing.server.ts";
import { handleStripeEvent } from "#app/features/billing/handle-event.server.ts";
import { checkLedger } from "#app/features/billing/ledger.server.ts";
import { readStripeEvent } from "#app/features/billing/read-event.ts";
import { getStripeState, testStripe } from "#app/features/billing/stripe-state.server.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { openTestDatabase, queryRows } from "../factories.ts";
import {
  buildCard,
  buildCharge,
  buildInvoice,
  type StripeFault,
  startStripe,
} from "../fakes/stripe.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
const db = () => (context as NonNullable<typeof context>).db;
const pool = () => db().$client;
const actionContext = () => ({ db: db(), actor: STRIPE_ACTOR, now: start });
const start = new Date("2026-11-02T15:00:00Z");
const SECOND = start.getTime() / 1_000;

beforeEach(async () => {
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context?.close());

async function addProvider(customerId: string | null = null): Promise<string> {
  const id = randomUUID();
  await pool().query(
    "insert into providers (id, company_name, contact_name, phone, stripe_customer_id, created_at) values ($1, 'Peach', 'Pat', '4045550100', $2, $3)",
    [id, customerId, start],
  );
  return id;
}

describe("events", () => {
  const subscription = (
    changes: {
      type?: string;
      id?: string;
      at?: number;
      status?: string;
      customer?: string;
      provider?: string;
      tier?: string;
      event?: string;
      before?: string;
      startedAt?: number;
    } = {},
  ) => ({
    id: changes.event ?? `evt_${randomUUID()}`,
    type: `customer.subscription.${changes.type ?? "updated"}`,
    created: SECOND + (changes.at ?? 0),
    data: {
      ...(changes.before ? { previous_attributes: { status: changes.before } } : {}),
      object: {
        id: changes.id ?? "sub_1",
        customer: changes.customer ?? "cus_1",
        status: changes.status ?? "active",
        created: changes.startedAt === undefined ? undefined : SECOND + changes.startedAt,
        metadata: changes.provider ? { provider_id: changes.provider } : {},
        items: {
          data: [
            { current_period_end: SECOND + 86_400, price: { nickname: changes.tier ?? "Growth" } },
          ],
        },
      },
    },
  });
  const payment = (
    provider: string,
    { id = "pi_1", credits = "50", event = `evt_${randomUUID()}` } = {},
  ) => ({
    id: event,
    type: "payment_intent.succeeded",
    created: SECOND,
    data: {
      object: {
        id,
        customer: "cus_1",
        amount_received: 9_950,
        currency: "usd",
        metadata: { provider_id: provider, credits },
      },
    },
  });
  const handle = (body: object) =>
    handleStripeEvent(actionContext(), { event: readStripeEvent(body) });
  const listSubscriptions = () =>
    queryRows(
      db(),
      "select status, package_tier as tier, stripe_subscription_id as id from payments_subscriptions",
    );

  test("a subscription is created, changed and canceled, with each step in the audit log", async () => {
    await addProvider("cus_1");
    expect(
      await handle(subscription({ type: "created", status: "trialing", tier: "Starter" })),
    ).toEqual({ outcome: "saved" });
    expect(await handle(subscription({ at: 5 }))).toEqual({ outcome: "saved" });
    expect(await listSubscriptions()).toEqual([{ status: "active", tier: "Growth", id: "sub_1" }]);
    expect(
      await queryRows(db(), "select current_period_end as ends from payments_subscriptions"),
    ).toEqual([{ ends: new Date(start.getTime() + DAY_MS) }]);
    await handle(subscription({ type: "deleted", status: "canceled", at: 9 }));
    expect(await listSubscriptions()).toMatchObject([{ status: "canceled" }]);
    expect(
      await queryRows(db(), "select changes->'status'->>'to' as status from audit_log order by id"),
    ).toEqual([{ status: "trialing" }, { status: "active" }, { status: "canceled" }]);
  });

  test("the latest state wins, in any order of delivery", async () => {
    await addProvider("cus_1");
    const lifecycle = [
      subscription({ type: "created", status: "incomplete" }),
      subscription({ status: "active" }),
      subscription({ status: "past_due", at: 3 }),
      subscription({ type: "deleted", status: "canceled", at: 3 }),
    ];
    for (const order of [
      [3, 2, 1, 0],
      [1, 3, 0, 2],
      [2, 0, 3, 1],
    ]) {
      await pool().query("delete from payments_subscriptions");
      await pool().query("delete from stripe_events");
      for (const index of order) await handle(lifecycle[index] ?? {});
      expect(await listSubscriptions(), order.join()).toMatchObject([{ status: "canceled" }]);
    }
  });

  test("the end of an old subscription does not end the new one, even if the new one's event is late", async () => {
    await addProvider("cus_1");
    await handle(subscription({ id: "sub_old" }));
    await handle(subscription({ id: "sub_new", at: 10, type: "created" }));
    expect(
      await handle(subscription({ id: "sub_old", at: 20, type: "deleted", status: "canceled" })),
    ).toEqual({ outcome: "other-subscription" });
    expect(await listSubscriptions()).toMatchObject([{ status: "active", id: "sub_new" }]);
    await handle(subscription({ id: "sub_new", at: 30, type: "deleted", status: "canceled" }));
    expect(await handle(subscription({ id: "sub_third", at: 25, type: "created" }))).toEqual({
      outcome: "saved",
    });
    expect(await listSubscriptions()).toMatchObject([{ status: "active", id: "sub_third" }]);
  });

  test("of two active subscriptions the one created later counts, whatever happens to the older one, in any order", async () => {
    await addProvider("cus_1");
    const created = subscription({ id: "sub_new", at: 10, startedAt: 10, type: "created" });
    const renewed = subscription({ id: "sub_old", at: 20, startedAt: 0 });
    const ended = subscription({
      id: "sub_old",
      at: 30,
      startedAt: 0,
      type: "deleted",
      status: "canceled",
    });
    for (const order of [
      [created, renewed, ended],
      [renewed, created, ended],
      [renewed, ended, created],
      [created, ended, renewed],
      [ended, renewed, created],
    ]) {
      await pool().query("delete from payments_subscriptions");
      await pool().query("delete from stripe_events");
      await handle(subscription({ id: "sub_old", startedAt: 0, type: "created" }));
      for (const event of order) await handle(event);
      expect(await listSubscriptions()).toMatchObject([{ status: "active", id: "sub_new" }]);
    }
  });

  test("a new subscription replaces the old one only when it is paid", async () => {
    await addProvider("cus_1");
    await handle(subscription({ id: "sub_old", startedAt: 0, type: "created" }));
    await handle(
      subscription({ id: "sub_new", at: 10, startedAt: 10, type: "created", status: "incomplete" }),
    );
    expect(await listSubscriptions()).toMatchObject([{ status: "active", id: "sub_old" }]);
    await handle(subscription({ id: "sub_new", at: 20, startedAt: 10 }));
    expect(await listSubscriptions()).toMatchObject([{ status: "active", id: "sub_new" }]);
  });

  test("a late event does not revive a subscription that has ended", async () => {
    await addProvider("cus_1");
    await handle(subscription({ id: "sub_old", at: 5, startedAt: 0 }));
    await handle(
      subscription({ id: "sub_new", at: 30, startedAt: 10, type: "deleted", status: "canceled" }),
    );
    expect(
      await handle(subscription({ id: "sub_new", at: 10, startedAt: 10, type: "created" })),
    ).toEqual({ outcome: "older" });
    expect(await listSubscriptions()).toMatchObject([{ status: "active", id: "sub_old" }]);
  });

  describe("two updates in the same second", () => {
    const handleWithStripe = (stripe: Awaited<ReturnType<typeof startStripe>>, body: object) =>
      handleStripeEvent(actionContext(), {
        event: readStripeEvent(body),
        fetchSubscription: (id) => fetchSubscription({ baseUrl: stripe.url, key: stripe.key }, id),
      });
    const pastDue = subscription({ status: "past_due", before: "active", event: "evt_past_due" });
    const paid = subscription({ status: "active", before: "past_due", event: "evt_paid" });
    let stripe: Awaited<ReturnType<typeof startStripe>>;
    beforeAll(async () => {
      stripe = await startStripe({ key: "sk_test_1" });
    });
    afterAll(() => stripe.close());

    test("are resolved by reading the subscription from Stripe, even if both arrive at once", async () => {
      await addProvider("cus_1");
      stripe.subscriptions.set("sub_1", paid.data.object as never);
      for (const order of [
        [pastDue, paid],
        [paid, pastDue],
      ]) {
        await pool().query("delete from payments_subscriptions");
        await pool().query("delete from stripe_events");
        for (const event of order)
          expect(await handleWithStripe(stripe, event)).toEqual({ outcome: "saved" });
        expect(await listSubscriptions()).toMatchObject([{ status: "active" }]);
      }
      stripe.calls.length = 0;
      expect(await handleWithStripe(stripe, pastDue)).toEqual({ outcome: "repeated" });
      expect(stripe.calls).toEqual([]);
      await pool().query("delete from payments_subscriptions");
      await pool().query("delete from stripe_events");
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          handleWithStripe(stripe, index % 2 ? pastDue : paid),
        ),
      );
      expect(results.filter(({ outcome }) => outcome === "saved")).toHaveLength(2);
      expect(await listSubscriptions()).toMatchObject([{ status: "active" }]);
    });

    test("are refused while Stripe does not respond, so that the event is sent again", async () => {
      await addProvider("cus_1");
      stripe.subscriptions.set("sub_1", paid.data.object as never);
      await handleWithStripe(stripe, paid);
      stripe.fail({ kind: "status", status: 500 });
      expect(await handleWithStripe(stripe, pastDue)).toEqual({ outcome: "unsettled" });
      expect(await queryRows(db(), "select id from stripe_events")).toEqual([{ id: "evt_paid" }]);
      stripe.fail(null);
      expect(await handleWithStripe(stripe, pastDue)).toEqual({ outcome: "saved" });
      expect(await listSubscriptions()).toMatchObject([{ status: "active" }]);
    });

    test("use the data of the events without a key, or with one that may not read subscriptions", async () => {
      await addProvider("cus_1");
      await handle(paid);
      expect(await handle(subscription({ status: "past_due", before: "trialing" }))).toEqual({
        outcome: "older",
      });
      stripe.forbidden.add("subscriptions");
      expect(await handleWithStripe(stripe, pastDue)).toEqual({ outcome: "saved" });
      stripe.forbidden.clear();
      await handle(subscription({ status: "canceled" }));
      expect(await handle(subscription({ status: "active" }))).toEqual({ outcome: "older" });
      expect(await listSubscriptions()).toMatchObject([{ status: "canceled" }]);
    });
  });

  test("a provider named in the metadata gets the customer ID, unless it belongs to another provider", async () => {
    const provider = await addProvider();
    const otherProvider = await addProvider("cus_2");
    await handle(subscription({ provider }));
    await handle(subscription({ provider, customer: "cus_2", id: "sub_2" }));
    expect(
      await queryRows(
        db(),
        "select id, stripe_customer_id as customer from providers order by stripe_customer_id",
      ),
    ).toEqual([
      { id: provider, customer: "cus_1" },
      { id: otherProvider, customer: "cus_2" },
    ]);
    expect(
      await queryRows(
        db(),
        "select provider_id as id from payments_subscriptions order by stripe_subscription_id",
      ),
    ).toEqual([{ id: provider }, { id: otherProvider }]);
    expect(await handle(subscription({ customer: "cus_nobody" }))).toMatchObject({
      outcome: "unknown-provider",
      alarm: expect.any(String),
    });
  });

  test("fifty concurrent deliveries of a purchase, by both of its events, post it once", async () => {
    const provider = await addProvider();
    const events = [payment(provider, { event: "evt_a" }), payment(provider, { event: "evt_b" })];
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => handle(events[index % 2] ?? {})),
    );
    const outcomes = results.map(({ outcome }) => outcome);
    expect([
      outcomes.filter((outcome) => outcome === "booked").length,
      outcomes.filter((outcome) => outcome === "booked-before").length,
      outcomes.filter((outcome) => outcome === "repeated").length,
    ]).toEqual([1, 1, 48]);
    expect(await queryRows(db(), "select credits::float8 as credits from providers")).toEqual([
      { credits: 50 },
    ]);
    expect(
      await queryRows(db(), "select amount_paid::float8 as paid, paid_at from bid_unlocks"),
    ).toEqual([{ paid: 99.5, paid_at: start }]);
    expect(await checkLedger(db())).toEqual([]);
    await handle(payment(provider, { id: "pi_2", credits: "0.25" }));
    expect(await queryRows(db(), "select credits::float8 as credits from providers")).toEqual([
      { credits: 50.25 },
    ]);
  });

  test("credits without a provider raise an alarm; a failed event leaves no row, so that it can be sent again", async () => {
    expect(await handle(payment(randomUUID()))).toMatchObject({
      outcome: "unknown-provider",
      alarm: expect.any(String),
    });
    const provider = await addProvider();
    const event = payment(provider, { event: "evt_again", id: "pi_9" });
    const owner = context?.owner.$client;
    await owner?.query("alter table bid_unlocks add constraint full_disk check (amount_paid < 0)");
    await expect(handle(event)).rejects.toThrow();
    await owner?.query("alter table bid_unlocks drop constraint full_disk");
    expect(await handle(event)).toEqual({ outcome: "booked" });
  });
});

describe("a billing lookup", () => {
  let stripe: Awaited<ReturnType<typeof startStripe>>;
  let clock = start;
  const staffId = randomUUID();
  const connect = () =>
    createBillingCache({
      db: db(),
      stripe: { baseUrl: stripe.url, key: stripe.key },
      now: () => clock,
    });
  const lookUp = (billing = connect(), id = "cus_1") =>
    billing.getBilling({ body: { stripe_customer_id: id }, staffId });
  beforeAll(async () => {
    stripe = await startStripe({ key: "sk_test_1" });
  });
  beforeEach(() => {
    clock = start;
    stripe.accounts.clear();
    stripe.calls.length = 0;
    stripe.accounts.set("cus_1", {
      customer: { balance: 500, currency: "usd" },
      cards: [buildCard("1111", 5), buildCard("4242", 9)],
      charges: [buildCharge(2_000)],
      invoices: [buildInvoice(1_550)],
    });
  });
  afterEach(() => stripe.fail(null));
  afterAll(() => stripe.close());

  test("card, last payment and balance, with the pinned version", async () => {
    await addProvider("cus_1");
    expect(await lookUp()).toEqual({
      status: 200,
      body: {
        billing_info: {
          last_four: "4242",
          last_payment_date: "2025-10-09T08:53:20.000Z",
          last_payment_amount: 20,
          outstanding_balance: 20.5,
        },
      },
    });
    expect(new Set(stripe.calls.map(({ version }) => version))).toEqual(
      new Set(["2025-09-30.clover"]),
    );
  });

  test("long lists are read page by page", async () => {
    await addProvider("cus_1");
    const failed = Array.from({ length: 230 }, () => buildCharge(9_900, { status: "failed" }));
    stripe.accounts.set("cus_1", {
      customer: { invoice_settings: { default_payment_method: buildCard("5555") } },
      charges: [
        ...failed,
        buildCharge(100, { refunded: true }),
        buildCharge(777, { created: 1_750_000_000 }),
      ],
      invoices: Array.from({ length: 150 }, () => buildInvoice(10)),
    });
    expect(await lookUp()).toMatchObject({
      body: {
        billing_info: { last_four: "5555", last_payment_amount: 7.77, outstanding_balance: 15 },
      },
    });
  });

  test("a response is cached for five minutes, shared by concurrent requests, and dropped after an event", async () => {
    await addProvider("cus_1");
    const billing = connect();
    await Promise.all([lookUp(billing), lookUp(billing), lookUp(billing)]);
    expect(stripe.calls).toHaveLength(4);
    clock = new Date(start.getTime() + 299_000);
    await lookUp(billing);
    expect(stripe.calls).toHaveLength(4);
    billing.evict("cus_1");
    await lookUp(billing);
    expect(stripe.calls).toHaveLength(8);
    clock = new Date(clock.getTime() + 300_001);
    await lookUp(billing);
    expect(stripe.calls).toHaveLength(12);
  });

  const faults: [string, StripeFault, RegExp][] = [
    ["a wrong key", { kind: "status", status: 401 }, /refused this site.s key/],
    ["a key without the permission", { kind: "status", status: 403 }, /refused this site.s key/],
    ["too many calls", { kind: "status", status: 429 }, /limits our requests/],
    ["a server error", { kind: "status", status: 500 }, /not responding/],
    ["a cut connection", { kind: "cut" }, /not responding/],
    ["no response", { kind: "hang" }, /not responding/],
    ["something that is not JSON", { kind: "not-json" }, /cannot be read/],
    ["another shape", { kind: "wrong-shape" }, /cannot be read/],
    ["a refusal of another kind", { kind: "status", status: 400 }, /cannot be read/],
  ];
  test.each(faults)(
    "%s is reported within three seconds and not cached",
    async (_, fault, message) => {
      await addProvider("cus_1");
      const billing = connect();
      stripe.fail(fault);
      const startedAt = performance.now();
      expect(await lookUp(billing)).toMatchObject({
        status: 502,
        body: { success: false, error: expect.stringMatching(message) },
      });
      expect(performance.now() - startedAt).toBeLessThan(3_000);
      stripe.fail(null);
      expect(await lookUp(billing)).toMatchObject({ status: 200 });
    },
  );

  test("only IDs of providers' customers are looked up, and only with a key", async () => {
    expect(await lookUp()).toMatchObject({
      status: 404,
      body: { error: "No provider has this Stripe customer id." },
    });
    expect(stripe.calls).toEqual([]);
    await addProvider("cus_1");
    await addProvider("cus_gone");
    await addProvider("cus_deleted");
    stripe.accounts.set("cus_deleted", { customer: { deleted: true } });
    expect(await lookUp(connect(), "cus_gone")).toMatchObject({
      status: 404,
      body: { error: expect.stringMatching(/does not exist at Stripe/) },
    });
    expect(await lookUp(connect(), "cus_deleted")).toMatchObject({ status: 404 });
    for (const body of [
      undefined,
      null,
      {},
      { stripe_customer_id: "../charges" },
      { stripe_customer_id: ["cus_1"] },
    ])
      expect(await connect().getBilling({ body, staffId })).toMatchObject({ status: 400 });
    const disconnected = createBillingCache({ db: db(), stripe: null, now: () => clock });
    const withoutAccount = { body: { stripe_customer_id: null }, staffId };
    for (const response of [
      await lookUp(disconnected),
      await disconnected.getBilling(withoutAccount),
    ])
      expect(response).toMatchObject({
        status: 503,
        body: {
          error:
            "Stripe is not connected. A superadmin can have it connected; see Settings, Integrations.",
        },
      });
    expect(await connect().getBilling(withoutAccount)).toMatchObject({
      status: 404,
      body: { error: "This provider has no account at Stripe yet." },
    });
  });

  test("one person can look up billing sixty times a minute", async () => {
    await addProvider("cus_1");
    const billing = connect();
    for (let count = 0; count < 60; count += 1) expect((await lookUp(billing)).status).toBe(200);
    expect(await lookUp(billing)).toMatchObject({ status: 429 });
  });
});

describe("the connection in Settings", () => {
  const env = (changes: object = {}) =>
    parseEnv({
      DATABASE_URL: "postgres://localhost/none",
      PUBLIC_URL: "https://helpline.example",
      ...changes,
    });

  test("shows only the end of the key, and the newest event", async () => {
    expect(await getStripeState({ db: db(), env: env() })).toEqual({
      host: "api.stripe.com",
      key: null,
      hasWebhookSecret: false,
      webhookUrl: "https://helpline.example/webhooks/stripe",
      lastEvent: null,
    });
    await pool().query(
      "insert into stripe_events (id, type, created_at, received_at) values ('evt_1', 'payment_intent.succeeded', $1, $1)",
      [start],
    );
    expect(
      await getStripeState({
        db: db(),
        env: env({
          STRIPE_SECRET_KEY: "rk_test_abcdefgh7788",
          STRIPE_WEBHOOK_SECRET: "whsec_secret",
        }),
      }),
    ).toMatchObject({
      key: { ending: "7788", isTest: true },
      hasWebhookSecret: true,
      lastEvent: { type: "payment_intent.succeeded", at: start },
    });
    expect(
      await getStripeState({ db: db(), env: env({ STRIPE_SECRET_KEY: "sk_live_7788" }) }),
    ).toMatchObject({ key: { isTest: false } });
  });

  test("is tested with the lists that billing reads; each fault has its own message, within three seconds", async () => {
    const stripe = await startStripe({ key: "sk_test_1" });
    const check = (key = stripe.key) =>
      testStripe({ env: env({ STRIPE_SECRET_KEY: key, STRIPE_API_BASE_URL: stripe.url }) });
    expect(await check()).toMatchObject({
      ok: true,
      text: expect.stringContaining("can read everything that billing needs"),
    });
    expect(stripe.calls.map(({ path }) => path).toSorted()).toEqual([
      "/v1/charges",
      "/v1/customers",
      "/v1/invoices",
      "/v1/subscriptions",
    ]);
    expect(await check("sk_wrong")).toEqual({
      ok: false,
      text: "Stripe refuses the key that is set on the server.",
    });
    stripe.forbidden.add("invoices");
    expect(await check()).toMatchObject({
      ok: false,
      text: expect.stringContaining("the key may not read invoices."),
    });
    for (const [fault, message] of [
      [{ kind: "status", status: 503 }, "not responding"],
      [{ kind: "status", status: 429 }, "limits our requests"],
      [{ kind: "not-json" }, "cannot be read"],
      [{ kind: "hang" }, "not responding"],
    ] as [StripeFault, string][]) {
      stripe.fail(fault);
      const startedAt = performance.now();
      expect(await check()).toMatchObject({ ok: false, text: expect.stringContaining(message) });
      expect(performance.now() - startedAt).toBeLessThan(3_000);
    }
    await stripe.close();
    expect(await testStripe({ env: env() })).toEqual({
      ok: false,
      text: "No Stripe key is set on the server.",
    });
  });
});
