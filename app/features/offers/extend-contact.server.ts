import { and, eq, gt, sql } from "drizzle-orm";
import { offers } from "#app/db/tables/offers.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { CONTACT_DAYS, MAX_CONTACT_DAYS } from "./constants.ts";

/**
 * Shows the customer's details to the provider of an offer for some weeks from a time on, while they
 * are still shown: what has ended does not begin again.
 */
export async function extendContact(
  tx: Transaction,
  { offerId, from, now }: { offerId: string; from: Date; now: Date },
): Promise<void> {
  const until = new Date(from.getTime() + CONTACT_DAYS * DAY_MS);
  await tx
    .update(offers)
    .set({
      contactUntil: sql`greatest(${offers.contactUntil}, least(${until}::timestamptz, ${offers.customerApprovedAt} + make_interval(days => ${MAX_CONTACT_DAYS})))`,
    })
    .where(and(eq(offers.id, offerId), gt(offers.contactUntil, now)));
}
