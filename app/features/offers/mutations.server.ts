import { randomBytes, randomUUIDv7 } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { offers, type StoredMatchReason } from "#app/db/tables/offers.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { queueProviderPushes } from "#app/features/push/queue-pushes.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { hashToken } from "#app/lib/secret.server.ts";
import { acceptOffer, type ProviderAnswerResult } from "./accept-offer.server.ts";
import { lockDailyLimit } from "./check-daily-limit.server.ts";
import { type EndReason, EXPIRY_ACTOR, OFFER_MINUTES } from "./constants.ts";
import { type LockedOffer, lockOfferAndRequest } from "./lock-offer.server.ts";
import { expireDueOffers, findStops, lockRequest, lockRequestOfOffer } from "./mutations.sql.ts";
import { isOffer, type OfferRef } from "./offer-ref.server.ts";
import { recordOfferEvent } from "./record-offer-event.server.ts";
import type { OfferRefusal } from "./schema.ts";

const TOKEN_BYTES = 24;
/** How many offers one run ends. */
const EXPIRE_BATCH_SIZE = 200;

/** Path of the page where a provider answers an offer. */
export const getOfferPath = (token: string) => `/offers/${encodeURIComponent(token)}`;

export type CreateOfferResult =
  | { ok: true; offerId: string; token: string; expiresAt: Date }
  | { ok: false; reason: OfferRefusal };

type NewOffer = {
  serviceRequestId: string;
  providerId: string;
  cost: number;
  minutes?: number;
  /** Stored instead of the actor; with `auto:<staff id>` the next provider is asked automatically. */
  offeredBy?: string;
  /** False if the provider does not match, which is reported only if nothing else forbids the offer. */
  canOffer?: boolean;
  /** Why this provider is asked, as the provider reads it. */
  matchReasons?: StoredMatchReason[];
  /**
   * Checks the most that the provider takes a day once more, in the transaction; the time zone is
   * ours. Left out where staff override the limit.
   */
  dailyLimitZone?: string;
};

/**
 * Offers a request to one provider. The request's row is locked, so if two people offer it at once,
 * the second is refused; a unique index backs this up.
 * @returns the token of the provider's link, which is stored only as a hash
 */
export function createOffer(context: ActionContext, input: NewOffer): Promise<CreateOfferResult> {
  const { actor, now } = context;
  const { serviceRequestId, providerId, cost, minutes = OFFER_MINUTES, offeredBy = actor } = input;
  return withTransaction(context.db, async (tx): Promise<CreateOfferResult> => {
    const reason = await lockAndCheckRequest(tx, context, input);
    if (reason) return { ok: false, reason };
    const timeZone = input.dailyLimitZone;
    if (timeZone && !(await lockDailyLimit(tx, { providerId, now, timeZone })))
      return { ok: false, reason: "no-match" };
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    const offerId = randomUUIDv7();
    const expiresAt = new Date(now.getTime() + minutes * MINUTE_MS);
    await tx.insert(offers).values({
      id: offerId,
      requestId: serviceRequestId,
      providerId,
      tokenHash: hashToken(token),
      cost,
      offeredBy,
      matchReasons: input.matchReasons,
      createdAt: now,
      expiresAt,
    });
    await recordOfferEvent(tx, context, { serviceRequestId, offerId, providerId, kind: "offered" });
    await queueProviderPushes(tx, { kind: "new-offer", offerId, now });
    return { ok: true, offerId, token, expiresAt };
  });
}

/**
 * Locks the request, and ends its open offer if the time of that is up.
 * @returns why the request cannot be offered to the provider; null where it can
 */
async function lockAndCheckRequest(
  tx: Transaction,
  context: ActionContext,
  { serviceRequestId, providerId, canOffer }: NewOffer,
): Promise<OfferRefusal | null> {
  const id = serviceRequestId;
  const request = await lockRequest.first(tx, { id });
  const stops = request && (await findStops.first(tx, { id, providerId, now: context.now }));
  if (!request || !stops) return "not-found";
  // Otherwise an offer whose time is up would block the next one until the job ends it.
  await expireDue(tx, { ...context, actor: EXPIRY_ACTOR }, serviceRequestId);
  if (stops.optedOut) return "opted-out";
  if (request.closed) return "closed";
  if (request.merged) return "merged";
  const earlier = await tx
    .select({ state: offers.state, providerId: offers.providerId })
    .from(offers)
    .where(eq(offers.requestId, serviceRequestId));
  if (earlier.some(({ state }) => state === "accepted")) return "accepted";
  if (earlier.some(({ state }) => state === "open")) return "open";
  if (earlier.some((offer) => offer.providerId === providerId && offer.state !== "withdrawn"))
    return "asked-before";
  return canOffer === false || stops.stoppedProvider || stops.paused ? "no-match" : null;
}

type ProviderAnswer = OfferRef & {
  accept: boolean;
  /** When staff call a customer who was asked by mail and did not answer; by default at once. */
  callDueAt?: Date;
  /** The customer's window that the provider picked; null for none of them. */
  windowId?: string | null;
};

/**
 * Accepts or declines an offer for its provider, who is the actor. Accepting charges the credits,
 * creates the bid and the job, and asks the customer by mail, in one transaction. The customer's
 * details are shared only after the customer's yes (`recordCustomerAnswer`).
 */
export function recordProviderAnswer(
  context: Omit<ActionContext, "actor">,
  answer: ProviderAnswer,
): Promise<ProviderAnswerResult> {
  const { now } = context;
  const { accept, callDueAt = now, windowId } = answer;
  return withTransaction(context.db, async (tx): Promise<ProviderAnswerResult> => {
    const [found] = await tx.select({ id: offers.id }).from(offers).where(isOffer(answer));
    const offer = found && (await lockOfferAndRequest(tx, { offerId: found.id, now }));
    if (!offer) return { ok: false, reason: "not-found" };
    if (offer.state !== "open") return { ok: false, reason: offer.state };
    if (offer.expired) return { ok: false, reason: "expired" };
    const providerContext = { ...context, actor: `provider:${offer.providerId}` };
    if (!accept) return declineOffer(tx, providerContext, offer);
    if (offer.optedOut) return { ok: false, reason: "opted-out" };
    if (offer.closed || offer.erased || offer.unverified) return { ok: false, reason: "closed" };
    return acceptOffer(tx, providerContext, { offer, callDueAt, windowId });
  });
}

async function declineOffer(
  tx: Transaction,
  context: ActionContext,
  offer: LockedOffer,
): Promise<ProviderAnswerResult> {
  const { id, serviceRequestId } = offer;
  await tx
    .update(offers)
    .set({ state: "declined", decidedAt: context.now })
    .where(eq(offers.id, id));
  await recordOfferEvent(tx, context, { ...offer, offerId: id, kind: "offer-declined" });
  return { ok: true, state: "declined", serviceRequestId };
}

/** Ends offers whose time is up. @returns them with their requests */
export const expireOffers = (
  context: ActionContext,
): Promise<{ serviceRequestId: string; offerId: string }[]> =>
  withTransaction(context.db, (tx) => expireDue(tx, context, null));

async function expireDue(
  tx: Transaction,
  context: ActionContext,
  serviceRequestId: string | null,
): Promise<{ serviceRequestId: string; offerId: string }[]> {
  const expired = await expireDueOffers.rows(tx, {
    now: context.now,
    limit: EXPIRE_BATCH_SIZE,
    serviceRequestId,
  });
  for (const offer of expired)
    await recordOfferEvent(tx, context, { ...offer, kind: "offer-expired" });
  return expired;
}

/** Withdraws an open offer. */
export function withdrawOffer(
  context: ActionContext,
  { offerId }: { offerId: string },
): Promise<{ ok: boolean }> {
  return withTransaction(context.db, async (tx) => {
    await lockRequestOfOffer.run(tx, { offerId });
    return { ok: await withdrawOpenOffer(tx, context, { offerId }) };
  });
}

/** Withdraws an offer whose request is locked. @returns whether it was open */
export async function withdrawOpenOffer(
  tx: Transaction,
  context: Omit<ActionContext, "db">,
  { offerId, reason }: { offerId: string; reason?: EndReason },
): Promise<boolean> {
  const [withdrawn] = await tx
    .update(offers)
    .set({ state: "withdrawn", decidedAt: context.now })
    .where(and(eq(offers.id, offerId), eq(offers.state, "open")))
    .returning({ serviceRequestId: offers.requestId, providerId: offers.providerId });
  if (!withdrawn) return false;
  await recordOfferEvent(tx, context, { ...withdrawn, offerId, kind: "offer-withdrawn", reason });
  return true;
}
