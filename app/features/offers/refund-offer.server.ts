import { and, eq, isNull } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { offerDisputes, offers } from "#app/db/tables/offers.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { postCredits } from "#app/features/billing/ledger.server.ts";
import { REFUND_WORDS } from "#app/features/billing/statement/describe-line.ts";
import { formatCredits } from "#app/lib/format-values.ts";
import type { DisputeRefund, RefundReason } from "./constants.ts";
import { DECIDED_BY_FACTS } from "./disputes/constants.ts";
import { recordOfferEvent } from "./record-offer-event.server.ts";

type RefundedOffer = {
  id: string;
  serviceRequestId: string;
  providerId: string;
  cost: number;
  reason: RefundReason | DisputeRefund;
};
type RefundContext = Omit<ActionContext, "db">;

/**
 * Gives the credits of an accepted offer back, whose request is locked. A dispute that waits for a person
 * is granted by that.
 * @returns false where they were given back before
 */
export async function refundOffer(
  tx: Transaction,
  context: RefundContext,
  { id, serviceRequestId, providerId, cost, reason }: RefundedOffer,
): Promise<boolean> {
  const { actor, now } = context;
  const { rowCount } = await tx
    .update(offers)
    .set({ refundedAt: now, refundReason: reason })
    .where(and(eq(offers.id, id), isNull(offers.refundedAt)));
  if (!rowCount) return false;
  const posted = await postCredits(tx, {
    kind: "refund",
    providerId,
    amount: cost,
    reference: id,
    actor,
    note: reason,
    now,
  });
  if (!posted.ok && posted.reason !== "posted-before")
    throw new Error(`the credits of offer ${id} could not be refunded: ${posted.reason}`);
  if (!posted.ok) return false;
  await recordOfferEvent(tx, context, {
    serviceRequestId,
    offerId: id,
    providerId,
    kind: "offer-refunded",
    reason,
  });
  await grantOpenDispute(tx, context, { id, serviceRequestId, providerId, cost, reason });
  return true;
}

/** There is nothing left to decide once the credits are back. The answer says why they are. */
async function grantOpenDispute(
  tx: Transaction,
  context: RefundContext,
  { id, serviceRequestId, providerId, cost, reason }: RefundedOffer,
): Promise<void> {
  const { rowCount } = await tx
    .update(offerDisputes)
    .set({
      decision: "granted",
      decidedBy: DECIDED_BY_FACTS,
      decidedAt: context.now,
      answer: `Our own records show by now: ${REFUND_WORDS[reason]}. ${formatCredits(cost)} went back to you.`,
    })
    .where(and(eq(offerDisputes.offerId, id), isNull(offerDisputes.decidedAt)));
  if (!rowCount) return;
  await recordOfferEvent(tx, context, {
    serviceRequestId,
    offerId: id,
    providerId,
    kind: "dispute-settled",
    reason,
  });
}
