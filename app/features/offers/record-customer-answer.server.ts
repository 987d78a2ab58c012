import { eq, sql } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { bids, jobs, offers } from "#app/db/tables/offers.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { postCredits } from "#app/features/billing/ledger.server.ts";
import type { UsedLink } from "#app/features/consent/record-consent.server.ts";
import { queueProviderPushes } from "#app/features/push/queue-pushes.server.ts";
import { queueCustomerMail } from "#app/features/requests/customer/mails/queue-mail.server.ts";
import { markContacted } from "#app/features/requests/customer/mark-contacted.server.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import {
  APPROVED_BY_CUSTOMER,
  AUTO_PREFIX,
  CONNECTED_MAIL,
  CONTACT_DAYS,
  type CustomerAnswer,
  type CustomerNo,
  type EndReason,
  OPT_OUT_BATCH_SIZE,
  REFUND_NOTES,
} from "./constants.ts";
import { extendContact } from "./extend-contact.server.ts";
import { type LockedOffer, lockOfferAndRequest } from "./lock-offer.server.ts";
import { listOptedOutOffers, listUnverifiedOffers } from "./queries.sql.ts";
import { recordOfferEvent } from "./record-offer-event.server.ts";
import type { CustomerAnswerRefusal } from "./schema.ts";
import { bookHeldVisit, endVisit } from "./visits/change-visit.server.ts";

export type RecordAnswerResult = { ok: true } | { ok: false; reason: CustomerAnswerRefusal };

type RecordedAnswer = {
  offerId: string;
  /** Only an offer of this request: for callers who may act for one request alone. */
  requestId?: string;
  answer: CustomerAnswer;
  /** What the customer wants after a no, if they said. */
  reason?: CustomerNo;
  /** What opened the page on which they answered. */
  link?: UsedLink;
  /** Further writes of the same transaction, once the answer is accepted. */
  onRecorded?: (tx: Transaction, offer: LockedOffer) => Promise<void>;
};

/**
 * Records whether the customer agreed to a call by the provider who accepted. A yes shares the
 * details with the provider. A no refunds the credits and ends the offer, and so does "unreached",
 * after which no next provider is asked automatically. The first answer counts; an opt-out or an
 * erasure overrides it. A yes to a provider who is no longer verified shares nothing: the offer ends.
 */
export function recordCustomerAnswer(
  context: ActionContext,
  { offerId, requestId, answer, reason, link, onRecorded }: RecordedAnswer,
): Promise<RecordAnswerResult> {
  const { now } = context;
  return withTransaction(context.db, async (tx): Promise<RecordAnswerResult> => {
    const offer = await lockOfferAndRequest(tx, { offerId, now });
    if (!offer?.awaitsCustomer) return { ok: false, reason: "answered" };
    if (requestId && offer.serviceRequestId !== requestId) return { ok: false, reason: "answered" };
    if (offer.erased) return { ok: false, reason: "erased" };
    if (offer.optedOut) return { ok: false, reason: "opted-out" };
    if (answer === "yes" && offer.closed) return { ok: false, reason: "closed" };
    if (answer === "yes" && offer.unverified) {
      await endUnverifiedOffer(tx, context, offer);
      return { ok: false, reason: "unverified" };
    }
    if (answer === "yes") await approveOffer(tx, context, { ...offer, link });
    else await endOffer(tx, context, offer, answer === "unreached" ? answer : reason);
    await onRecorded?.(tx, offer);
    return { ok: true };
  });
}

async function approveOffer(
  tx: Transaction,
  context: ActionContext,
  offer: LockedOffer & { link?: UsedLink },
): Promise<void> {
  const { actor, now } = context;
  await tx
    .update(offers)
    .set({
      customerApprovedAt: now,
      customerApprovalRecordedBy: actor,
      contactUntil: new Date(now.getTime() + CONTACT_DAYS * DAY_MS),
    })
    .where(eq(offers.id, offer.id));
  const visit = await bookHeldVisit(tx, { offerId: offer.id, now });
  if (visit) await extendContact(tx, { offerId: offer.id, from: visit.endsAt, now });
  if (actor === APPROVED_BY_CUSTOMER)
    await markContacted(tx, context, { requestId: offer.serviceRequestId });
  if (offer.hasEmail)
    await queueCustomerMail(tx, {
      requestId: offer.serviceRequestId,
      kind: CONNECTED_MAIL,
      subjectId: offer.id,
      now,
    });
  await recordOfferEvent(tx, context, { ...offer, offerId: offer.id, kind: "offer-released" });
  await queueProviderPushes(tx, { kind: "customer-yes", offerId: offer.id, now });
}

/**
 * Ends an accepted offer: refunds its credits once, closes its bid and job, and frees the time of its
 * visit.
 */
export async function endOffer(
  tx: Transaction,
  context: Omit<ActionContext, "db">,
  offer: LockedOffer,
  reason?: EndReason,
): Promise<void> {
  const { actor, now } = context;
  const { id, providerId, jobId, bidId, cost } = offer;
  // Nobody said no, so the provider can be asked again.
  const isWithdrawn = reason === "unreached" || reason === "closed";
  const note = REFUND_NOTES[isWithdrawn || reason === "unverified" ? reason : "no"];
  const owesRefund = cost > 0 && !offer.refunded;
  await tx
    .update(offers)
    .set({
      state: isWithdrawn ? "withdrawn" : "customer-declined",
      decidedAt: now,
      // A bad lead that was refunded before is not refunded again, and keeps its reason.
      ...(owesRefund && { refundedAt: now, refundReason: note }),
    })
    .where(eq(offers.id, id));
  if (owesRefund) {
    const posted = await postCredits(tx, {
      kind: "refund",
      providerId,
      amount: cost,
      reference: id,
      actor,
      note,
      now,
    });
    if (!posted.ok && posted.reason !== "posted-before")
      throw new Error(`the credits of offer ${id} could not be refunded: ${posted.reason}`);
  }
  if (jobId) await tx.update(jobs).set({ status: "other" }).where(eq(jobs.id, jobId));
  await endVisit(tx, context, { offer, by: "system" });
  if (bidId) await tx.update(bids).set({ status: "declined" }).where(eq(bids.id, bidId));
  await recordOfferEvent(tx, context, {
    ...offer,
    offerId: id,
    kind: isWithdrawn ? "offer-withdrawn" : "offer-refused",
    reason,
    wasAccepted: true,
  });
  await queueProviderPushes(tx, { kind: "job-ended", offerId: id, now });
}

/**
 * Ends accepted offers whose customer opted out, or was erased, before a yes: nobody can be asked. And
 * those of requests that were closed before closing them ended their offers.
 * @returns how many
 */
export async function endOptedOutOffers(context: ActionContext): Promise<number> {
  const found = await listOptedOutOffers.rows(context.db, { limit: OPT_OUT_BATCH_SIZE });
  let ended = 0;
  for (const { id } of found) {
    ended += await withTransaction(context.db, async (tx) => {
      const offer = await lockOfferAndRequest(tx, { offerId: id, now: context.now });
      if (!offer?.awaitsCustomer) return 0;
      const reason = findEndReason(offer);
      if (!reason) return 0;
      await endOffer(tx, context, offer, reason);
      return 1;
    });
  }
  return ended;
}

function findEndReason({ erased, optedOut, closed }: LockedOffer): EndReason | null {
  if (erased) return "erased";
  if (optedOut) return "stopped";
  return closed ? "closed" : null;
}

/**
 * Ends accepted offers whose provider is no longer verified: a yes would share nothing.
 * @returns how many
 */
export async function endUnverifiedOffers(context: ActionContext): Promise<number> {
  const { db, now } = context;
  const found = await listUnverifiedOffers.rows(db, { now, limit: OPT_OUT_BATCH_SIZE });
  let ended = 0;
  for (const { id } of found) {
    ended += await withTransaction(db, async (tx) => {
      const offer = await lockOfferAndRequest(tx, { offerId: id, now });
      if (!offer?.awaitsCustomer || !offer.unverified) return 0;
      await endUnverifiedOffer(tx, context, offer);
      return 1;
    });
  }
  return ended;
}

/** The customer did not say no, so the next match is asked, also where staff ask by hand. */
async function endUnverifiedOffer(
  tx: Transaction,
  context: ActionContext,
  offer: LockedOffer,
): Promise<void> {
  await endOffer(tx, context, offer, "unverified");
  await continueAutomatically(tx, offer.id);
}

/** Lets the job ask the next match, as where staff chose that when they made the offer. */
export async function continueAutomatically(tx: Transaction, offerId: string): Promise<void> {
  await tx
    .update(offers)
    .set({
      offeredBy: sql`case when starts_with(${offers.offeredBy}, ${AUTO_PREFIX}) then ${offers.offeredBy} else ${AUTO_PREFIX} || ${offers.offeredBy} end`,
    })
    .where(eq(offers.id, offerId));
}
