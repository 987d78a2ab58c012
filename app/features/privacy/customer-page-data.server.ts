import { asc, desc, eq, inArray } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { appointments } from "#app/db/tables/appointments.server.ts";
import { providerOptOuts } from "#app/db/tables/consent.server.ts";
import { customerMails, requestKeys, requestWindows } from "#app/db/tables/customer-page.server.ts";
import { offerDisputes, offers } from "#app/db/tables/offers.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import { customerTexts } from "#app/db/tables/texts.server.ts";

/**
 * What customers' pages and offers added to requests: times, visits, links, mails, texts, disputes. No
 * keys, no hashes.
 */
export async function listPageData(db: Database, ids: string[]) {
  const [times, visits, links, mails, texts, disputes] = await Promise.all([
    db
      .select({
        requestId: requestWindows.requestId,
        startsAt: requestWindows.startsAt,
        endsAt: requestWindows.endsAt,
      })
      .from(requestWindows)
      .where(inArray(requestWindows.requestId, ids))
      .orderBy(asc(requestWindows.startsAt)),
    db
      .select({
        requestId: appointments.requestId,
        company: providers.companyName,
        state: appointments.state,
        startsAt: appointments.startsAt,
        endsAt: appointments.endsAt,
        updatedAt: appointments.updatedAt,
      })
      .from(appointments)
      .innerJoin(providers, eq(providers.id, appointments.providerId))
      .where(inArray(appointments.requestId, ids))
      .orderBy(asc(appointments.startsAt)),
    db
      .select({
        requestId: requestKeys.requestId,
        purpose: requestKeys.purpose,
        madeFor: requestKeys.madeFor,
        createdAt: requestKeys.createdAt,
        lastUsedAt: requestKeys.lastUsedAt,
        revokedAt: requestKeys.revokedAt,
      })
      .from(requestKeys)
      .where(inArray(requestKeys.requestId, ids))
      .orderBy(asc(requestKeys.createdAt)),
    db
      .select({
        requestId: customerMails.requestId,
        kind: customerMails.kind,
        state: customerMails.state,
        createdAt: customerMails.createdAt,
        finishedAt: customerMails.finishedAt,
      })
      .from(customerMails)
      .where(inArray(customerMails.requestId, ids))
      .orderBy(asc(customerMails.createdAt)),
    db
      .select({
        requestId: customerTexts.requestId,
        state: customerTexts.state,
        createdAt: customerTexts.createdAt,
        finishedAt: customerTexts.finishedAt,
      })
      .from(customerTexts)
      .where(inArray(customerTexts.requestId, ids))
      .orderBy(asc(customerTexts.createdAt)),
    listDisputes(db, ids),
  ]);
  return { times, visits, links, mails, texts, disputes };
}

/** The professionals whom somebody with one of these contacts asked to stop. */
export const listStoppedProviders = (db: Database, contactHashes: string[]) =>
  db
    .select({
      company: providers.companyName,
      source: providerOptOuts.source,
      optedOutAt: providerOptOuts.optedOutAt,
    })
    .from(providerOptOuts)
    .innerJoin(providers, eq(providers.id, providerOptOuts.providerId))
    .where(inArray(providerOptOuts.contactHash, contactHashes))
    .orderBy(desc(providerOptOuts.optedOutAt));

/** What providers wrote about requests when they disputed an offer, and what staff answered. */
const listDisputes = (db: Database, ids: string[]) =>
  db
    .select({
      requestId: offers.requestId,
      company: providers.companyName,
      claim: offerDisputes.claim,
      words: offerDisputes.words,
      answer: offerDisputes.answer,
      createdAt: offerDisputes.createdAt,
    })
    .from(offerDisputes)
    .innerJoin(offers, eq(offers.id, offerDisputes.offerId))
    .innerJoin(providers, eq(providers.id, offerDisputes.providerId))
    .where(inArray(offers.requestId, ids))
    .orderBy(asc(offerDisputes.createdAt));
