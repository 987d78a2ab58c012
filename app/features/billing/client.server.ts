import { z } from "zod";
import type { Env } from "#app/lib/env.server.ts";
import { parseJson } from "#app/lib/parse-json.ts";
import { LIST_LIMIT, LIST_PAGES, STRIPE_DEADLINE_MS, STRIPE_VERSION } from "./constants.ts";
import { isPayment, readLastFour, readOutstanding, readPayment } from "./read-billing.ts";
import type { BillingInfo } from "./schema.ts";
import {
  chargeSchema,
  customerSchema,
  errorSchema,
  invoiceSchema,
  listOf,
  paymentMethodSchema,
} from "./stripe-schema.server.ts";

export type StripeConfig = { baseUrl: string; key: string };

/** Where Stripe is reached and as whom; null without a key. */
export const stripeConfig = (
  env: Pick<Env, "STRIPE_SECRET_KEY" | "STRIPE_API_BASE_URL">,
): StripeConfig | null =>
  env.STRIPE_SECRET_KEY ? { baseUrl: env.STRIPE_API_BASE_URL, key: env.STRIPE_SECRET_KEY } : null;

/**
 * `refused`: the key; `busy`: too many calls; `down`: no answer in time or a fault there;
 * `unreadable`: an answer that is none.
 */
export type StripeFault = "unknown-customer" | "refused" | "busy" | "down" | "unreadable";
export type StripeResult = { ok: true; info: BillingInfo } | { ok: false; reason: StripeFault };

/** `object`: as Stripe writes it. */
export type SubscriptionResult = { ok: true; object: unknown } | { ok: false; reason: StripeFault };
/**
 * What Stripe's answers to the key were: the lists that it may not read, or why nothing was
 * learned.
 */
export type KeyResult = { ok: true; unreadable: string[] } | { ok: false; reason: StripeFault };

class StripeCallError extends Error {
  readonly reason: StripeFault;
  /** The key is right, and may not do this. */
  readonly isForbidden: boolean;
  constructor(reason: StripeFault, isForbidden = false) {
    super(reason);
    this.reason = reason;
    this.isForbidden = isForbidden;
  }
}

/**
 * What Stripe knows of a customer: four questions at once, under one deadline. Never throws for
 * what Stripe does.
 */
export async function fetchBilling(
  config: StripeConfig,
  customerId: string,
): Promise<StripeResult> {
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
      collect(
        call,
        `/v1/customers/${customerId}/payment_methods`,
        { type: "card" },
        paymentMethodSchema,
      ),
      find(call, "/v1/charges", { customer: customerId }, chargeSchema, isPayment),
      collect(call, "/v1/invoices", { customer: customerId, status: "open" }, invoiceSchema),
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

/** A subscription as it is now. */
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

/**
 * What the program reads at Stripe. Payment methods are read through their customer, so that no
 * list of them is asked for here.
 */
const READ_LISTS = ["customers", "charges", "invoices", "subscriptions"];

/**
 * Asks for one entry of each list that is read: whether the key is right, and what it may. Changes
 * nothing.
 */
export async function checkKey(config: StripeConfig): Promise<KeyResult> {
  const call = { config, signal: AbortSignal.timeout(STRIPE_DEADLINE_MS) };
  const faults = await Promise.all(
    READ_LISTS.map((name) =>
      get(call, `/v1/${name}`, { limit: "1" }, listOf(z.object({ id: z.string() }))).then(
        () => null,
        (error: unknown) => {
          if (error instanceof StripeCallError) return error;
          throw error;
        },
      ),
    ),
  );
  const other = faults.find((fault) => fault && !fault.isForbidden);
  if (other) return { ok: false, reason: other.reason };
  return { ok: true, unreadable: READ_LISTS.filter((_, index) => faults[index]) };
}

type Call = { config: StripeConfig; signal: AbortSignal };
type Query = Record<string, string>;

async function get<T extends z.ZodType>(
  { config, signal }: Call,
  path: string,
  query: Query,
  schema: T,
): Promise<z.infer<T>> {
  const url = new URL(path, config.baseUrl);
  url.search = new URLSearchParams(query).toString();
  let status: number;
  let text: string;
  try {
    const answer = await fetch(url, {
      headers: {
        Authorization: `Bearer ${config.key}`,
        "Stripe-Version": STRIPE_VERSION,
        Accept: "application/json",
      },
      redirect: "error",
      signal,
    });
    status = answer.status;
    text = await answer.text();
  } catch {
    throw new StripeCallError("down");
  }
  if (status >= 500) throw new StripeCallError("down");
  if (status === 401 || status === 403) throw new StripeCallError("refused", status === 403);
  if (status === 429) throw new StripeCallError("busy");
  const body = parseJson(text);
  if (status !== 200)
    throw new StripeCallError(
      errorSchema.safeParse(body).data?.error.code === "resource_missing"
        ? "unknown-customer"
        : "unreadable",
    );
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new StripeCallError("unreadable");
  return parsed.data;
}

/** The pages of a list, newest entries first, as Stripe gives them. */
async function* pages<T extends z.ZodType<{ id: string }>>(
  call: Call,
  path: string,
  query: Query,
  entry: T,
): AsyncGenerator<z.infer<T>[]> {
  const schema = listOf(entry);
  let after: Query = {};
  for (let page = 0; page < LIST_PAGES; page += 1) {
    const { data, has_more: hasMore } = await get(
      call,
      path,
      { ...query, ...after, limit: String(LIST_LIMIT) },
      schema,
    );
    yield data;
    const last = data.at(-1);
    if (!hasMore || !last) return;
    after = { starting_after: last.id };
  }
}

async function collect<T extends z.ZodType<{ id: string }>>(
  call: Call,
  path: string,
  query: Query,
  entry: T,
): Promise<z.infer<T>[]> {
  const all: z.infer<T>[] = [];
  for await (const page of pages(call, path, query, entry)) all.push(...page);
  return all;
}

async function find<T extends z.ZodType<{ id: string }>>(
  call: Call,
  path: string,
  query: Query,
  entry: T,
  fits: (found: z.infer<T>) => boolean,
): Promise<z.infer<T> | null> {
  for await (const page of pages(call, path, query, entry)) {
    const found = page.find(fits);
    if (found) return found;
  }
  return null;
}
