import { randomUUIDv7 } from "node:crypto";
import type pg from "pg";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import { postCredits } from "#app/features/billing/ledger.server.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import type { SubscriptionResult } from "./client.server.ts";
import {
  type Purchase,
  readSubscription,
  type StripeEvent,
  type SubscriptionChange,
} from "./read-event.ts";
import { resolveEventOrder } from "./resolve-event-order.ts";

const ACTOR = "stripe";
const LIVE = ["active", "trialing", "past_due"];

type By = { eventId: string; requestId?: string; now: Date };
/** What became of an event; `alarm`: a person has to look. */
export type Outcome =
  | "unsettled"
  | "saved"
  | "booked"
  | "repeated"
  | "older"
  | "other-subscription"
  | "unknown-provider"
  | "booked-before"
  | "ignored";
export type TakenEvent = { outcome: Outcome; alarm?: string };

type TakeOptions = {
  event: StripeEvent;
  requestId?: string;
  now: Date;
  /** Reads a subscription at Stripe; undefined without a key. */
  askStripe?: (subscriptionId: string) => Promise<SubscriptionResult>;
};

/**
 * Takes an event of Stripe: its row and its consequences in one transaction. The same event again,
 * also at the same moment, finds the row and changes nothing. Events of one second do not tell
 * which came first: then Stripe is asked how the subscription is. `unsettled`: it did not answer;
 * nothing was taken, so that the event can come again.
 */
export async function handleStripeEvent(pool: pg.Pool, options: TakeOptions): Promise<TakenEvent> {
  const { event, requestId, now, askStripe } = options;
  const { change } = event;
  if (change.kind === "ignored") return { outcome: "ignored", alarm: change.alarm };
  const by = { eventId: event.id, requestId, now };
  try {
    return await takeOnce(pool, { event, change, by });
  } catch (error) {
    if (!(error instanceof TiedError) || change.kind !== "subscription") throw error;
  }
  const answer = await askStripe?.(change.subscriptionId);
  if (answer && !answer.ok && ASK_AGAIN.includes(answer.reason)) return { outcome: "unsettled" };
  const current = answer?.ok ? readSubscription(answer.object, { order: change.order }) : null;
  if (current?.kind === "ignored") return { outcome: "ignored", alarm: current.alarm };
  return takeOnce(pool, {
    event,
    change: current ?? change,
    by,
    settle: current ? "current" : "guess",
  });
}

/**
 * Failures that pass without anybody's help. Anything else, such as a key that may not read subscriptions, would stay
 * as it is.
 */
const ASK_AGAIN = ["down", "busy"];

/** Undoes the transaction of an event that has the time of the one before it. */
class TiedError extends Error {}

/** How a tie is settled: `current` is what Stripe said, a `guess` goes by the two events. */
type Settle = "current" | "guess";
type Take = { event: StripeEvent; change: SubscriptionChange | Purchase; by: By; settle?: Settle };

function takeOnce(pool: pg.Pool, { event, change, by, settle }: Take): Promise<TakenEvent> {
  return inTransaction(pool, async (tx): Promise<TakenEvent> => {
    const { rowCount } = await tx.query(
      "insert into stripe_events (id, type, created_at, received_at) values ($1, $2, $3, $4) on conflict (id) do nothing",
      [event.id, event.type, event.createdAt, by.now],
    );
    if (!rowCount) return { outcome: "repeated" };
    const taken =
      change.kind === "subscription"
        ? await saveSubscription(tx, change, { ...by, settle })
        : await bookPurchase(tx, change, by);
    await tx.query("update stripe_events set detail = $2 where id = $1", [
      event.id,
      JSON.stringify({ outcome: taken.outcome, ...noteOf(change) }),
    ]);
    return taken;
  });
}

/** What later events ask of this one. */
const noteOf = (change: SubscriptionChange | Purchase) =>
  change.kind === "subscription"
    ? { subscription: change.subscriptionId, madeAt: change.madeAt?.toISOString() ?? null }
    : {};

/**
 * Holds a provider's row, so that events of one provider wait for each other, and learns its
 * customer id where there was none.
 */
async function holdProvider(
  tx: pg.PoolClient,
  providerId: string,
  customerId: string | null,
): Promise<boolean> {
  const { rowCount } = await tx.query("select 1 from providers where id = $1 for update", [
    providerId,
  ]);
  if (!rowCount) return false;
  await tx.query(
    `update providers set stripe_customer_id = $2
     where id = $1 and stripe_customer_id is null and $2::text is not null and not exists (select from providers where stripe_customer_id = $2)`,
    [providerId, customerId],
  );
  return true;
}

/** Whose subscription it is: the customer's, else the provider's that its metadata names. */
async function findProvider(
  tx: pg.PoolClient,
  { customerId, providerId }: SubscriptionChange,
): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    "select id from providers where stripe_customer_id = $1",
    [customerId],
  );
  return rows[0]?.id ?? providerId;
}

type Stored = {
  subscriptionId: string | null;
  status: string;
  tier: string | null;
  periodEnd: Date | null;
  eventAt: Date | null;
};

async function saveSubscription(
  tx: pg.PoolClient,
  change: SubscriptionChange,
  by: By & { settle?: Settle },
): Promise<TakenEvent> {
  const { subscriptionId, status, tier, periodEnd, order } = change;
  const providerId = await findProvider(tx, change);
  if (!providerId || !(await holdProvider(tx, providerId, change.customerId)))
    return { outcome: "unknown-provider", alarm: "a subscription belongs to no provider" };
  const { rows } = await tx.query<Stored>(
    'select stripe_subscription_id as "subscriptionId", status, package_tier as tier, current_period_end as "periodEnd", event_at as "eventAt" from payments_subscriptions where provider_id = $1',
    [providerId],
  );
  const [stored] = rows;
  if (stored) {
    const refused = await refuse(tx, { stored, change, settle: by.settle });
    if (refused) return { outcome: refused };
  }
  await tx.query(
    `insert into payments_subscriptions (id, provider_id, status, package_tier, current_period_end, stripe_subscription_id, event_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (provider_id) do update set status = excluded.status, package_tier = excluded.package_tier, current_period_end = excluded.current_period_end,
       stripe_subscription_id = excluded.stripe_subscription_id, event_at = excluded.event_at`,
    [randomUUIDv7(), providerId, status, tier, periodEnd, subscriptionId, order, by.now],
  );
  const changes = {
    status: { from: stored?.status ?? null, to: status },
    tier: { from: stored?.tier ?? null, to: tier },
    event: by.eventId,
  };
  await writeAudit(tx, {
    actor: ACTOR,
    action: "subscription",
    entity: "provider",
    entityId: providerId,
    changes,
    requestId: by.requestId,
    now: by.now,
  });
  return { outcome: "saved" };
}

/** Why a change leaves what is stored as it is; null where it is to be stored. */
async function refuse(
  tx: pg.PoolClient,
  { stored, change, settle }: { stored: Stored; change: SubscriptionChange; settle?: Settle },
): Promise<Outcome | null> {
  const isLive = LIVE.includes(change.status);
  const isOlder = stored.eventAt !== null && stored.eventAt > change.order;
  if (stored.subscriptionId !== null && stored.subscriptionId !== change.subscriptionId) {
    // One that is not paid yet, or no more, takes nothing from one that is.
    const isPoorer = change.status === "past_due" && stored.status !== "past_due";
    const takes =
      isLive &&
      !isPoorer &&
      (await takesOver(tx, change, { otherId: stored.subscriptionId, isOlder }));
    if (LIVE.includes(stored.status) && !takes) return "other-subscription";
    // The time of another subscription's event says nothing about one that lives.
    return (await hasLaterEvent(tx, change)) || (isOlder && !isLive) ? "older" : null;
  }
  if (isOlder) return "older";
  const isTied = stored.eventAt?.getTime() === change.order.getTime();
  if (isTied && !settle) throw new TiedError();
  return isTied && settle === "guess" && !resolveEventOrder(stored, change) ? "older" : null;
}

/**
 * Of two subscriptions that live, the one that was made later is the provider's; where that is not
 * known, their events decide.
 */
async function takesOver(
  tx: pg.PoolClient,
  { madeAt }: SubscriptionChange,
  { otherId, isOlder }: { otherId: string; isOlder: boolean },
): Promise<boolean> {
  const { rows } = await tx.query<{ madeAt: Date }>(
    `select (detail ->> 'madeAt')::timestamptz as "madeAt" from stripe_events where detail ->> 'subscription' = $1 and detail ->> 'madeAt' is not null limit 1`,
    [otherId],
  );
  const [other] = rows;
  return madeAt && other ? madeAt > other.madeAt : !isOlder;
}

/**
 * Whether a later event of the same subscription came before this one, and told of its end perhaps.
 */
async function hasLaterEvent(
  tx: pg.PoolClient,
  { subscriptionId, order }: SubscriptionChange,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    "select from stripe_events where detail ->> 'subscription' = $1 and created_at > $2 limit 1",
    [subscriptionId, order],
  );
  return Boolean(rowCount);
}

async function bookPurchase(tx: pg.PoolClient, purchase: Purchase, by: By): Promise<TakenEvent> {
  const { providerId, credits, paymentId, amountPaid, paidAt, customerId } = purchase;
  if (!(await holdProvider(tx, providerId, customerId)))
    return {
      outcome: "unknown-provider",
      alarm: "a payment for credits names a provider that does not exist",
    };
  const posted = await postCredits(tx, {
    kind: "purchase",
    providerId,
    amount: credits,
    reference: paymentId,
    actor: ACTOR,
    now: by.now,
  });
  // A checkout and its payment are two events of one purchase.
  if (!posted.ok) return { outcome: "booked-before" };
  await tx.query(
    "insert into bid_unlocks (id, provider_id, amount_paid, paid_at) values ($1, $2, $3, $4)",
    [randomUUIDv7(), providerId, amountPaid, paidAt],
  );
  const changes = { credits, payment: paymentId, event: by.eventId };
  await writeAudit(tx, {
    actor: ACTOR,
    action: "buy-credits",
    entity: "provider",
    entityId: providerId,
    changes,
    requestId: by.requestId,
    now: by.now,
  });
  return { outcome: "booked" };
}
