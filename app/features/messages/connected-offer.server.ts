import type { Connection } from "#app/db/transaction.server.ts";
import type { OfferRef } from "#app/features/offers/offer-ref.server.ts";
import { hashToken } from "#app/lib/secret.server.ts";
import { findConnectedOffer, findOfferOfToken, findOwnOffer } from "./connected-offer.sql.ts";

/** The company that the customer of a request is connected with now; null where there is none. */
export const getConnectedOffer = async (
  db: Connection,
  { requestId, now }: { requestId: string; now: Date },
) => (await findConnectedOffer.first(db, { requestId, now })) ?? null;

/** The connected offer of a provider's page; null where the provider may not write. */
export async function openOfferThread(
  db: Connection,
  input: OfferRef & { now: Date },
): Promise<ConnectedOffer | null> {
  const found =
    "token" in input
      ? await findOfferOfToken.first(db, { tokenHash: hashToken(input.token), now: input.now })
      : await findOwnOffer.first(db, input);
  return found ?? null;
}
type ConnectedOffer = NonNullable<Awaited<ReturnType<typeof findOfferOfToken.first>>>;
