import { and, eq, isNull } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { offerDisputes } from "#app/db/tables/offers.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { lockOfferAndRequest } from "../lock-offer.server.ts";
import { recordOfferEvent } from "../record-offer-event.server.ts";
import { refundOffer } from "../refund-offer.server.ts";
import { ERASED_ANSWERS } from "./constants.ts";
import type { DecisionForm } from "./schema.ts";

/** `isRefunded`: the credits went back with this decision, and not before. */
export type DecideDisputeResult =
  | { ok: true; isRefunded: boolean }
  | { ok: false; reason: "not-found" | "decided" };

/**
 * Decides a dispute that waits for a person. Granting gives the credits back, where nothing gave them
 * back meanwhile. The answer is kept, and a job mails it to the provider.
 */
export function decideDispute(
  context: ActionContext,
  { disputeId, decision, answer }: DecisionForm,
): Promise<DecideDisputeResult> {
  const { actor, now } = context;
  return withTransaction(context.db, async (tx): Promise<DecideDisputeResult> => {
    const [dispute] = await tx
      .select({ offerId: offerDisputes.offerId, claim: offerDisputes.claim })
      .from(offerDisputes)
      .where(eq(offerDisputes.id, disputeId));
    const offer = dispute && (await lockOfferAndRequest(tx, { offerId: dispute.offerId, now }));
    if (!offer) return { ok: false, reason: "not-found" };
    const { rowCount } = await tx
      .update(offerDisputes)
      .set({
        decision,
        decidedBy: actor,
        decidedAt: now,
        // Words may name a person whose details were deleted.
        answer: offer.erased ? ERASED_ANSWERS[decision] : answer,
      })
      .where(and(eq(offerDisputes.id, disputeId), isNull(offerDisputes.decidedAt)));
    if (!rowCount) return { ok: false, reason: "decided" };
    const { id: offerId, serviceRequestId, providerId, cost, refunded } = offer;
    await recordOfferEvent(tx, context, {
      serviceRequestId,
      offerId,
      providerId,
      kind: decision === "granted" ? "dispute-granted" : "dispute-refused",
      reason: dispute.claim,
    });
    const owesRefund = decision === "granted" && !refunded && cost > 0;
    const isRefunded =
      owesRefund &&
      (await refundOffer(tx, context, {
        id: offerId,
        serviceRequestId,
        providerId,
        cost,
        reason: "dispute",
      }));
    return { ok: true, isRefunded };
  });
}
