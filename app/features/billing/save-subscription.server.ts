import { randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { paymentsSubscriptions } from "#app/db/tables/billing.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import type { EventOutcome, EventResult } from "./event-result.ts";
import { lockAndLinkProvider } from "./lock-provider.server.ts";
import type { SubscriptionChange } from "./read-event.ts";
import { resolveEventOrder } from "./resolve-event-order.ts";
import { findLaterEvent, findSubscriptionStart } from "./stripe-events.sql.ts";

const LIVE: readonly string[] = ["active", "trialing", "past_due"];

/** Rolls back the transaction of an event with the same time as the previous one. */
export class TiedEventError extends Error {}

/** How a tie is resolved: `current` is what Stripe says now, a `guess` compares the two events. */
export type TieResolution = "current" | "guess";

type SaveInput = { change: SubscriptionChange; eventId: string; resolution?: TieResolution };

/**
 * Stores a provider's subscription, unless a newer event or another subscription counts more.
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
  const stored = await getStored(tx, providerId);
  const refusal = stored && (await findRefusal(tx, { stored, change, resolution }));
  if (refusal) return { outcome: refusal };
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

/** Whose subscription it is: the customer's, else the provider's that its metadata names. */
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

type StoredSubscription = NonNullable<Awaited<ReturnType<typeof getStored>>>;

async function getStored(tx: Transaction, providerId: string) {
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

/** Why the stored subscription stays; null where the change is to be stored. */
async function findRefusal(
  tx: Transaction,
  { stored, change, resolution }: Comparison,
): Promise<EventOutcome | null> {
  const isLive = LIVE.includes(change.status);
  const isOlder = stored.eventAt !== null && stored.eventAt > change.order;
  if (stored.subscriptionId !== null && stored.subscriptionId !== change.subscriptionId) {
    // A subscription that is not paid never replaces one that is.
    const isWorse = change.status === "past_due" && stored.status !== "past_due";
    const replaces =
      isLive &&
      !isWorse &&
      (await isNewerSubscription(tx, change, { otherId: stored.subscriptionId, isOlder }));
    if (LIVE.includes(stored.status) && !replaces) return "other-subscription";
    // The time of another subscription's event says nothing about a live one.
    return (await hasLaterEvent(tx, change)) || (isOlder && !isLive) ? "older" : null;
  }
  if (isOlder) return "older";
  const isTied = stored.eventAt?.getTime() === change.order.getTime();
  if (isTied && !resolution) throw new TiedEventError();
  return isTied && resolution === "guess" && !resolveEventOrder(stored, change) ? "older" : null;
}

/**
 * Of two live subscriptions, the one that was started later is the provider's; where that is not
 * known, their events decide.
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
