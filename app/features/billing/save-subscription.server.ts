import { randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { paymentsSubscriptions } from "#app/db/tables/billing.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import type { EventOutcome, EventResult } from "./event-result.ts";
import { isLaterEvent } from "./is-later-event.ts";
import { lockAndLinkProvider } from "./lock-provider.server.ts";
import type { SubscriptionChange } from "./read-event.ts";
import { findLaterEvent, findSubscriptionStart } from "./stripe-events.sql.ts";

const LIVE_STATUSES: readonly string[] = ["active", "trialing", "past_due"];

/** Rolls back the transaction of an event with the same time as the stored one. */
export class TiedEventError extends Error {}

/** How a tie is resolved: by the `current` state at Stripe, or by a `guess` from the two events. */
export type TieResolution = "current" | "guess";

type SaveInput = { change: SubscriptionChange; eventId: string; resolution?: TieResolution };

/**
 * Stores a provider's subscription, unless a newer event or another subscription takes precedence.
 * @throws TiedEventError for an event of the same second as the stored one, without a resolution
 */
export async function saveSubscription(
  tx: Transaction,
  context: ActionContext,
  { change, eventId, resolution }: SaveInput,
): Promise<EventResult> {
  const { subscriptionId, status, tier, periodEnd, order } = change;
  const providerId = await findProviderId(tx, change);
  if (!providerId || !(await lockAndLinkProvider(tx, providerId, change.customerId)))
    return { outcome: "unknown-provider", alarm: "a subscription belongs to no provider" };
  const stored = await getStoredSubscription(tx, providerId);
  const skipReason = stored && (await findSkipReason(tx, { stored, change, resolution }));
  if (skipReason) return { outcome: skipReason };
  const columns = {
    status,
    packageTier: tier,
    currentPeriodEnd: periodEnd,
    stripeSubscriptionId: subscriptionId,
    eventAt: order,
  };
  await tx
    .insert(paymentsSubscriptions)
    .values({ id: randomUUIDv7(), providerId, ...columns, createdAt: context.now })
    .onConflictDoUpdate({ target: paymentsSubscriptions.providerId, set: columns });
  await recordAudit(tx, context, {
    action: "subscription",
    entity: "provider",
    entityId: providerId,
    changes: {
      status: { from: stored?.status ?? null, to: status },
      tier: { from: stored?.tier ?? null, to: tier },
      event: eventId,
    },
  });
  return { outcome: "saved" };
}

/** The provider with the subscription's customer id, else the one that its metadata names. */
async function findProviderId(
  tx: Transaction,
  { customerId, providerId }: SubscriptionChange,
): Promise<string | null> {
  const [provider] = await tx
    .select({ id: providers.id })
    .from(providers)
    .where(eq(providers.stripeCustomerId, customerId));
  return provider?.id ?? providerId;
}

type StoredSubscription = NonNullable<Awaited<ReturnType<typeof getStoredSubscription>>>;

async function getStoredSubscription(tx: Transaction, providerId: string) {
  const [stored] = await tx
    .select({
      subscriptionId: paymentsSubscriptions.stripeSubscriptionId,
      status: paymentsSubscriptions.status,
      tier: paymentsSubscriptions.packageTier,
      periodEnd: paymentsSubscriptions.currentPeriodEnd,
      eventAt: paymentsSubscriptions.eventAt,
    })
    .from(paymentsSubscriptions)
    .where(eq(paymentsSubscriptions.providerId, providerId));
  return stored;
}

type Comparison = {
  stored: StoredSubscription;
  change: SubscriptionChange;
  resolution?: TieResolution;
};

/** Why the stored subscription is not replaced; null where the change is to be stored. */
async function findSkipReason(
  tx: Transaction,
  { stored, change, resolution }: Comparison,
): Promise<EventOutcome | null> {
  const isLive = LIVE_STATUSES.includes(change.status);
  const isOlder = stored.eventAt !== null && stored.eventAt > change.order;
  if (stored.subscriptionId !== null && stored.subscriptionId !== change.subscriptionId) {
    // An unpaid subscription never replaces a paid one.
    const isWorse = change.status === "past_due" && stored.status !== "past_due";
    const replaces =
      isLive &&
      !isWorse &&
      (await isNewerSubscription(tx, change, { otherId: stored.subscriptionId, isOlder }));
    if (LIVE_STATUSES.includes(stored.status) && !replaces) return "other-subscription";
    // A live subscription is not outdated by another subscription's later event.
    return (await hasLaterEvent(tx, change)) || (isOlder && !isLive) ? "older" : null;
  }
  if (isOlder) return "older";
  const isTied = stored.eventAt?.getTime() === change.order.getTime();
  if (isTied && !resolution) throw new TiedEventError();
  return isTied && resolution === "guess" && !isLaterEvent(stored, change) ? "older" : null;
}

/**
 * Whether this live subscription started later than the stored one; where that is unknown, whether
 * its event is later.
 */
async function isNewerSubscription(
  tx: Transaction,
  { startedAt }: SubscriptionChange,
  { otherId, isOlder }: { otherId: string; isOlder: boolean },
): Promise<boolean> {
  const other = await findSubscriptionStart.first(tx, { subscriptionId: otherId });
  return startedAt && other ? startedAt > other.startedAt : !isOlder;
}

/**
 * Whether a later event of the same subscription, perhaps about its end, arrived before this one.
 */
async function hasLaterEvent(
  tx: Transaction,
  { subscriptionId, order }: SubscriptionChange,
): Promise<boolean> {
  return (await findLaterEvent.first(tx, { subscriptionId, after: order })) !== undefined;
}
