import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import {
  createSession,
  type NewSession,
} from "#app/features/billing/checkout/create-session.server.ts";
import { startCheckout } from "#app/features/billing/checkout/start-checkout.server.ts";
import { getCreditPrice, saveCreditPrice } from "#app/features/billing/credit-price.server.ts";
import { loadCreditsPage } from "#app/features/billing/load-credits-page.server.ts";
import { loadReceipt } from "#app/features/billing/load-receipt.server.ts";
import { createSettingsCache } from "#app/features/settings/queries.server.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { createWebhook, readLines } from "../credits.ts";
import { openTestDatabase, queryRows } from "../factories.ts";
import { startStripe } from "../fakes/stripe.ts";
import { insertProvider } from "../providers.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
let stripe: Awaited<ReturnType<typeof startStripe>>;
const alarms: string[] = [];
const db = () => context.db;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  stripe = await startStripe({ key: "sk_test_checkout" });
});
beforeEach(() => {
  stripe.fail(null);
  stripe.calls.length = 0;
  stripe.events.length = 0;
  alarms.length = 0;
});
afterAll(() => Promise.all([context.close(), stripe.close()]));

const buildEnv = (changes: Record<string, string> = {}) =>
  parseEnv({
    PUBLIC_URL: "https://henry.example",
    STRIPE_SECRET_KEY: stripe.key,
    STRIPE_WEBHOOK_SECRET: "whsec_credits",
    STRIPE_API_BASE_URL: stripe.url,
    ...changes,
  });

async function addPerson(changes: Record<string, unknown> = {}) {
  const { id: providerId } = await insertProvider(db().$client, changes);
  const id = randomUUID();
  await db().$client.query(
    "insert into provider_users (id, provider_id, email, name, role, created_at) values ($1, $2, $3, 'Test Person', 'owner', now())",
    [id, providerId, `${id}@pro.example`],
  );
  return { providerId, person: { id, role: "owner" as const } };
}

const buildContext = (env = buildEnv()) => ({
  db: db(),
  env,
  actor: "test",
  now: new Date(),
  settings: createSettingsCache(db()),
  log: { error: (_: object, text: string) => alarms.push(text) } as unknown as Logger,
});
const start = (input: Parameters<typeof startCheckout>[1], env = buildEnv()) =>
  startCheckout(buildContext(env), input);

const listPurchases = (providerId: string) =>
  queryRows(
    db(),
    `select state, credits::float8 as credits, cents, payment_id is not null as paid from credit_purchases where provider_id = '${providerId}'`,
  );

test("a purchase is stored, sent to Stripe with its metadata, and booked by Stripe's events, with a receipt", async () => {
  const { providerId, person } = await addPerson();
  const result = await start({ providerId, person, credits: "50" });
  const [session] = [...stripe.checkout.sessions.values()].slice(-1);
  if (!session) throw new Error("there is no session");
  expect(result).toEqual({ ok: true, url: session.url });
  expect(await listPurchases(providerId)).toEqual([
    { state: "open", credits: 50, cents: 5_000, paid: false },
  ]);
  const purchaseId = session.reference ?? "";
  const metadata = { provider_id: providerId, credits: "50", purchase_id: purchaseId };
  expect(session).toMatchObject({
    cents: 5_000,
    customer: null,
    metadata,
    paymentMetadata: metadata,
    successUrl: `https://henry.example/pro/credits?done=paid&purchase=${purchaseId}#notice`,
    cancelUrl: "https://henry.example/pro/credits?done=canceled#notice",
  });
  expect(stripe.calls).toEqual([
    expect.objectContaining({ path: "/v1/checkout/sessions", key: purchaseId }),
  ]);
  const receipt = () => loadReceipt(buildContext(), { providerId, purchaseId });
  expect(await receipt()).toBeNull();
  const getNotice = async () => {
    const query = new URLSearchParams({ done: "paid", purchase: purchaseId });
    return (await loadCreditsPage(buildContext(), { providerId, query })).notice;
  };
  expect(await getNotice()).toContain("within a minute or two");

  const payment = stripe.payments.completeSession(session);
  const post = createWebhook(db());
  // Stripe sends the event of the payment and that of the checkout.
  for (const event of stripe.events.toReversed()) expect(await post(event)).toBe(200);
  expect((await readLines(db(), providerId)).credits).toBe(50);
  expect(await listPurchases(providerId)).toEqual([
    { state: "paid", credits: 50, cents: 5_000, paid: true },
  ]);
  expect(await getNotice()).toBe(
    "Thank you. Your payment is confirmed, and 50 credits were added.",
  );
  stripe.payments.refund(payment, 2_000);
  for (const event of stripe.events) expect(await post(event)).toBe(200);
  expect((await receipt())?.facts).toEqual(
    expect.arrayContaining([
      ["Amount", "$50.00"],
      ["Payment", payment.id],
      ["Refunded", "$20.00"],
      ["Credits taken back", "20 credits"],
    ]),
  );
  const other = await addPerson();
  expect(
    await loadReceipt(buildContext(), { providerId: other.providerId, purchaseId }),
  ).toBeNull();
  expect(await loadReceipt(buildContext(), { providerId, purchaseId: "nonsense" })).toBeNull();
});

test("a provider that Stripe knows pays as that customer", async () => {
  const { providerId, person } = await addPerson({ stripe_customer_id: "cus_known" });
  await start({ providerId, person, credits: 25 });
  expect([...stripe.checkout.sessions.values()].at(-1)).toMatchObject({ customer: "cus_known" });
});

test("a customer who was deleted at Stripe is replaced by another one", async () => {
  const { providerId, person } = await addPerson({ stripe_customer_id: "cus_deleted" });
  stripe.checkout.deletedCustomers.add("cus_deleted");
  expect(await start({ providerId, person, credits: 25 })).toMatchObject({ ok: true });
  expect([...stripe.checkout.sessions.values()].at(-1)).toMatchObject({ customer: null });
  expect(
    stripe.calls.map(({ body }) => new URLSearchParams(body).get("customer_creation")),
  ).toEqual([null, "always"]);
  expect(new Set(stripe.calls.map(({ key }) => key)).size).toBe(2);
  expect(await listPurchases(providerId)).toMatchObject([{ state: "open" }]);
  expect(alarms).toEqual([]);
});

test.each(["9", "2001", "12.5", "", "ten", "-50", null])(
  "%j is no number of credits to buy, and nothing is stored",
  async (credits) => {
    const { providerId, person } = await addPerson();
    expect(await start({ providerId, person, credits })).toEqual({ ok: false, reason: "credits" });
    expect(await listPurchases(providerId)).toEqual([]);
  },
);

test("a member cannot buy, and nobody can without a key or the secret of the events", async () => {
  const { providerId, person } = await addPerson();
  expect(await start({ providerId, person: { ...person, role: "member" }, credits: 50 })).toEqual({
    ok: false,
    reason: "not-owner",
  });
  const without = parseEnv({ PUBLIC_URL: "https://henry.example" });
  expect(await start({ providerId, person, credits: 50 }, without)).toEqual({
    ok: false,
    reason: "not-connected",
  });
  expect(await listPurchases(providerId)).toEqual([]);
  expect(stripe.calls).toEqual([]);
});

test.each([
  ["down", { kind: "status", status: 500 }, "busy", 2],
  ["cut off", { kind: "cut" }, "busy", 2],
  ["busy", { kind: "status", status: 429 }, "busy", 1],
  ["refusing the key", { kind: "status", status: 403 }, "failed", 1],
  ["unreadable", { kind: "not-json" }, "failed", 1],
] as const)(
  "while Stripe is %s the purchase ends, and nothing is charged",
  async (_, fault, reason, calls) => {
    const { providerId, person } = await addPerson();
    stripe.fail(fault);
    expect(await start({ providerId, person, credits: 50 })).toEqual({ ok: false, reason });
    expect(stripe.calls).toHaveLength(calls);
    expect(new Set(stripe.calls.map(({ key }) => key)).size).toBe(1);
    expect(await listPurchases(providerId)).toMatchObject([{ state: "expired" }]);
    expect(alarms).toHaveLength(reason === "failed" ? 1 : 0);
  },
);

test("Stripe makes one session of a repeated request, and refuses its key for another one", async () => {
  const config = { baseUrl: stripe.url, key: stripe.key };
  const session: NewSession = {
    purchaseId: randomUUID(),
    providerId: randomUUID(),
    credits: 50,
    cents: 5_000,
    customerId: null,
    brand: "Henry's Helpline",
    successUrl: "https://henry.example/a",
    cancelUrl: "https://henry.example/b",
  };
  const first = await createSession(config, session);
  expect(first).toMatchObject({ ok: true });
  expect(await createSession(config, session)).toEqual(first);
  expect(await createSession(config, { ...session, cents: 6_000 })).toEqual({
    ok: false,
    reason: "unreadable",
  });
});

test("a checkout that was left ends, and one that is paid in spite of that counts", async () => {
  const { providerId, person } = await addPerson();
  await start({ providerId, person, credits: 50 });
  const session = [...stripe.checkout.sessions.values()].at(-1);
  if (!session) throw new Error("there is no session");
  stripe.payments.expireSession(session);
  const post = createWebhook(db());
  for (const event of stripe.events.splice(0)) expect(await post(event)).toBe(200);
  expect(await listPurchases(providerId)).toMatchObject([{ state: "expired" }]);
  stripe.payments.completeSession(session);
  stripe.payments.expireSession(session);
  for (const event of stripe.events) expect(await post(event)).toBe(200);
  expect(await listPurchases(providerId)).toMatchObject([{ state: "paid", paid: true }]);
});

test("a payment by a link has a receipt too, also where it names another provider's purchase", async () => {
  const [owner, other] = [await addPerson(), await addPerson()];
  await start({ ...owner, credits: 50 });
  const purchaseId = [...stripe.checkout.sessions.values()].at(-1)?.reference ?? "";
  stripe.payments.pay({
    cents: 9_000,
    metadata: { provider_id: other.providerId, credits: "100", purchase_id: purchaseId },
  });
  const post = createWebhook(db());
  for (const event of stripe.events) expect(await post(event)).toBe(200);
  expect(await listPurchases(owner.providerId)).toMatchObject([{ state: "open" }]);
  expect(await listPurchases(other.providerId)).toEqual([
    { state: "paid", credits: 100, cents: 9_000, paid: true },
  ]);
});

test("superadmins set the price; a wrong one is refused", async () => {
  const save = (creditPrice: string) =>
    saveCreditPrice({ db: db(), actor: "test", now: new Date() }, { values: { creditPrice } });
  expect(await getCreditPrice(db())).toBe(1);
  expect(await save("1.25")).toEqual({ ok: true, saved: ["creditPrice"] });
  const { providerId, person } = await addPerson();
  await start({ providerId, person, credits: 50 });
  expect(await listPurchases(providerId)).toMatchObject([{ cents: 6_250 }]);
  for (const wrong of ["", "0", "1.255", "101", "free"])
    expect(await save(wrong), wrong).toMatchObject({ ok: false });
  await save("1");
});
