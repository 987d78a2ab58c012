import type { Connection } from "#app/db/transaction.server.ts";
import { CONTACT_DAYS } from "#app/features/offers/constants.ts";
import type { OfferRef } from "#app/features/offers/offer-ref.server.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { hashToken } from "#app/lib/secret.server.ts";
import { findConnectedOffer, findOfferOfToken, findOwnOffer } from "./connected-offer.sql.ts";

/** The yes must be as young as the details that the provider's link shows. */
export const getYesSince = (now: Date) => new Date(now.getTime() - CONTACT_DAYS * DAY_MS);

/** The company that the customer of a request is connected with now; null where there is none. */
export const getConnectedOffer = async (
  db: Connection,
  { requestId, now }: { requestId: string; now: Date },
) => (await findConnectedOffer.first(db, { requestId, since: getYesSince(now) })) ?? null;

/** The connected offer of a provider's page; null where the provider may not write. */
export async function openOfferThread(
  db: Connection,
  input: OfferRef & { now: Date },
): Promise<ConnectedOffer | null> {
  const since = getYesSince(input.now);
  const found =
    "token" in input
      ? await findOfferOfToken.first(db, { tokenHash: hashToken(input.token), since })
      : await findOwnOffer.first(db, { ...input, since });
  return found ?? null;
}
type ConnectedOffer = NonNullable<Awaited<ReturnType<typeof findOfferOfToken.first>>>;
