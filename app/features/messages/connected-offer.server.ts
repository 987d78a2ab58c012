import type { Connection } from "#app/db/transaction.server.ts";
import { CONTACT_DAYS } from "#app/features/offers/constants.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { hashToken } from "#app/lib/secret.server.ts";
import { findConnectedOffer, findOfferOfToken } from "./connected-offer.sql.ts";

/** The yes must be as young as the details that the provider's link shows. */
export const getYesSince = (now: Date) => new Date(now.getTime() - CONTACT_DAYS * DAY_MS);

/** The company that the customer of a request is connected with now; null where there is none. */
export const getConnectedOffer = async (
  db: Connection,
  { requestId, now }: { requestId: string; now: Date },
) => (await findConnectedOffer.first(db, { requestId, since: getYesSince(now) })) ?? null;

/** The connected offer behind a provider's link; null where the provider may not write. */
export const openOfferThread = async (
  db: Connection,
  { token, now }: { token: string; now: Date },
) =>
  (await findOfferOfToken.first(db, { tokenHash: hashToken(token), since: getYesSince(now) })) ??
  null;
