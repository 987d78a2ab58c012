import { eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { stripeEvents } from "#app/db/tables/billing.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { bookPurchase } from "./book-purchase.server.ts";
import type { SubscriptionResult } from "./client.server.ts";
import type { EventResult } from "./event-result.ts";
import { readSubscription, type StripeEvent, type SubscriptionChange } from "./read-event.ts";
import type { Purchase } from "./read-purchase.ts";
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
  change: SubscriptionChange | Purchase;
  resolution?: TieResolution;
};

function applyEvent(
  context: ActionContext,
  { event, change, resolution }: EventChange,
): Promise<EventResult> {
  return withTransaction(context.db, async (tx): Promise<EventResult> => {
    const { id, type, createdAt } = event;
    const { rowCount } = await tx
      .insert(stripeEvents)
      .values({ id, type, createdAt, receivedAt: context.now })
      .onConflictDoNothing({ target: stripeEvents.id });
    if (!rowCount) return { outcome: "repeated" };
    const result =
      change.kind === "subscription"
        ? await saveSubscription(tx, context, { change, eventId: id, resolution })
        : await bookPurchase(tx, context, { purchase: change, eventId: id });
    await tx
      .update(stripeEvents)
      .set({ detail: { outcome: result.outcome, ...describeSubscription(change) } })
      .where(eq(stripeEvents.id, id));
    return result;
  });
}

/** What later events of the same subscription are compared with. */
const describeSubscription = (change: SubscriptionChange | Purchase) =>
  change.kind === "subscription"
    ? { subscription: change.subscriptionId, madeAt: change.startedAt?.toISOString() ?? null }
    : {};
