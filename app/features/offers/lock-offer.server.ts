import type { Transaction } from "#app/db/transaction.server.ts";
import { lockOffer, lockRequestOfOffer } from "./mutations.sql.ts";

export type LockedOffer = NonNullable<Awaited<ReturnType<typeof lockOffer.first>>>;

/**
 * Locks an offer and its request until the end of the transaction. The request is always locked
 * first, so that two transactions cannot deadlock.
 */
export async function lockOfferAndRequest(
  tx: Transaction,
  { offerId, now }: { offerId: string; now: Date },
): Promise<LockedOffer | undefined> {
  await lockRequestOfOffer.run(tx, { offerId });
  return lockOffer.first(tx, { offerId, now });
}
