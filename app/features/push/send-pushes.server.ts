import { eq, sql } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import { pushMessages, pushSubscriptions } from "#app/db/tables/push.server.ts";
import { type Connection, withTransaction } from "#app/db/transaction.server.ts";
import { type Lease, type LeaseRules, withLease } from "#app/db/with-lease.server.ts";
import { SECOND_MS } from "#app/lib/durations.ts";
import { type PushFailure, type PushResult, sendPush } from "./client.server.ts";
import { MAX_PUSH_ATTEMPTS, PUSH_DEADLINE_MS } from "./constants.ts";
import { getExpiry, getPushRetryDelay, planPush } from "./plan-push.ts";
import { claimDueMessages, findClaimedMessages } from "./pushes.sql.ts";
import { type ListRecipients, queueNewEmergencies } from "./queue-pushes.server.ts";
import { openSubscriptionKeys } from "./subscription-keys.server.ts";

/** How many browsers are notified at the same time. */
const BATCH_SIZE = 50;
const LEASE_MS = 3 * PUSH_DEADLINE_MS;
/** A service that asks for more patience than this is asked again anyway. */
const MIN_RETRY_MS = SECOND_MS;

const MESSAGE_LEASE: LeaseRules<typeof pushMessages> = {
  table: pushMessages,
  isOpen: eq(pushMessages.state, "waiting"),
  leaseMs: LEASE_MS,
};

export type PushJobContext = Pick<
  AppContext,
  "db" | "log" | "now" | "settings" | "vapidKeys" | "vault"
> & {
  random: () => number;
  listRecipients: ListRecipients;
  findOfferFacts: FindOfferFacts;
  /** How long a push service may take. */
  deadlineMs?: number;
};
/** What decides whether a message about an offer is still news. */
export type OfferFacts = { id: string; isStale: boolean; endsAt: Date | null };
/** The facts of messages about offers, by the ids of the messages, as of now. */
export type FindOfferFacts = (
  db: Connection,
  input: { ids: string[]; now: Date },
) => Promise<readonly OfferFacts[]>;

type StoredMessage = Awaited<ReturnType<typeof findClaimedMessages.rows>>[number];
type Message = StoredMessage & Partial<Pick<OfferFacts, "endsAt">>;
type Held = { lease: Lease<typeof pushMessages>; message: Message };

/**
 * Queues what is new, and sends what is due, each browser on its own.
 * @returns how many messages push services took
 */
export async function sendPushes(app: PushJobContext, signal?: AbortSignal): Promise<number> {
  const { db, now } = app;
  await queueNewEmergencies(db, { now: now(), listRecipients: app.listRecipients });
  let sent = 0;
  while (!signal?.aborted) {
    const claimedAt = now();
    const claimed = await claimDueMessages.rows(db, {
      now: claimedAt,
      leaseUntil: new Date(claimedAt.getTime() + LEASE_MS),
      limit: String(BATCH_SIZE),
    });
    if (claimed.length === 0) break;
    const messages = await findMessages(
      app,
      claimed.map(({ id }) => id),
    );
    const results = await Promise.all(
      claimed.map((row) => {
        const message = messages.get(row.id);
        return message && sendClaimed(app, { row, message, signal });
      }),
    );
    sent += results.filter(Boolean).length;
  }
  return sent;
}

/** Claimed messages by their ids. What became of an offer is asked where offers are known. */
async function findMessages(
  { db, now, findOfferFacts }: PushJobContext,
  ids: string[],
): Promise<Map<string, Message>> {
  const stored = await findClaimedMessages.rows(db, { ids });
  const aboutOffers = stored.filter(({ offerId }) => offerId !== null).map(({ id }) => id);
  const facts = new Map(
    aboutOffers.length > 0
      ? (await findOfferFacts(db, { ids: aboutOffers, now: now() })).map((row) => [row.id, row])
      : [],
  );
  return new Map(
    stored.map((message) => {
      const { isStale = true, endsAt = null } = facts.get(message.id) ?? {};
      return [message.id, message.offerId === null ? message : { ...message, isStale, endsAt }];
    }),
  );
}

type Claimed = { row: { id: string; leaseUntil: Date }; message: Message; signal?: AbortSignal };

/** @returns whether the push service took it */
async function sendClaimed(
  app: PushJobContext,
  { row, message, signal }: Claimed,
): Promise<boolean> {
  const { db, now, log } = app;
  try {
    return await withLease({ ...MESSAGE_LEASE, db, now, signal }, row, async (lease) => {
      const plan = planPush(message, now());
      if (plan.kind === "later") await lease.end(db, { nextAttemptAt: plan.at });
      if (plan.kind === "drop") await drop(app, { lease, message }, plan.reason);
      return plan.kind === "send" && deliver(app, { lease, message }, plan.ttlSeconds);
    });
  } catch (error) {
    // Claimed again when its lease has run out; the others must not wait for it.
    log.error({ err: error, requestId: message.requestId }, "a notification failed");
    return false;
  }
}

const drop = ({ db, now }: PushJobContext, { lease }: Held, reason: string) =>
  lease.end(db, { state: "dropped", lastError: reason, finishedAt: now() });

async function deliver(app: PushJobContext, held: Held, ttlSeconds: number): Promise<boolean> {
  const { lease, message } = held;
  const { kind, requestId, offerId, endpoint, subscriptionId } = message;
  // Counted before the attempt: whatever goes wrong ends some day.
  if (!(await lease.renew(app.db, { attempts: message.attempts + 1 }))) return false;
  const keys = openSubscriptionKeys(app.vault, { ...message, id: subscriptionId });
  const { email } = await app.settings.get();
  const result: PushResult = keys
    ? await sendPush(
        { vapidKeys: app.vapidKeys, email },
        { endpoint, keys },
        {
          payload: { kind, id: offerId ?? requestId },
          ttlSeconds,
          now: app.now(),
          signal: lease.signal,
          deadlineMs: app.deadlineMs,
        },
      )
    : { ok: false, reason: "unreadable" };
  await (result.ok ? storeSuccess(app, held) : storeFailure(app, held, result));
  return result.ok;
}

async function storeSuccess({ db, now }: PushJobContext, { lease, message }: Held): Promise<void> {
  await withTransaction(db, async (tx) => {
    await lease.end(tx, { state: "sent", lastError: null, finishedAt: now() });
    await tx
      .update(pushSubscriptions)
      .set({ lastSuccessAt: now(), failures: 0 })
      .where(eq(pushSubscriptions.id, message.subscriptionId));
  });
}

async function storeFailure(app: PushJobContext, held: Held, failure: PushFailure): Promise<void> {
  const { db, now, log, random } = app;
  const { lease, message } = held;
  const { reason } = failure;
  if (reason === "gone") {
    // The browser took its permission back, or is gone; its messages go with it.
    await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, message.subscriptionId));
    return;
  }
  const attempt = message.attempts + 1;
  const delay = "retryAfterMs" in failure ? failure.retryAfterMs : null;
  const nextAttemptAt = new Date(
    now().getTime() + Math.max(MIN_RETRY_MS, delay ?? getPushRetryDelay(attempt, random())),
  );
  const mayRetry = "retryAfterMs" in failure && attempt < MAX_PUSH_ATTEMPTS;
  if (mayRetry && nextAttemptAt < getExpiry(message)) {
    await lease.end(db, { nextAttemptAt, lastError: reason });
    return;
  }
  // The service's host says who refuses; the rest of the address belongs to the browser.
  const service = new URL(message.endpoint).host;
  log.warn({ requestId: message.requestId, service, reason }, "a notification was not taken");
  await withTransaction(db, async (tx) => {
    await lease.end(tx, { state: "dead", lastError: reason, finishedAt: now() });
    await tx
      .update(pushSubscriptions)
      .set({ failures: sql`${pushSubscriptions.failures} + 1` })
      .where(eq(pushSubscriptions.id, message.subscriptionId));
  });
}
