import { and, desc, eq, exists, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { offers } from "#app/db/tables/offers.server.ts";
import { providerUsers } from "#app/db/tables/provider-accounts.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import { requestEvents, serviceRequests } from "#app/db/tables/requests.server.ts";
import { readSettings } from "#app/features/settings/store-settings.server.ts";
import {
  APPROVED_BY_CUSTOMER,
  AUTO_PREFIX,
  type EndReason,
  SHARED_ON_ACCEPTANCE,
} from "./constants.ts";
import { listRequestDisclosures } from "./disclosures.sql.ts";
import type { MailTopic } from "./mail-conditions.ts";
import { listRecipients } from "./provider-mail.sql.ts";
import { type OfferSettings, offerSettingsSchema } from "./schema.ts";

/** Cost and duration of offers; the defaults where a stored row is invalid. */
export async function getOfferSettings(db: Database): Promise<OfferSettings> {
  const stored = await readSettings(db, Object.keys(offerSettingsSchema.shape));
  const parsed = offerSettingsSchema.safeParse(Object.fromEntries(stored));
  return parsed.success ? parsed.data : offerSettingsSchema.parse({});
}

/** SQL: why an accepted offer ended without a yes; null for a plain no, and for other offers. */
const getEndReasonSql = (db: Database): SQL<EndReason | null> => {
  const { requestId, kind, detail } = requestEvents;
  const ends = db
    .select({ reason: sql`${detail} ->> 'reason'` })
    .from(requestEvents)
    .where(
      and(
        eq(requestId, offers.requestId),
        eq(kind, "offer-refused"),
        sql`${detail} ->> 'offerId' = ${offers.id}::text`,
      ),
    )
    .limit(1);
  return sql<EndReason | null>`(${ends})`;
};

/** Why an accepted offer ended without a yes; null for a plain no. */
export async function getEndReason(db: Database, offerId: string): Promise<EndReason | null> {
  const [offer] = await db
    .select({ reason: getEndReasonSql(db) })
    .from(offers)
    .where(eq(offers.id, offerId));
  return offer?.reason ?? null;
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
      sharedAt: offers.customerApprovedAt,
      isApprovedByCustomer: sql<boolean>`${offers.customerApprovalRecordedBy} is not distinct from ${APPROVED_BY_CUSTOMER}`,
      /** When staff should call for the customer's answer. */
      callDueAt: offers.staffCallDueAt,
      /** An old offer: accepting shared the customer's details at once. */
      wasSharedOnAcceptance: sql<boolean>`${offers.customerApprovalRecordedBy} is not distinct from ${SHARED_ON_ACCEPTANCE}`,
      refundReason: offers.refundReason,
      endReason: getEndReasonSql(db),
    })
    .from(offers)
    .innerJoin(providers, eq(providers.id, offers.providerId))
    .where(eq(offers.requestId, serviceRequestId))
    .orderBy(desc(offers.createdAt), desc(offers.id));
}
export type ListedOffer = Awaited<ReturnType<typeof listOffers>>[number];

/**
 * The job and the recipients of a mail about an offer; null where nobody of the provider gets one:
 * without an address, with email notifications off, or for a demo provider.
 */
export async function getMailedJob(db: Database, offerId: string, topic: MailTopic) {
  const [job] = await db
    .select({
      providerId: providers.id,
      /** Somebody of the provider can sign in to the portal. */
      hasPortal: exists(
        db
          .select({ id: providerUsers.id })
          .from(providerUsers)
          .where(and(eq(providerUsers.providerId, providers.id), providerUsers.isActive)),
      ).mapWith(Boolean),
      company: providers.companyName,
      serviceType: serviceRequests.serviceType,
      city: serviceRequests.city,
      zip: serviceRequests.zipValid,
      timeframe: serviceRequests.timeframe,
    })
    .from(offers)
    .innerJoin(providers, eq(providers.id, offers.providerId))
    .innerJoin(serviceRequests, eq(serviceRequests.id, offers.requestId))
    .where(eq(offers.id, offerId));
  if (!job) return null;
  const { providerId } = job;
  const found = await listRecipients.rows(db, { providerId, topic, isRequired: false });
  if (found.length === 0) return null;
  const list = (isPerson: boolean) =>
    found.filter((recipient) => recipient.isPerson === isPerson).map(({ email }) => email);
  const [toPeople, toCompany] = [list(true), list(false)];
  return { ...job, to: [...toCompany, ...toPeople], toPeople, toCompany };
}

/** The addresses of a provider for mails about a topic. */
export async function listMailAddresses(
  db: Database,
  { isRequired = false, ...input }: { providerId: string; topic: MailTopic; isRequired?: boolean },
): Promise<string[]> {
  const rows = await listRecipients.rows(db, { ...input, isRequired });
  return rows.map(({ email }) => email);
}

/**
 * Which provider got the details of each request, at most one. `recordedBy`: the member of staff who
 * recorded the yes.
 */
export const listDisclosures = (db: Database, requestIds: string[]) =>
  listRequestDisclosures.rows(db, {
    requestIds,
    sharedOnAcceptance: SHARED_ON_ACCEPTANCE,
    byCustomer: APPROVED_BY_CUSTOMER,
  });
