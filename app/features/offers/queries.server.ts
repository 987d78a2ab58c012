import { desc, eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { offers } from "#app/db/tables/offers.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import { readSettings } from "#app/features/settings/store-settings.server.ts";
import { AUTO_PREFIX, RELEASED_BEFORE } from "./constants.ts";
import { listRequestDisclosures } from "./queries.sql.ts";
import { type OfferSettings, offerSettingsSchema } from "./schema.ts";

/** Cost and time of offers; the defaults where a stored row is invalid. */
export async function getOfferSettings(db: Database): Promise<OfferSettings> {
  const stored = await readSettings(db, Object.keys(offerSettingsSchema.shape));
  const parsed = offerSettingsSchema.safeParse(Object.fromEntries(stored));
  return parsed.success ? parsed.data : offerSettingsSchema.parse({});
}

/** Every offer of a request, the newest first. */
export function listOffers(db: Database, serviceRequestId: string) {
  return db
    .select({
      id: offers.id,
      company: providers.companyName,
      state: offers.state,
      cost: offers.cost,
      isAuto: sql<boolean>`${offers.offeredBy} like ${`${AUTO_PREFIX}%`}`,
      createdAt: offers.createdAt,
      expiresAt: offers.expiresAt,
      decidedAt: offers.decidedAt,
      /** When the customer said yes to this provider. */
      releasedAt: offers.customerApprovedAt,
      /** An old offer: accepting shared the customer's details at once. */
      isReleasedBefore: sql<boolean>`${offers.customerApprovalRecordedBy} is not distinct from ${RELEASED_BEFORE}`,
      refundReason: offers.refundReason,
    })
    .from(offers)
    .innerJoin(providers, eq(providers.id, offers.providerId))
    .where(eq(offers.requestId, serviceRequestId))
    .orderBy(desc(offers.createdAt), desc(offers.id));
}
export type ListedOffer = Awaited<ReturnType<typeof listOffers>>[number];

/**
 * Which provider got the details of each request, at most one. `recordedBy`: the member of staff who
 * recorded the yes.
 */
export const listDisclosures = (db: Database, requestIds: string[]) =>
  listRequestDisclosures.rows(db, { requestIds, releasedBefore: RELEASED_BEFORE });
