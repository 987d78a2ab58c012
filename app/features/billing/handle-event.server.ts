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
  /** Reads a subscription at Stripe; undefined without a key. */
  fetchSubscription?: (subscriptionId: string) => Promise<SubscriptionResult>;
};

/**
 * Applies an event of Stripe: its row and its consequences in one transaction. The same event again,
 * even at the same time, finds the row and changes nothing. The order of two events of the same
 * second is unknown: then the subscription is read at Stripe. `unsettled`: Stripe did not answer and
 * nothing was stored, so that Stripe can send the event again.
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
  if (response && !response.ok && TEMPORARY_FAULTS.includes(response.reason))
    return { outcome: "unsettled" };
  const current = response?.ok ? readSubscription(response.object, { order: change.order }) : null;
  if (current?.kind === "ignored") return { outcome: "ignored", alarm: current.alarm };
  return applyEvent(context, {
    event,
    change: current ?? change,
    resolution: current ? "current" : "guess",
  });
}

/**
 * Failures that end without anybody's help. Anything else, such as a key that may not read
 * subscriptions, would stay.
 */
const TEMPORARY_FAULTS = ["down", "busy"];

type Application = {
  event: StripeEvent;
  change: SubscriptionChange | Purchase;
  resolution?: TieResolution;
};

function applyEvent(
  context: ActionContext,
  { event, change, resolution }: Application,
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

/** What the handling of later events needs to know about this one. */
const describeSubscription = (change: SubscriptionChange | Purchase) =>
  change.kind === "subscription"
    ? { subscription: change.subscriptionId, madeAt: change.startedAt?.toISOString() ?? null }
    : {};
