import { and, eq, isNull } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { offers } from "#app/db/tables/offers.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { postCredits } from "#app/features/billing/ledger.server.ts";
import type { DisputeRefund, RefundReason } from "./constants.ts";
import { recordOfferEvent } from "./record-offer-event.server.ts";

type RefundedOffer = {
  id: string;
  serviceRequestId: string;
  providerId: string;
  cost: number;
  reason: RefundReason | DisputeRefund;
};

/**
 * Gives the credits of an accepted offer back, whose request is locked.
 * @returns false where they were given back before
 */
export async function refundOffer(
  tx: Transaction,
  context: Omit<ActionContext, "db">,
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
  return true;
}
