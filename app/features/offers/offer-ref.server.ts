import { and, eq, type SQL, sql } from "drizzle-orm";
import { offers } from "#app/db/tables/offers.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { isUuid } from "#app/lib/is-uuid.ts";
import { hashToken } from "#app/lib/secret.server.ts";
import { findOfferByToken, findOfferOfProvider } from "./shown-offer.sql.ts";

/**
 * By what a provider's people name an offer: the token of the link that was mailed, or its id in their
 * portal, which is worth nothing for the offer of another provider.
 */
export type OfferRef = { token: string } | { offerId: string; providerId: string };

export type ShownOffer = NonNullable<Awaited<ReturnType<typeof findOfferByToken.first>>>;

/** The offer with its request; null where there is none, or it belongs to another provider. */
export async function findOffer(
  db: Connection,
  ref: OfferRef,
  now: Date,
): Promise<ShownOffer | null> {
  if ("token" in ref)
    return (await findOfferByToken.first(db, { tokenHash: hashToken(ref.token), now })) ?? null;
  const { offerId, providerId } = ref;
  if (!isUuid(offerId)) return null;
  return (await findOfferOfProvider.first(db, { offerId, providerId, now })) ?? null;
}

/** The condition of a query for one offer; none for an id that no offer has. */
export function isOffer(ref: OfferRef): SQL | undefined {
  if ("token" in ref) return eq(offers.tokenHash, hashToken(ref.token));
  if (!isUuid(ref.offerId)) return sql`false`;
  return and(eq(offers.id, ref.offerId), eq(offers.providerId, ref.providerId));
}

/** The reference among other values. */
export const pickOfferRef = (input: OfferRef): OfferRef =>
  "token" in input
    ? { token: input.token }
    : { offerId: input.offerId, providerId: input.providerId };
