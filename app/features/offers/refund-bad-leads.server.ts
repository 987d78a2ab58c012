import { and, eq, isNull } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { offers } from "#app/db/tables/offers.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { postCredits } from "#app/features/billing/ledger.server.ts";
import { DUPLICATE_DAYS, REFUND_DAYS } from "./constants.ts";
import { lockRequestOfOffer } from "./mutations.sql.ts";
import { listBadLeads } from "./queries.sql.ts";
import { recordOfferEvent } from "./record-offer-event.server.ts";

type BadLead = Awaited<ReturnType<typeof listBadLeads.rows>>[number];

/** Refunds accepted offers that our own data proves bad, each once. @returns how many */
export async function refundBadLeads(context: ActionContext): Promise<number> {
  const leads = await listBadLeads.rows(context.db, {
    now: context.now,
    duplicateDays: DUPLICATE_DAYS,
    refundDays: REFUND_DAYS,
  });
  let refunded = 0;
  for (const lead of leads) if (await refundOnce(context, lead)) refunded += 1;
  return refunded;
}

/** @returns false where the offer was refunded in the meantime */
function refundOnce(context: ActionContext, lead: BadLead): Promise<boolean> {
  const { actor, now } = context;
  const { id, serviceRequestId, providerId, cost, reason } = lead;
  return withTransaction(context.db, async (tx) => {
    // The request is always locked before the offer.
    await lockRequestOfOffer.run(tx, { offerId: id });
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
    if (!posted.ok) return false;
    await recordOfferEvent(tx, context, {
      serviceRequestId,
      offerId: id,
      providerId,
      kind: "offer-refunded",
      reason,
    });
    return true;
  });
}
