import { z } from "zod";
import { TIER_LENGTH } from "./constants.ts";
import { type IgnoredEvent, type Purchase, readPurchase } from "./read-purchase.ts";
import { referenceSchema } from "./reference-schema.ts";
import { type ReversalNews, readReversal } from "./reversals/read-reversal.ts";

export type SubscriptionStatus = "active" | "trialing" | "past_due" | "canceled" | "none";
const STATUS_BY_STRIPE_STATUS: Record<string, SubscriptionStatus> = {
  active: "active",
  trialing: "trialing",
  past_due: "past_due",
  unpaid: "past_due",
  incomplete: "past_due",
  canceled: "canceled",
  incomplete_expired: "canceled",
  paused: "none",
};

export type SubscriptionChange = {
  kind: "subscription";
  subscriptionId: string;
  customerId: string;
  providerId: string | null;
  status: SubscriptionStatus;
  tier: string | null;
  periodEnd: Date | null;
  /** When the subscription was started, where the event says so. */
  startedAt: Date | null;
  /** The status before this one, where the event says so. */
  previousStatus: SubscriptionStatus | null;
  /**
   * The event's second, plus milliseconds that order types within it: created, updated, deleted.
   */
  order: Date;
};
/** A checkout that nobody will pay any more. */
export type EndedCheckout = { kind: "ended-checkout"; purchaseId: string; customerId: null };
export type StripeChange = SubscriptionChange | Purchase | ReversalNews | EndedCheckout;
export type StripeEvent = {
  id: string;
  type: string;
  createdAt: Date;
  change: StripeChange | IgnoredEvent;
};

const eventSchema = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  created: z.int().min(0).max(99_999_999_999),
  data: z.object({ object: z.unknown(), previous_attributes: z.unknown().optional() }),
});
const metadataSchema = z.record(z.string(), z.string()).nullish();
const secondsSchema = z.int().min(0).max(99_999_999_999);

const subscriptionSchema = z.object({
  id: z.string(),
  customer: referenceSchema,
  status: z.string(),
  created: secondsSchema.nullish(),
  metadata: metadataSchema,
  current_period_end: secondsSchema.nullish(),
  items: z.object({
    data: z.array(
      z.object({
        current_period_end: secondsSchema.nullish(),
        price: z
          .object({
            nickname: z.string().nullish(),
            lookup_key: z.string().nullish(),
            metadata: metadataSchema,
          })
          .nullish(),
      }),
    ),
  }),
});
const previousSchema = z.object({ status: z.string() });
const paymentSchema = z.object({
  id: z.string(),
  customer: referenceSchema.nullish(),
  amount_received: z.number(),
  currency: z.string(),
  metadata: metadataSchema,
});
const sessionSchema = z.object({
  payment_status: z.string(),
  payment_intent: referenceSchema.nullish(),
  customer: referenceSchema.nullish(),
  amount_total: z.number().nullish(),
  currency: z.string().nullish(),
  metadata: metadataSchema,
});
const SUBSCRIPTION_EVENTS = [
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
];
const SESSION_EVENTS = ["checkout.session.completed", "checkout.session.async_payment_succeeded"];
const SESSION_ENDS = ["checkout.session.expired", "checkout.session.async_payment_failed"];
const endedSchema = z.object({ metadata: metadataSchema });

/**
 * Parses an event into the change that it means for us.
 * @throws ZodError where an event of a known type has an unexpected shape
 */
export function readStripeEvent(body: unknown): StripeEvent {
  const { id, type, created, data } = eventSchema.parse(body);
  return {
    id,
    type,
    createdAt: new Date(created * 1_000),
    change: readChange(type, created, data),
  };
}

type EventData = { object?: unknown; previous_attributes?: unknown };

function readChange(
  type: string,
  created: number,
  { object, previous_attributes: before }: EventData,
): StripeEvent["change"] {
  if (SUBSCRIPTION_EVENTS.includes(type))
    return readSubscription(object, {
      order: new Date(created * 1_000 + SUBSCRIPTION_EVENTS.indexOf(type)),
      before,
    });
  if (type === "payment_intent.succeeded") return readPayment(object, created);
  if (SESSION_EVENTS.includes(type)) return readSession(object, created);
  if (SESSION_ENDS.includes(type)) {
    const purchase = z.uuid().safeParse(endedSchema.parse(object).metadata?.purchase_id);
    return purchase.success
      ? { kind: "ended-checkout", purchaseId: purchase.data, customerId: null }
      : { kind: "ignored" };
  }
  return readReversal(type, object) ?? { kind: "ignored" };
}

function readPayment(object: unknown, created: number): Purchase | IgnoredEvent {
  const { id, customer, amount_received: cents, currency, metadata } = paymentSchema.parse(object);
  return readPurchase(metadata, {
    paymentId: id,
    customerId: customer ?? null,
    cents,
    currency,
    created,
  });
}

function readSession(object: unknown, created: number): Purchase | IgnoredEvent {
  const session = sessionSchema.parse(object);
  // A slow payment method sends another event once it is paid. A free checkout buys nothing.
  if (session.payment_status !== "paid" || !session.payment_intent) return { kind: "ignored" };
  const { payment_intent: paymentId, customer, amount_total: cents, currency, metadata } = session;
  return readPurchase(metadata, {
    paymentId,
    customerId: customer ?? null,
    cents: cents ?? 0,
    currency: currency ?? "",
    created,
  });
}

/**
 * Reads a Stripe subscription, from an event or a response.
 * @param options.before the previous values of what an event changed
 */
export function readSubscription(
  object: unknown,
  { order, before }: { order: Date; before?: unknown },
): SubscriptionChange | IgnoredEvent {
  const {
    id,
    customer,
    status,
    created,
    metadata,
    items,
    current_period_end: ownEnd,
  } = subscriptionSchema.parse(object);
  const ourStatus = STATUS_BY_STRIPE_STATUS[status];
  if (!ourStatus)
    return { kind: "ignored", alarm: "a subscription has a status that is not known here" };
  const price = items.data[0]?.price;
  const tier =
    price?.metadata?.package_tier || price?.nickname || price?.lookup_key || metadata?.package_tier;
  const ends = [...items.data.map((item) => item.current_period_end), ownEnd].filter(
    (end) => typeof end === "number",
  );
  const provider = z.uuid().safeParse(metadata?.provider_id);
  return {
    kind: "subscription",
    subscriptionId: id,
    customerId: customer,
    providerId: provider.success ? provider.data : null,
    status: ourStatus,
    tier: tier?.slice(0, TIER_LENGTH) ?? null,
    periodEnd: ends.length > 0 ? new Date(Math.max(...ends) * 1_000) : null,
    startedAt: typeof created === "number" ? new Date(created * 1_000) : null,
    previousStatus:
      STATUS_BY_STRIPE_STATUS[previousSchema.safeParse(before).data?.status ?? ""] ?? null,
    order,
  };
}
