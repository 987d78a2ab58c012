import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#app/db/client.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import {
  fetchBilling,
  type StripeConfig,
  type StripeFault,
  type StripeResult,
} from "./client.server.ts";
import {
  BILLING_CACHE_MS,
  BILLING_LIMIT,
  BILLING_WINDOW_SECONDS,
  CUSTOMER_ID,
  MOST_CACHED_BILLINGS,
} from "./constants.ts";
import type { BillingAnswer } from "./schema.ts";

/** Null, or an empty text, for a provider without a customer at Stripe. */
const bodySchema = z.object({
  stripe_customer_id: z.string().regex(CUSTOMER_ID).or(z.literal("")).nullable(),
});

export const BILLING_ERRORS = {
  body: {
    status: 400,
    error: "stripe_customer_id: a Stripe customer id such as cus_123 is needed.",
  },
  limit: { status: 429, error: "Too many look-ups. Please wait a minute." },
  provider: { status: 404, error: "No provider has this Stripe customer id." },
  "not-connected": {
    status: 503,
    error:
      "Stripe is not connected: a superadmin can have it connected, see Settings, Integrations.",
  },
  "no-account": { status: 404, error: "This provider has no account at Stripe yet." },
  "unknown-customer": {
    status: 404,
    error: "Stripe knows no such customer, or it was deleted there.",
  },
  refused: {
    status: 502,
    error:
      "Stripe refused the key of this site, or what it asks to read: a superadmin can have the key replaced, see Settings, Integrations.",
  },
  busy: {
    status: 502,
    error: "Stripe takes no more calls at this moment. Please try again in a minute.",
  },
  down: { status: 502, error: "Stripe does not answer right now. Please try again in a minute." },
  unreadable: { status: 502, error: "Stripe sent an answer that cannot be read." },
} as const satisfies Record<
  StripeFault | "body" | "limit" | "provider" | "not-connected" | "no-account",
  { status: number; error: string }
>;
type Refusal = keyof typeof BILLING_ERRORS;

export type BillingReply = { status: number; body: BillingAnswer };
const refuse = (reason: Refusal): BillingReply => ({
  status: BILLING_ERRORS[reason].status,
  body: { success: false, error: BILLING_ERRORS[reason].error },
});

export type BillingCache = {
  /** Answers a staff member's request with this body. */
  answer: (options: { body: unknown; staffId: string }) => Promise<BillingReply>;
  /** Drops a customer whose data has changed. */
  forget: (customerId: string) => void;
};

/**
 * Looks up billing at Stripe and caches each result for five minutes; concurrent look-ups of the same
 * customer share one.
 */
export function createBillingCache(options: {
  db: Database;
  stripe: StripeConfig | null;
  now: () => Date;
}): BillingCache {
  const { db, stripe, now } = options;
  const cached = new Map<string, { at: number; result: Promise<StripeResult> }>();

  const getCached = (config: StripeConfig, customerId: string): Promise<StripeResult> => {
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
    if (cached.size > MOST_CACHED_BILLINGS && oldest !== undefined) cached.delete(oldest);
    return entry.result;
  };

  return {
    async answer({ body, staffId }) {
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
    forget: (customerId) => void cached.delete(customerId),
  };
}
