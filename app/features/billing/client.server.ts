import { z } from "zod";
import {
  type StripeCall as Call,
  callStripe,
  type StripeFields as Query,
  StripeCallError,
  type StripeConfig,
  type StripeFailure,
} from "./call-stripe.server.ts";
import { LIST_PAGE_SIZE, MAX_LIST_PAGES, STRIPE_DEADLINE_MS } from "./constants.ts";
import { isPayment, readLastFour, readOutstanding, readPayment } from "./read-billing.ts";
import type { BillingInfo } from "./schema.ts";
import {
  chargeSchema,
  customerSchema,
  invoiceSchema,
  listSchema,
  paymentMethodSchema,
} from "./stripe-schema.server.ts";

export type BillingResult = { ok: true; info: BillingInfo } | { ok: false; reason: StripeFailure };

/** `object`: the subscription as Stripe sends it. */
export type SubscriptionResult =
  | { ok: true; object: unknown }
  | { ok: false; reason: StripeFailure };
/** `unreadable`: the lists that the key may not read. */
export type KeyResult = { ok: true; unreadable: string[] } | { ok: false; reason: StripeFailure };

/**
 * A customer's billing, from four concurrent requests under one deadline. Failures at Stripe are
 * returned, not thrown.
 */
export async function fetchBilling(
  config: StripeConfig,
  customerId: string,
): Promise<BillingResult> {
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, AbortSignal.timeout(STRIPE_DEADLINE_MS)]);
  const call: Call = { config, signal };
  try {
    const [customer, cards, payment, invoices] = await Promise.all([
      get(
        call,
        `/v1/customers/${customerId}`,
        { "expand[0]": "invoice_settings.default_payment_method", "expand[1]": "default_source" },
        customerSchema,
      ),
      listAll(
        call,
        `/v1/customers/${customerId}/payment_methods`,
        { type: "card" },
        paymentMethodSchema,
      ),
      findFirst(call, "/v1/charges", { customer: customerId }, chargeSchema, isPayment),
      listAll(call, "/v1/invoices", { customer: customerId, status: "open" }, invoiceSchema),
    ]);
    if ("deleted" in customer) return { ok: false, reason: "unknown-customer" };
    const paid = payment
      ? readPayment(payment)
      : { last_payment_date: null, last_payment_amount: null };
    return {
      ok: true,
      info: {
        last_four: readLastFour(customer, cards),
        ...paid,
        outstanding_balance: readOutstanding(customer, invoices),
      },
    };
  } catch (error) {
    if (error instanceof StripeCallError) return { ok: false, reason: error.reason };
    throw error;
  } finally {
    failed.abort();
  }
}

/** The current state of a subscription. */
export async function fetchSubscription(
  config: StripeConfig,
  subscriptionId: string,
): Promise<SubscriptionResult> {
  try {
    return {
      ok: true,
      object: await get(
        { config, signal: AbortSignal.timeout(STRIPE_DEADLINE_MS) },
        `/v1/subscriptions/${encodeURIComponent(subscriptionId)}`,
        {},
        z.unknown(),
      ),
    };
  } catch (error) {
    if (error instanceof StripeCallError) return { ok: false, reason: error.reason };
    throw error;
  }
}

/** The lists that the app reads from Stripe, except payment methods, which belong to a customer. */
const READ_LISTS = ["customers", "charges", "invoices", "subscriptions"];

/** Tests whether the key is valid and which lists it may read, with one entry of each. */
export async function testKey(config: StripeConfig): Promise<KeyResult> {
  const call = { config, signal: AbortSignal.timeout(STRIPE_DEADLINE_MS) };
  const failures = await Promise.all(
    READ_LISTS.map((name) =>
      get(call, `/v1/${name}`, { limit: "1" }, listSchema(z.object({ id: z.string() }))).then(
        () => null,
        (error: unknown) => {
          if (error instanceof StripeCallError) return error;
          throw error;
        },
      ),
    ),
  );
  const other = failures.find((failure) => failure && !failure.isForbidden);
  if (other) return { ok: false, reason: other.reason };
  return { ok: true, unreadable: READ_LISTS.filter((_, index) => failures[index]) };
}

const get = <T extends z.ZodType>(call: Call, path: string, query: Query, schema: T) =>
  callStripe(call, { path, query, schema });

/** The pages of a list, in Stripe's order: newest entries first. */
async function* listPages<T extends z.ZodType<{ id: string }>>(
  call: Call,
  path: string,
  query: Query,
  entry: T,
): AsyncGenerator<z.infer<T>[]> {
  const schema = listSchema(entry);
  let after: Query = {};
  for (let page = 0; page < MAX_LIST_PAGES; page += 1) {
    const { data, has_more: hasMore } = await get(
      call,
      path,
      { ...query, ...after, limit: String(LIST_PAGE_SIZE) },
      schema,
    );
    yield data;
    const last = data.at(-1);
    if (!hasMore || !last) return;
    after = { starting_after: last.id };
  }
}

async function listAll<T extends z.ZodType<{ id: string }>>(
  call: Call,
  path: string,
  query: Query,
  entry: T,
): Promise<z.infer<T>[]> {
  const all: z.infer<T>[] = [];
  for await (const page of listPages(call, path, query, entry)) all.push(...page);
  return all;
}

async function findFirst<T extends z.ZodType<{ id: string }>>(
  call: Call,
  path: string,
  query: Query,
  entry: T,
  isMatch: (found: z.infer<T>) => boolean,
): Promise<z.infer<T> | null> {
  for await (const page of listPages(call, path, query, entry)) {
    const found = page.find(isMatch);
    if (found) return found;
  }
  return null;
}
