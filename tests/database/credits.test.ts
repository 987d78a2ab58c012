import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { checkLedger, postCredits } from "#app/features/billing/ledger.server.ts";
import { listStatement } from "#app/features/billing/statement/list-statement.server.ts";
import { countCreditsLeft, createWebhook, listMistakes, readLines, spend } from "../credits.ts";
import { openTestDatabase, queryRows } from "../factories.ts";
import { deliverBadly } from "../fakes/stripe-delivery.ts";
import { type FakeEvent, type FakePayment, FakePayments } from "../fakes/stripe-payments.ts";
import { insertProvider } from "../providers.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
const db = () => context.db;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());

const addProvider = async () => (await insertProvider(db().$client)).id;

/** A double of Stripe in which two events share each second. */
function createPayments() {
  const events: FakeEvent[] = [];
  let clock = Date.now() - 3_600_000;
  const payments = new FakePayments({
    publish: (event) => events.push(event),
    now: () => {
      clock += 500;
      return new Date(clock);
    },
  });
  const buy = (providerId: string, { credits = 50, cents = 5_000 } = {}) =>
    payments.pay({ cents, metadata: { provider_id: providerId, credits: String(credits) } });
  return { events, payments, buy };
}

const round = (credits: number) => Math.round(credits * 100) / 100;
const listTexts = async (providerId: string) =>
  (await listStatement(db(), { providerId, timeZone: "America/New_York" })).lines
    .map(({ text, amount }) => `${amount} ${text}`)
    .toReversed();

test("refunds take their share of the credits back, once each, and the statement says why", async () => {
  const providerId = await addProvider();
  const { events, payments, buy } = createPayments();
  const payment = buy(providerId);
  payments.refund(payment, 2_000);
  const rest = payments.refund(payment);
  payments.failRefund(payment, rest);
  const post = createWebhook(db());
  for (const event of [...events, ...events]) expect(await post(event)).toBe(200);
  const { credits, lines } = await readLines(db(), providerId);
  expect(credits).toBe(30);
  expect(lines.map(({ amount }) => amount)).toEqual([50, -20, -30, 30]);
  const texts = await listTexts(providerId);
  expect(texts).toEqual([
    "50 Bought with Stripe, $50.00",
    expect.stringMatching(/^-20 Returned by Stripe: \$20\.00 of your payment of .* was refunded$/),
    expect.stringMatching(/^-30 Returned by Stripe: \$30\.00 of your payment/),
    expect.stringMatching(/^30 Yours again: the refund of \$30\.00 .* did not go through$/),
  ]);
  expect(await checkLedger(db())).toEqual([]);
});

test("a chargeback takes all credits back until it is won, below zero where they are spent, and then nothing can be accepted", async () => {
  const providerId = await addProvider();
  const { events, payments, buy } = createPayments();
  const alarms: string[] = [];
  const post = createWebhook(db(), alarms);
  const deliver = async () => {
    for (const event of events.splice(0)) expect(await post(event)).toBe(200);
  };
  const payment = buy(providerId);
  await deliver();
  expect(await spend(db(), { providerId, amount: -25, reference: randomUUID() })).toBe(true);
  const inquiry = payments.openDispute(payment, { isInquiry: true });
  await deliver();
  expect((await readLines(db(), providerId)).credits).toBe(25);
  payments.closeDispute(payment, inquiry, "warning_closed");
  const dispute = payments.openDispute(payment);
  await deliver();
  expect((await readLines(db(), providerId)).credits).toBe(-25);
  expect(alarms).toEqual([expect.stringContaining("owes credits")]);
  expect(await spend(db(), { providerId, amount: -1, reference: randomUUID() })).toBe(false);
  // What comes back is theirs, even while it is not enough.
  expect(await spend(db(), { providerId, amount: 10, reference: randomUUID() })).toBe(true);
  payments.closeDispute(payment, dispute, "won");
  await deliver();
  expect((await readLines(db(), providerId)).credits).toBe(35);
  expect(await checkLedger(db())).toEqual([]);
});

test("a refund that arrives before its payment is taken back as soon as the purchase is booked", async () => {
  const providerId = await addProvider();
  const { events, payments, buy } = createPayments();
  const payment = buy(providerId);
  payments.refund(payment, 2_000);
  payments.openDispute(payment);
  const post = createWebhook(db());
  for (const event of events.toReversed()) expect(await post(event)).toBe(200);
  expect(await listTexts(providerId)).toEqual([
    "50 Bought with Stripe, $50.00",
    expect.stringMatching(/^-50 Returned by Stripe: \$50\.00 of your payment of .* went back$/),
  ]);
  expect(await checkLedger(db())).toEqual([]);
});

test("of a purchase from before amounts were stored, the charge says which share went back", async () => {
  const providerId = await addProvider();
  const { events, payments, buy } = createPayments();
  const payment = buy(providerId);
  events.length = 0;
  await withTransaction(db(), (tx) =>
    postCredits(tx, {
      kind: "purchase",
      providerId,
      amount: 50,
      reference: payment.id,
      actor: "stripe",
      now: new Date(),
    }),
  );
  payments.refund(payment, 1_000);
  const post = createWebhook(db());
  const [refund, charge] = events as [FakeEvent, FakeEvent];
  await post(charge);
  expect((await readLines(db(), providerId)).credits).toBe(40);
  await post(refund);
  expect((await readLines(db(), providerId)).credits).toBe(40);
});

type Step =
  | { kind: "buy"; credits: number; cents: number }
  | { kind: "refund" | "fail" | "dispute" | "inquiry" | "won" | "lost"; at: number; share: number };

/** Few payments with long histories, in which a chargeback is opened before it can be closed. */
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("buy" as const),
      credits: fc.integer({ min: 10, max: 200 }),
      cents: fc.integer({ min: 500, max: 20_000 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        "refund" as const,
        "refund" as const,
        "fail" as const,
        "dispute" as const,
        "dispute" as const,
        "inquiry" as const,
        "won" as const,
        "lost" as const,
      ),
      at: fc.nat(1),
      share: fc.constantFrom(0.1, 0.33, 0.5, 1),
    }),
  },
);

/** Does at the double what a step says, if the payment is in the state for it. */
function take(
  { payments, buy }: ReturnType<typeof createPayments>,
  { providerId, all, next }: { providerId: string; all: FakePayment[]; next: Step },
): void {
  if (next.kind === "buy") return void all.push(buy(providerId, next));
  const payment = all[next.at % all.length];
  if (!payment) return;
  const refund = payment.refunds.findLast(({ status }) => status === "succeeded");
  const dispute = payment.disputes.findLast(({ status }) => /needs_response$/.test(status));
  const left = countCreditsLeft(payment) / Number(payment.metadata.credits);
  const cents = Math.floor(payment.cents * left * next.share);
  if (next.kind === "refund" && cents > 0) payments.refund(payment, cents);
  if (next.kind === "fail" && refund) payments.failRefund(payment, refund);
  if (next.kind === "dispute" && !dispute) payments.openDispute(payment);
  if (next.kind === "inquiry" && !dispute) payments.openDispute(payment, { isInquiry: true });
  if ((next.kind === "won" || next.kind === "lost") && dispute)
    payments.closeDispute(
      payment,
      dispute,
      dispute.status === "needs_response" ? next.kind : "warning_closed",
    );
}

const createRandom = (seed: number) => {
  let state = seed >>> 0;
  // Mulberry32: small, and the same in every run.
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

test("any history of purchases, refunds and chargebacks, delivered in any order, twice, or late, ends at the same balance", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 14 }),
      fc.integer(),
      async (steps, seed) => {
        const providerId = await addProvider();
        const stripe = createPayments();
        const all = [stripe.buy(providerId)];
        for (const next of steps) take(stripe, { providerId, all, next });
        const random = createRandom(seed);
        const post = createWebhook(db());
        let spent = 0;
        await deliverBadly(stripe.events, {
          random,
          post: async (event) => {
            // Offers are accepted, and given back, while the events arrive.
            const amount = Math.ceil(random() * 60);
            const reference = randomUUID();
            if (random() < 0.3 && (await spend(db(), { providerId, amount: -amount, reference }))) {
              spent += amount;
              if (random() < 0.3 && (await spend(db(), { providerId, amount, reference })))
                spent -= amount;
            }
            return (await post(event)) === 200;
          },
        });
        const found = await readLines(db(), providerId);
        const expected = all.reduce((sum, payment) => sum + countCreditsLeft(payment), -spent);
        expect(found.credits).toBe(round(expected));
        expect(listMistakes(found)).toEqual([]);
      },
    ),
    { numRuns: 40 },
  );
  expect(await checkLedger(db())).toEqual([]);
});

test("50 acts at once on three providers leave a ledger that balances, and each balance as its payments say", async () => {
  const providers = await Promise.all([addProvider(), addProvider(), addProvider()]);
  const stripe = createPayments();
  const first = providers.map((providerId) =>
    stripe.buy(providerId, { credits: 200, cents: 20_000 }),
  );
  const post = createWebhook(db());
  for (const event of stripe.events.splice(0)) await post(event);
  const later = providers.flatMap((providerId) => [stripe.buy(providerId), stripe.buy(providerId)]);
  const all = [...first, ...later];
  for (const [index, payment] of all.entries()) {
    const refund = stripe.payments.refund(payment, 1_000);
    if (index % 3 === 0) stripe.payments.failRefund(payment, refund);
    if (index % 3 === 1)
      stripe.payments.closeDispute(payment, stripe.payments.openDispute(payment), "lost");
    if (index % 3 === 2)
      stripe.payments.closeDispute(payment, stripe.payments.openDispute(payment), "won");
  }
  const spent = new Map<string, number>();
  const accept = async (index: number) => {
    const providerId = providers[index % 3] as string;
    const reference = randomUUID();
    const amount = 7 + (index % 5);
    if (!(await spend(db(), { providerId, amount: -amount, reference }))) return;
    const isRefunded = index % 4 === 0;
    if (isRefunded) expect(await spend(db(), { providerId, amount, reference })).toBe(true);
    else spent.set(providerId, (spent.get(providerId) ?? 0) + amount);
  };
  const acts = [
    ...stripe.events.map((event) => () => post(event)),
    ...stripe.events.map((event) => () => post(event)),
    ...Array.from({ length: 50 }, (_, index) => () => accept(index)),
  ];
  expect(acts.length).toBeGreaterThan(100);
  const order = createRandom(7);
  const shuffled = acts.map((act) => ({ act, at: order() })).toSorted((a, b) => a.at - b.at);
  // Fifty at a time.
  for (let index = 0; index < shuffled.length; index += 50)
    await Promise.all(shuffled.slice(index, index + 50).map(({ act }) => act()));
  for (const providerId of providers) {
    const found = await readLines(db(), providerId);
    expect(listMistakes(found)).toEqual([]);
    const expected = all
      .filter(({ metadata }) => metadata.provider_id === providerId)
      .reduce((sum, payment) => sum + countCreditsLeft(payment), 0);
    expect(found.credits).toBe(round(expected - (spent.get(providerId) ?? 0)));
  }
  expect(await checkLedger(db())).toEqual([]);
  const [{ rest } = { rest: -1 }] = await queryRows<{ rest: number }>(
    db(),
    "select coalesce(sum(amount), 0)::float8 as rest from ledger_lines",
  );
  expect(rest).toBe(0);
});

test("all events of a payment at once, with its purchase, end where they would one by one", async () => {
  const providerId = await addProvider();
  const stripe = createPayments();
  const post = createWebhook(db());
  for (let count = 1; count <= 25; count += 1) {
    const payment = stripe.buy(providerId);
    for (const cents of [500, 700, 900]) stripe.payments.refund(payment, cents);
    const failed = stripe.payments.refund(payment, 1_100);
    stripe.payments.failRefund(payment, failed);
    const events = stripe.events.splice(0);
    const statuses = await Promise.all(events.map(post));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { credits } = await readLines(db(), providerId);
    expect(credits).toBe(count * 29);
  }
  expect(await checkLedger(db())).toEqual([]);
});

test("the check of the ledger finds a balance that is not the one after the last line", async () => {
  const providerId = await addProvider();
  await spend(db(), { providerId, amount: 5, reference: randomUUID() });
  await context.owner.$client.query("update providers set credits = 6 where id = $1", [providerId]);
  expect(await checkLedger(db())).toEqual([
    { providerId, credits: 6, ledger: 5, lastBalance: 5, lines: 1, lastNumber: 1 },
  ]);
  await context.owner.$client.query("update providers set credits = 5 where id = $1", [providerId]);
});
