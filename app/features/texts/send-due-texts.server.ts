import { randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import { requestKeys } from "#app/db/tables/customer-page.server.ts";
import { notifications } from "#app/db/tables/notifications.server.ts";
import { requestEvents } from "#app/db/tables/requests.server.ts";
import { customerTexts } from "#app/db/tables/texts.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { type Lease, type LeaseRules, withLease } from "#app/db/with-lease.server.ts";
import { stopContactOf } from "#app/features/privacy/customer-stop.server.ts";
import { CUSTOMER_ACTOR } from "#app/features/requests/customer/constants.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { getRetryDelay } from "#app/lib/retry-delay.ts";
import { sendText, type TextConfig, type TextFailure } from "./client.server.ts";
import {
  MAX_ATTEMPTS,
  OFFER_TEXT,
  QUEUE_LOOK_BACK_MS,
  TEXT_FAILED_EVENT,
  TEXT_SENT_EVENT,
} from "./constants.ts";
import { type PreparedText, prepareText } from "./prepare-text.server.ts";
import { findActiveAccount } from "./switch.server.ts";
import { claimDueText, dropWaitingTexts, queueTexts } from "./texts.sql.ts";

/** Longer than the deadline of the provider. */
const LEASE_MS = MINUTE_MS;

const TEXT_LEASE: LeaseRules<typeof customerTexts> = {
  table: customerTexts,
  isOpen: eq(customerTexts.state, "waiting"),
  leaseMs: LEASE_MS,
};

export type TextJobContext = Pick<
  AppContext,
  "contactKeys" | "db" | "env" | "log" | "notifyOutbox" | "now" | "requestFeed" | "settings"
> & { random: () => number };
type ClaimedText = NonNullable<Awaited<ReturnType<typeof claimDueText.first>>>;
type TextLease = Lease<typeof customerTexts>;
type Outcome = "sent" | "ended" | "later" | "provider-down";

/**
 * Queues texts for offers that were accepted, and sends those that are due: nothing where texts are
 * off. Stops at the first that shows the provider of texts to be down. @returns how many were sent
 */
export async function sendDueTexts(app: TextJobContext, signal?: AbortSignal): Promise<number> {
  const { db } = app;
  const account = await findActiveAccount(app);
  if (!account) {
    await dropWaitingTexts.run(db, { now: app.now() });
    return 0;
  }
  const now = app.now();
  const since = new Date(now.getTime() - QUEUE_LOOK_BACK_MS);
  await queueTexts.run(db, { now, since });
  let sent = 0;
  while (!signal?.aborted) {
    const claimedAt = app.now();
    const text = await claimDueText.first(db, {
      now: claimedAt,
      leaseUntil: new Date(claimedAt.getTime() + LEASE_MS),
    });
    if (!text) break;
    const outcome = await sendClaimed(app, { account, text, signal }).catch((error: unknown) => {
      // Claimed again when its lease has run out; the others must not wait for it.
      logFailure(app, text, error);
      return "later" as const;
    });
    if (outcome === "sent") sent += 1;
    if (outcome !== "later") app.requestFeed.publishChange(text.requestId);
    if (outcome === "provider-down") break;
  }
  return sent;
}

type SendOptions = { account: TextConfig; text: ClaimedText; signal?: AbortSignal };

function sendClaimed(app: TextJobContext, { account, text, signal }: SendOptions) {
  const { db, now } = app;
  return withLease({ ...TEXT_LEASE, db, now, signal }, text, async (lease): Promise<Outcome> => {
    // A worker died between handing it over and storing the response. Twice is worse than not at all.
    if (text.handedOverAt) return failText(app, { lease, text, error: "unknown" });
    // Counted before the attempt: whatever goes wrong ends some day.
    if (!(await lease.renew(db, { attempts: text.attempts + 1 }))) return "later";
    const prepared = await prepareAndReserve(app, { lease, text }).catch((error: unknown) => {
      logFailure(app, text, error);
      return null;
    });
    return prepared
      ? deliverText(app, { account, lease, text, prepared })
      : retryText(app, { lease, text, reason: "failed" });
  });
}

const logFailure = ({ log }: TextJobContext, { requestId }: ClaimedText, err: unknown) =>
  log.error({ err, requestId }, "a text to a customer failed");

type Delivery = Held & { account: TextConfig; prepared: PreparedText };

async function deliverText(
  app: TextJobContext,
  { account, lease, text, prepared }: Delivery,
): Promise<Outcome> {
  if (prepared.kind === "ready") {
    const result = await sendText(account, prepared);
    return result.ok
      ? storeSent(app, { lease, text, company: prepared.company })
      : storeFailure(app, { lease, text, reason: result.reason, keyId: prepared.keyId });
  }
  if (prepared.kind === "fail") return failText(app, { lease, text, error: prepared.error });
  const { db, now } = app;
  const isLater = prepared.kind === "later";
  await lease.end(
    db,
    isLater
      ? { attempts: text.attempts, nextAttemptAt: prepared.at }
      : { state: "dropped", lastError: prepared.error, finishedAt: now() },
  );
  return isLater ? "later" : "ended";
}

type Held = { lease: TextLease; text: ClaimedText };
class LostLeaseError extends Error {}

/** What to send. The row is marked as handed over in the transaction that counts it. */
async function prepareAndReserve(
  app: TextJobContext,
  { lease, text }: Held,
): Promise<PreparedText> {
  const site = await app.settings.get();
  return withTransaction(app.db, async (tx) => {
    const now = app.now();
    const prepared = await prepareText(tx, { ...app, site, now }, text);
    if (prepared.kind === "ready" && !(await lease.renew(tx, { handedOverAt: now })))
      throw new LostLeaseError("another worker has this text");
    return prepared;
  });
}

function storeSent(
  { db, now }: TextJobContext,
  { lease, text, company }: Held & { company: string },
): Promise<Outcome> {
  const at = now();
  return withTransaction(db, async (tx): Promise<Outcome> => {
    await lease.end(tx, { state: "sent", lastError: null, finishedAt: at });
    await tx.insert(notifications).values({
      id: randomUUIDv7(),
      channel: "sms",
      kind: OFFER_TEXT,
      subjectId: text.requestId,
      sentAt: at,
    });
    await addEvent(tx, { text, at, kind: TEXT_SENT_EVENT, detail: { company } });
    return "sent";
  });
}

type Failure = Held & { reason: TextFailure; keyId: string };
const PROVIDER_DOWN: readonly TextFailure[] = ["unauthorized", "busy", "down"];

async function storeFailure(
  app: TextJobContext,
  { lease, text, reason, keyId }: Failure,
): Promise<Outcome> {
  const { db, log } = app;
  log.warn({ requestId: text.requestId, reason }, "a text to a customer was not sent");
  // It may have arrived, with the link: the key stays, and the text counts as an attempt.
  if (reason === "unknown") return failText(app, { lease, text, error: reason });
  await db.delete(requestKeys).where(eq(requestKeys.id, keyId));
  return PROVIDER_DOWN.includes(reason)
    ? retryText(app, { lease, text, reason })
    : failText(app, { lease, text, error: reason, wasRefused: true });
}

/** Nothing was sent: plans another attempt, or gives up after the last. */
async function retryText(
  app: TextJobContext,
  { lease, text, reason }: Held & { reason: string },
): Promise<Outcome> {
  const { db, now, random } = app;
  const attempts = text.attempts + 1;
  const isLast = attempts >= MAX_ATTEMPTS;
  if (isLast) await failText(app, { lease, text, error: reason, wasRefused: true });
  else
    await lease.end(db, {
      handedOverAt: null,
      nextAttemptAt: new Date(now().getTime() + getRetryDelay(attempts, random())),
      lastError: reason,
    });
  if (PROVIDER_DOWN.some((down) => down === reason)) return "provider-down";
  return isLast ? "ended" : "later";
}

type FinalFailure = Held & { error: string; wasRefused?: boolean };

/** Gives a text up, and tells staff. Who wrote STOP to our number is opted out of all contact. */
async function failText(
  app: TextJobContext,
  { lease, text, error, wasRefused }: FinalFailure,
): Promise<Outcome> {
  const now = app.now();
  const { requestId } = text;
  await withTransaction(app.db, async (tx) => {
    // The request is locked before the text, as everywhere.
    if (error === "opted-out")
      await stopContactOf(
        tx,
        { db: app.db, actor: CUSTOMER_ACTOR, now },
        { requestId, source: "text" },
      );
    const isHeld = await lease.end(tx, {
      state: "dead",
      lastError: error,
      finishedAt: now,
      ...(wasRefused && { handedOverAt: null }),
    });
    if (!isHeld) throw new LostLeaseError("another worker has this text");
    await addEvent(tx, { text, at: now, kind: TEXT_FAILED_EVENT, detail: { reason: error } });
  });
  // An opt-out also goes to the CRM.
  if (error === "opted-out") app.notifyOutbox();
  return "ended";
}

type TextEvent = {
  text: ClaimedText;
  at: Date;
  kind: string;
  detail: Record<string, string>;
};

async function addEvent(tx: Transaction, { text, at, kind, detail }: TextEvent): Promise<void> {
  await tx
    .insert(requestEvents)
    .values({ id: randomUUIDv7(), requestId: text.requestId, at, actorId: null, kind, detail });
}
