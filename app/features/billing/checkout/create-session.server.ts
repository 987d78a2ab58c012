import { z } from "zod";
import {
  callStripe,
  StripeCallError,
  type StripeConfig,
  type StripeFailure,
  type StripeFields,
} from "../call-stripe.server.ts";
import { CHECKOUT_DEADLINE_MS, CURRENCY } from "../constants.ts";

const STRIPE_API = "https://api.stripe.com";
const STRIPE_CHECKOUT = "https://checkout.stripe.com";

/**
 * The origin of the page on which Stripe takes a payment. A double of Stripe, for development and tests,
 * has its page where its API is.
 */
export function getCheckoutOrigin({ baseUrl }: StripeConfig): string {
  const { origin } = new URL(baseUrl);
  return origin === STRIPE_API ? STRIPE_CHECKOUT : origin;
}

export type NewSession = {
  purchaseId: string;
  providerId: string;
  credits: number;
  cents: number;
  /** The provider at Stripe; null lets Stripe create one. */
  customerId: string | null;
  brand: string;
  /** Where Stripe sends the browser after the payment, and without one. */
  successUrl: string;
  cancelUrl: string;
};
export type SessionResult =
  | { ok: true; id: string; url: string }
  | { ok: false; reason: StripeFailure };

const sessionSchema = z.object({ id: z.string().min(1).max(255), url: z.url() });

/**
 * Creates a Checkout session at Stripe. Where the provider's customer was deleted there, Stripe creates
 * another one.
 */
export async function createSession(
  config: StripeConfig,
  session: NewSession,
): Promise<SessionResult> {
  const { purchaseId, customerId } = session;
  const result = await requestSession(config, session, purchaseId);
  const isCustomerGone = !result.ok && result.reason === "unknown-customer" && customerId !== null;
  if (!isCustomerGone) return result;
  // Stripe refuses a key that comes with other fields than before.
  const key = `${purchaseId}:new-customer`;
  return requestSession(config, { ...session, customerId: null }, key);
}

/**
 * The key makes Stripe answer a second try with the first
 * session, so a lost response is asked for once more.
 */
async function requestSession(
  config: StripeConfig,
  session: NewSession,
  idempotencyKey: string,
): Promise<SessionResult> {
  const call = { config, signal: AbortSignal.timeout(CHECKOUT_DEADLINE_MS) };
  const request = {
    path: "/v1/checkout/sessions",
    schema: sessionSchema,
    post: { fields: buildFields(session), idempotencyKey },
  };
  try {
    const { id, url } = await callStripe(call, request).catch((error: unknown) => {
      const isLost = error instanceof StripeCallError && error.reason === "down";
      if (!isLost || call.signal.aborted) throw error;
      return callStripe(call, request);
    });
    // The page's policy allows no other, and nobody is sent anywhere else.
    if (new URL(url).origin !== getCheckoutOrigin(config))
      return { ok: false, reason: "unreadable" };
    return { ok: true, id, url };
  } catch (error) {
    if (error instanceof StripeCallError) return { ok: false, reason: error.reason };
    throw error;
  }
}

/** The metadata is on the payment too: its own event may be the first to arrive. */
function buildFields(session: NewSession): StripeFields {
  const { purchaseId, providerId, credits, cents, customerId, brand } = session;
  const metadata = { provider_id: providerId, credits: String(credits), purchase_id: purchaseId };
  return {
    mode: "payment",
    client_reference_id: purchaseId,
    ...(customerId ? { customer: customerId } : { customer_creation: "always" }),
    "line_items[0][quantity]": "1",
    "line_items[0][price_data][currency]": CURRENCY,
    "line_items[0][price_data][unit_amount]": String(cents),
    "line_items[0][price_data][product_data][name]": `${credits} credits, ${brand}`,
    success_url: session.successUrl,
    cancel_url: session.cancelUrl,
    ...Object.fromEntries(
      Object.entries(metadata).flatMap(([name, value]) => [
        [`metadata[${name}]`, value],
        [`payment_intent_data[metadata][${name}]`, value],
      ]),
    ),
  };
}
