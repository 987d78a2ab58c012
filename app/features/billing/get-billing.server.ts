import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#app/db/client.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import type { StripeConfig, StripeFailure } from "./call-stripe.server.ts";
import { type BillingResult, fetchBilling } from "./client.server.ts";
import {
  BILLING_CACHE_MS,
  BILLING_LIMIT,
  BILLING_WINDOW_SECONDS,
  CUSTOMER_ID,
  MAX_CACHED_BILLINGS,
} from "./constants.ts";
import type { BillingBody } from "./schema.ts";

/** Null, or an empty string, for a provider without a Stripe customer. */
const bodySchema = z.object({
  stripe_customer_id: z.string().regex(CUSTOMER_ID).or(z.literal("")).nullable(),
});

export const BILLING_ERRORS = {
  body: {
    status: 400,
    error: "stripe_customer_id must be a Stripe customer id such as cus_123.",
  },
  limit: { status: 429, error: "Too many lookups. Please wait a minute." },
  provider: { status: 404, error: "No provider has this Stripe customer id." },
  "not-connected": {
    status: 503,
    error:
      "Stripe is not connected. A superadmin can have it connected; see Settings, Integrations.",
  },
  "no-account": { status: 404, error: "This provider has no account at Stripe yet." },
  "unknown-customer": {
    status: 404,
    error: "This customer does not exist at Stripe, or was deleted.",
  },
  refused: {
    status: 502,
    error:
      "Stripe refused this site's key, or it lacks a permission. A superadmin can have the key replaced; see Settings, Integrations.",
  },
  busy: {
    status: 502,
    error: "Stripe limits our requests at the moment. Please try again in a minute.",
  },
  down: { status: 502, error: "Stripe is not responding. Please try again in a minute." },
  unreadable: { status: 502, error: "Stripe sent a response that cannot be read." },
} as const satisfies Record<
  StripeFailure | "body" | "limit" | "provider" | "not-connected" | "no-account",
  { status: number; error: string }
>;
type Refusal = keyof typeof BILLING_ERRORS;

export type BillingResponse = { status: number; body: BillingBody };
const refuse = (reason: Refusal): BillingResponse => ({
  status: BILLING_ERRORS[reason].status,
  body: { success: false, error: BILLING_ERRORS[reason].error },
});

export type BillingCache = {
  /** Checks the body and the rate limit of a staff member's request, then looks up the customer. */
  getBilling: (options: { body: unknown; staffId: string }) => Promise<BillingResponse>;
  /** Removes a customer whose data has changed. */
  evict: (customerId: string) => void;
};

/**
 * Reads billing from Stripe and caches each result for five minutes; concurrent lookups of the same
 * customer share one.
 */
export function createBillingCache(options: {
  db: Database;
  stripe: StripeConfig | null;
  now: () => Date;
}): BillingCache {
  const { db, stripe, now } = options;
  const cached = new Map<string, { at: number; result: Promise<BillingResult> }>();

  const getCached = (config: StripeConfig, customerId: string): Promise<BillingResult> => {
    const hit = cached.get(customerId);
    if (hit && now().getTime() - hit.at < BILLING_CACHE_MS) return hit.result;
    const entry = { at: now().getTime(), result: fetchBilling(config, customerId) };
    cached.delete(customerId);
    cached.set(customerId, entry);
    const drop = () => {
      if (cached.get(customerId) === entry) cached.delete(customerId);
    };
    // Failures are not cached.
    entry.result.then((result) => result.ok || drop(), drop);
    const [oldest] = cached.keys();
    if (cached.size > MAX_CACHED_BILLINGS && oldest !== undefined) cached.delete(oldest);
    return entry.result;
  };

  return {
    async getBilling({ body, staffId }) {
      const parsed = bodySchema.safeParse(body);
      if (!parsed.success) return refuse("body");
      const customerId = parsed.data.stripe_customer_id;
      if (
        !(await consumeRateLimit(db, {
          key: `billing:${staffId}`,
          limit: BILLING_LIMIT,
          windowSeconds: BILLING_WINDOW_SECONDS,
          now: now(),
        }))
      )
        return refuse("limit");
      if (!customerId) return refuse(stripe ? "no-account" : "not-connected");
      const [provider] = await db
        .select({ id: providers.id })
        .from(providers)
        .where(eq(providers.stripeCustomerId, customerId));
      if (!provider) return refuse("provider");
      if (!stripe) return refuse("not-connected");
      const result = await getCached(stripe, customerId);
      return result.ok
        ? { status: 200, body: { billing_info: result.info } }
        : refuse(result.reason);
    },
    evict: (customerId) => void cached.delete(customerId),
  };
}
