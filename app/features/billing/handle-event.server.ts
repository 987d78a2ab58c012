import { eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { stripeEvents } from "#app/db/tables/billing.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { bookPurchase } from "./book-purchase.server.ts";
import { endCheckout } from "./checkout/purchases.server.ts";
import type { SubscriptionResult } from "./client.server.ts";
import type { EventResult } from "./event-result.ts";
import { readSubscription, type StripeChange, type StripeEvent } from "./read-event.ts";
import { applyReversal } from "./reversals/reverse-credits.server.ts";
import {
  saveSubscription,
  TiedEventError,
  type TieResolution,
} from "./save-subscription.server.ts";

type EventInput = {
  event: StripeEvent;
  /** Reads a subscription from Stripe; undefined without a key. */
  fetchSubscription?: (subscriptionId: string) => Promise<SubscriptionResult>;
};

/**
 * Applies a Stripe event: stores its row and its effects in one transaction, so that a repeated
 * event, even a concurrent one, changes nothing. If two events have the same second, their order is
 * unknown and the subscription is read from Stripe. `unsettled`: Stripe did not respond, and nothing
 * was stored, so that Stripe can send the event again.
 */
export async function handleStripeEvent(
  context: ActionContext,
  { event, fetchSubscription }: EventInput,
): Promise<EventResult> {
  const { change } = event;
  if (change.kind === "ignored") return { outcome: "ignored", alarm: change.alarm };
  try {
    return await applyEvent(context, { event, change });
  } catch (error) {
    if (!(error instanceof TiedEventError) || change.kind !== "subscription") throw error;
  }
  const response = await fetchSubscription?.(change.subscriptionId);
  if (response && !response.ok && TRANSIENT_FAILURES.includes(response.reason))
    return { outcome: "unsettled" };
  const current = response?.ok ? readSubscription(response.object, { order: change.order }) : null;
  if (current?.kind === "ignored") return { outcome: "ignored", alarm: current.alarm };
  return applyEvent(context, {
    event,
    change: current ?? change,
    resolution: current ? "current" : "guess",
  });
}

/** Failures worth a retry; others, such as a key without the permission, last until someone acts. */
const TRANSIENT_FAILURES = ["down", "busy"];

type EventChange = {
  event: StripeEvent;
  change: StripeChange;
  resolution?: TieResolution;
};

function applyEvent(context: ActionContext, applied: EventChange): Promise<EventResult> {
  const { id, type, createdAt } = applied.event;
  return withTransaction(context.db, async (tx): Promise<EventResult> => {
    const { rowCount } = await tx
      .insert(stripeEvents)
      .values({ id, type, createdAt, receivedAt: context.now })
      .onConflictDoNothing({ target: stripeEvents.id });
    if (!rowCount) return { outcome: "repeated" };
    const result = await applyChange(tx, context, applied);
    await tx
      .update(stripeEvents)
      .set({ detail: { outcome: result.outcome, ...describeChange(applied.change) } })
      .where(eq(stripeEvents.id, id));
    return result;
  });
}

function applyChange(
  tx: Transaction,
  context: ActionContext,
  { event: { id: eventId, createdAt: at }, change, resolution }: EventChange,
): Promise<EventResult> {
  switch (change.kind) {
    case "subscription":
      return saveSubscription(tx, context, { change, eventId, resolution });
    case "purchase":
      return bookPurchase(tx, context, { purchase: change, eventId });
    case "reversal":
      return applyReversal(tx, context, { news: change, eventId, at });
    case "ended-checkout":
      return endCheckout(tx, change);
  }
}

/** What later events of the same subscription or payment are read with. */
function describeChange(change: StripeChange): Record<string, unknown> {
  if (change.kind === "subscription")
    return {
      subscription: change.subscriptionId,
      madeAt: change.startedAt?.toISOString() ?? null,
    };
  return change.kind === "reversal" ? { payment: change.paymentId, fact: change.fact } : {};
}
