import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { offers } from "#app/db/tables/offers.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { queueProviderPushes } from "#app/features/push/queue-pushes.server.ts";
import { recordOfferEvent } from "../record-offer-event.server.ts";

/**
 * Remembers, in the transaction that erases requests, which providers have the details: a job then
 * asks them to delete these. Retention erases too, but what it erases nobody asked to have deleted.
 */
export async function noteErasure(
  tx: Transaction,
  context: Omit<ActionContext, "db">,
  requestIds: string[],
): Promise<void> {
  const shared = await tx
    .select({
      offerId: offers.id,
      serviceRequestId: offers.requestId,
      providerId: offers.providerId,
    })
    .from(offers)
    .where(
      and(
        inArray(offers.requestId, requestIds),
        eq(offers.state, "accepted"),
        isNotNull(offers.customerApprovedAt),
      ),
    )
    .orderBy(offers.id);
  for (const offer of shared) {
    await recordOfferEvent(tx, context, { ...offer, kind: "erasure-noted" });
    await queueProviderPushes(tx, { kind: "job-ended", offerId: offer.offerId, now: context.now });
  }
}
