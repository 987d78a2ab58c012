import { eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import { webhookDeliveries } from "#app/db/tables/webhooks.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { type Lease, type LeaseRules, withLease } from "#app/db/with-lease.server.ts";
import { HOUR_MS } from "#app/lib/durations.ts";
import { describeSpan, withRequestSpan } from "#app/lib/tracing.server.ts";
import {
  DEADLINE_MS,
  MAX_RETRY_AFTER_MS,
  PAUSE_AFTER_HOURS,
  RETRY_PAUSES_MS,
} from "./constants.ts";
import {
  claimDueDeliveries,
  findClaimedDeliveries,
  lockOpenEndpoints,
  recordRefused,
  recordTaken,
} from "./deliveries.sql.ts";
import type { PostResult } from "./post-message.server.ts";
import { sendMessage } from "./send-message.server.ts";

const LEASE_MS = 3 * DEADLINE_MS;
/** Up to so much is added to a pause, so that many messages do not come back at once. */
const JITTER = 0.1;

const DELIVERY_LEASE: LeaseRules<typeof webhookDeliveries> = {
  table: webhookDeliveries,
  isOpen: eq(webhookDeliveries.state, "waiting"),
  leaseMs: LEASE_MS,
};

export type WebhookJobContext = Pick<AppContext, "db" | "env" | "log" | "now" | "vault"> & {
  random: () => number;
  /** How long a receiver may take. */
  deadlineMs?: number;
};
type Delivery = Awaited<ReturnType<typeof findClaimedDeliveries.rows>>[number];
type Held = { lease: Lease<typeof webhookDeliveries>; delivery: Delivery; startedAt: Date };

/** Sends the messages that are due. @returns how many were taken */
export async function sendDueMessages(
  app: WebhookJobContext,
  signal?: AbortSignal,
): Promise<number> {
  const { db } = app;
  let taken = 0;
  while (!signal?.aborted) {
    const claimed = await claimDue(app);
    if (claimed.length === 0) break;
    const stored = await findClaimedDeliveries.rows(db, { ids: claimed.map(({ id }) => id) });
    const deliveries = new Map(stored.map((delivery) => [delivery.id, delivery]));
    const results = await Promise.all(
      claimed.map((row) => {
        const delivery = deliveries.get(row.id);
        return delivery && sendClaimed(app, { row, delivery, signal });
      }),
    );
    taken += results.filter(Boolean).length;
  }
  return taken;
}

/** Two statements: the second one sees what another worker has claimed before the first one ended. */
const claimDue = ({ db, now }: WebhookJobContext) =>
  withTransaction(db, async (tx) => {
    const claimedAt = now();
    const endpoints = await lockOpenEndpoints.rows(tx, { now: claimedAt });
    return claimDueDeliveries.rows(tx, {
      endpointIds: endpoints.map(({ id }) => id),
      now: claimedAt,
      leaseUntil: new Date(claimedAt.getTime() + LEASE_MS),
    });
  });

type Claimed = { row: { id: string; leaseUntil: Date }; delivery: Delivery; signal?: AbortSignal };

/** @returns whether the endpoint took it */
async function sendClaimed(
  app: WebhookJobContext,
  { row, delivery, signal }: Claimed,
): Promise<boolean> {
  const { db, now, log } = app;
  const attributes = { "app.target": delivery.type, "app.attempt": delivery.attempts + 1 };
  const send = () =>
    withLease({ ...DELIVERY_LEASE, db, now, signal }, row, (lease) =>
      deliver(app, { lease, delivery, startedAt: now() }),
    );
  try {
    return await withRequestSpan(
      delivery.requestId ?? delivery.eventId,
      "send webhook",
      { kind: "CLIENT", attributes },
      send,
    );
  } catch (error) {
    // Claimed again when its lease has run out; the others must not wait for it.
    log.error({ err: error, endpointId: delivery.endpointId }, "a webhook failed");
    return false;
  }
}

async function deliver(app: WebhookJobContext, held: Held): Promise<boolean> {
  const { lease, delivery, startedAt } = held;
  // Counted before the attempt: whatever goes wrong ends some day.
  if (!(await lease.renew(app.db, { attempts: delivery.attempts + 1 }))) return false;
  const { eventId: id, type, data, occurredAt } = delivery;
  const result = await sendMessage(app, {
    endpoint: { ...delivery, id: delivery.endpointId },
    message: { id, type, data, occurredAt },
    now: startedAt,
    signal: lease.signal,
    deadlineMs: app.deadlineMs,
  });
  if (!result.ok && lease.signal.aborted) {
    // Our own stop is not a failure of the receiver: the next process sends it again.
    await lease.end(app.db, { attempts: delivery.attempts });
    return false;
  }
  describeSpan({ "app.outcome": result.ok ? "taken" : result.error });
  await (result.ok ? storeTaken(app, held, result.status) : storeRefused(app, held, result));
  return result.ok;
}

const describeAttempt = (now: Date, startedAt: Date) => ({
  lastAttemptAt: startedAt,
  lastMs: now.getTime() - startedAt.getTime(),
});

const storeTaken = (
  { db, now }: WebhookJobContext,
  { lease, delivery, startedAt }: Held,
  status: number,
) =>
  withTransaction(db, async (tx) => {
    // The endpoint before its message, as everywhere: otherwise two transactions wait for each other.
    await recordTaken.run(tx, { id: delivery.endpointId });
    await lease.end(tx, {
      ...describeAttempt(now(), startedAt),
      state: "delivered",
      lastStatus: status,
      lastError: null,
    });
  });

async function storeRefused(
  { db, now, log, random }: WebhookJobContext,
  { lease, delivery, startedAt }: Held,
  { status, error, isGone, retryAfterMs }: Extract<PostResult, { ok: false }>,
): Promise<void> {
  const { endpointId, attempts } = delivery;
  const at = now();
  const pause = RETRY_PAUSES_MS[attempts];
  const wait =
    pause &&
    Math.max(pause * (1 + JITTER * random()), Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
  const pauseReason = await withTransaction(db, async (tx) => {
    const refused = await recordRefused.first(tx, {
      id: endpointId,
      isGone,
      before: new Date(at.getTime() - PAUSE_AFTER_HOURS * HOUR_MS),
      now: at,
    });
    const pausedBy = refused?.pauseReason ?? null;
    const attempt = { ...describeAttempt(at, startedAt), lastStatus: status, lastError: error };
    if (wait) await lease.end(tx, { ...attempt, nextAttemptAt: new Date(at.getTime() + wait) });
    // What a paused endpoint did not take waits until somebody resumes it.
    else await lease.end(tx, { ...attempt, ...(!pausedBy && { state: "failed" as const }) });
    return pausedBy;
  });
  const fields = { endpointId, reason: error, attempt: attempts + 1 };
  log.warn(fields, wait ? "a webhook was not taken" : "a webhook was given up");
  if (pauseReason) log.error({ endpointId, pauseReason }, "alarm: a webhook endpoint is paused");
}
