import type { ActionContext } from "#app/db/action-context.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { DUPLICATE_DAYS, REFUND_DAYS } from "./constants.ts";
import { lockRequestOfOffer } from "./mutations.sql.ts";
import { listBadLeads } from "./queries.sql.ts";
import { refundOffer } from "./refund-offer.server.ts";

/** Refunds accepted offers that our own data proves bad, each once. @returns how many */
export async function refundBadLeads(context: ActionContext): Promise<number> {
  const leads = await listBadLeads.rows(context.db, {
    now: context.now,
    duplicateDays: DUPLICATE_DAYS,
    refundDays: REFUND_DAYS,
  });
  let refunded = 0;
  for (const lead of leads) {
    const isRefunded = await withTransaction(context.db, async (tx) => {
      // The request is always locked before the offer.
      await lockRequestOfOffer.run(tx, { offerId: lead.id });
      return refundOffer(tx, context, lead);
    });
    if (isRefunded) refunded += 1;
  }
  return refunded;
}
