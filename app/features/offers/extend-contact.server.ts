import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { offers } from "#app/db/tables/offers.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { CONTACT_DAYS, MAX_CONTACT_DAYS } from "./constants.ts";

type ContactTime = { offerId: string; from: Date; now: Date };

/**
 * Shows the customer's details to the provider of an offer for some weeks from a time on, while they
 * are still shown: what has ended does not begin again.
 */
export const extendContact = (tx: Transaction, time: ContactTime): Promise<void> =>
  setContactEnd(tx, time, (until) => sql`greatest(${offers.contactUntil}, ${until})`);

/**
 * The same after a visit was booked, moved or canceled, which may also end it earlier: a visit that does
 * not take place counts until the day on which it was canceled. Nothing else counts from a later time.
 */
export const restartContact = (tx: Transaction, time: ContactTime): Promise<void> =>
  setContactEnd(tx, time, (until) => until);

async function setContactEnd(
  tx: Transaction,
  { offerId, from, now }: ContactTime,
  choose: (until: SQL) => SQL,
): Promise<void> {
  const until = new Date(from.getTime() + CONTACT_DAYS * DAY_MS);
  await tx
    .update(offers)
    .set({
      contactUntil: choose(
        sql`least(${until}::timestamptz, ${offers.customerApprovedAt} + make_interval(days => ${MAX_CONTACT_DAYS}))`,
      ),
    })
    .where(and(eq(offers.id, offerId), gt(offers.contactUntil, now)));
}
