import { and, eq, inArray } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { bids, jobs, offers } from "#app/db/tables/offers.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { queueProviderPushes } from "#app/features/push/queue-pushes.server.ts";
import { closeByCustomer } from "#app/features/requests/customer/close-request.server.ts";
import type { EndReason } from "../constants.ts";
import { type LockedOffer, lockOfferAndRequest } from "../lock-offer.server.ts";
import { withdrawOpenOffer } from "../mutations.server.ts";
import { lockRequest } from "../mutations.sql.ts";
import { endOffer } from "../record-customer-answer.server.ts";
import { endVisit } from "../visits/change-visit.server.ts";

/**
 * Cancels a request on its customer's wish: closes it, withdraws an open offer, and ends an accepted
 * one with a refund. A connected company keeps what it paid; it is told by mail.
 * @returns false where the request was closed already
 */
export function cancelRequest(
  context: ActionContext,
  { requestId }: { requestId: string },
): Promise<boolean> {
  return withTransaction(context.db, async (tx) => {
    await lockRequest.first(tx, { id: requestId });
    const isClosed = await closeByCustomer(tx, context, {
      requestId,
      outcome: "canceled-by-customer",
    });
    if (isClosed) await endCurrentOffers(tx, context, { requestId, reason: "canceled" });
    return isClosed;
  });
}

/**
 * Ends what is going on about a request, which is locked: an open offer is withdrawn, one that waits
 * for the customer ends with a refund, and the visit and job of a connected one are canceled.
 */
export async function endCurrentOffers(
  tx: Transaction,
  context: ActionContext,
  { requestId, reason }: { requestId: string; reason: EndReason },
): Promise<void> {
  const offer = await lockCurrentOffer(tx, { requestId, now: context.now });
  if (!offer || (await endBeforeYes(tx, context, { offer, reason }))) return;
  await endVisit(tx, context, { offer, by: reason === "canceled" ? "customer" : "system" });
  if (offer.jobId) await tx.update(jobs).set({ status: "other" }).where(eq(jobs.id, offer.jobId));
  if (offer.bidId)
    await tx.update(bids).set({ status: "declined" }).where(eq(bids.id, offer.bidId));
  await queueProviderPushes(tx, { kind: "job-ended", offerId: offer.id, now: context.now });
}

/**
 * Ends the offer of a request that staff close, which is locked, where the customer has not said yes:
 * an open one is withdrawn, one that waits for the customer ends with a refund. The provider gets a
 * mail. Whom the customer said yes to stays connected.
 * @returns whether there was such an offer
 */
export async function endOfferOfClosed(
  tx: Transaction,
  context: ActionContext,
  { requestId }: { requestId: string },
): Promise<boolean> {
  const offer = await lockCurrentOffer(tx, { requestId, now: context.now });
  return offer !== undefined && endBeforeYes(tx, context, { offer, reason: "closed" });
}

/** Locks the open or accepted offer of a request; a unique index allows one. */
async function lockCurrentOffer(
  tx: Transaction,
  { requestId, now }: { requestId: string; now: Date },
): Promise<LockedOffer | undefined> {
  const [current] = await tx
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.requestId, requestId), inArray(offers.state, ["open", "accepted"])));
  return current && lockOfferAndRequest(tx, { offerId: current.id, now });
}

/** @returns whether the customer had not said yes, so that the offer ended */
async function endBeforeYes(
  tx: Transaction,
  context: ActionContext,
  { offer, reason }: { offer: LockedOffer; reason: EndReason },
): Promise<boolean> {
  if (offer.state === "open") return withdrawOpenOffer(tx, context, { offerId: offer.id, reason });
  if (!offer.awaitsCustomer) return false;
  await endOffer(tx, context, offer, reason);
  return true;
}
