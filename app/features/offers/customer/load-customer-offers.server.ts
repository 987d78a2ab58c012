import type { AppContext } from "#app/app-context.ts";
import { buildNamedConsent } from "#app/features/consent/named-consent.ts";
import { markText } from "#app/features/consent/texts.server.ts";
import {
  listShownChecks,
  type ShownCheck,
} from "#app/features/providers/papers/list-shown-evidence.server.ts";
import { formatInstant } from "#app/lib/format-values.ts";
import { getMilesBetween } from "#app/lib/miles-between.server.ts";
import { isYesByPhone, SHARED_ON_ACCEPTANCE } from "../constants.ts";
import { listCustomerOffers } from "./customer-offers.sql.ts";

export type CustomerOffer = Awaited<ReturnType<typeof listCustomerOffers.rows>>[number];

/** Somebody who has, or had, the customer's details. */
export type Recipient = { company: string; phone: string; since: string; how: string };
/** Somebody who was asked, without the customer's contact details. */
export type AskedCompany = { company: string; at: string; what: string };

/** The company that accepted and waits for the customer's answer. */
export type NamedCompany = {
  offerId: string;
  providerId: string;
  company: string;
  /** Such as "License checked on Nov 3, 2026, valid until Nov 3, 2027". */
  evidence: ShownCheck[];
  miles: number | null;
  consentText: string;
  /** `markText` of the consent text. */
  textMark: string;
  acceptedAt: string;
  /** When staff call for the answer, or null where they already do. */
  answerBy: string | null;
};

type LoadContext = Pick<AppContext, "db" | "settings"> & { now: Date };
type CustomerPlace = { requestId: string; zip: string | null; timeZone: string };

/**
 * The offers of a request as its customer sees them: the company to say yes or no to, who has the
 * details, and who was asked without them.
 * @param place.timeZone of the job; times are shown in it
 */
export async function loadCustomerOffers(
  context: LoadContext,
  { requestId, zip, timeZone }: CustomerPlace,
) {
  const { db, now } = context;
  const offers = await listCustomerOffers.rows(db, { requestId });
  const waiting = offers.find(({ state, approvedAt }) => state === "accepted" && !approvedAt);
  const connected = offers.find(({ state, approvedAt }) => state === "accepted" && approvedAt);
  const open = offers.find(({ state, expiresAt }) => state === "open" && expiresAt > now);
  return {
    offers,
    named: waiting ? await describeCompany(context, { offer: waiting, zip, timeZone }) : null,
    connected: connected
      ? {
          offerId: connected.id,
          company: connected.company,
          phone: connected.phone,
          isByPhone: isYesByPhone(connected.approvedBy),
        }
      : null,
    openUntil: open ? formatInstant(open.expiresAt, timeZone) : null,
    recipients: connected ? [describeRecipient(connected, timeZone)] : [],
    asked: offers
      .filter((offer) => offer !== connected && offer !== waiting)
      .map((offer) => describeAsked(offer, { now, timeZone })),
  };
}

type Described = { offer: CustomerOffer; zip: string | null; timeZone: string };

async function describeCompany(
  { db, settings, now }: LoadContext,
  { offer, zip, timeZone }: Described,
): Promise<NamedCompany> {
  const { company, phone, timeZone: businessZone } = await settings.get();
  const consentText = buildNamedConsent({ provider: offer.company, company, phone });
  const evidence = await listShownChecks(db, {
    providerId: offer.providerId,
    now,
    timeZone: businessZone,
  });
  return {
    offerId: offer.id,
    providerId: offer.providerId,
    company: offer.company,
    evidence,
    miles: getMilesBetween(zip, offer.zip),
    consentText,
    textMark: markText(consentText),
    acceptedAt: formatInstant(offer.decidedAt ?? offer.createdAt, timeZone),
    answerBy:
      offer.staffCallDueAt && offer.staffCallDueAt > now
        ? formatInstant(offer.staffCallDueAt, timeZone)
        : null,
  };
}

function describeRecipient(offer: CustomerOffer, timeZone: string): Recipient {
  const wasAsked = offer.approvedBy !== SHARED_ON_ACCEPTANCE;
  const yes = isYesByPhone(offer.approvedBy) ? "after your yes on the phone" : "after your yes";
  const how = wasAsked ? yes : "when they accepted your request";
  return {
    company: offer.company,
    phone: offer.phone,
    since: formatInstant(offer.approvedAt ?? offer.createdAt, timeZone),
    how: offer.isStopped ? `${how}; you stopped them` : how,
  };
}

const ASKED_WORDS: Record<CustomerOffer["state"], string> = {
  open: "is deciding now",
  accepted: "could take it",
  declined: "could not take it",
  expired: "did not answer in time",
  withdrawn: "was asked; we took the question back",
  "customer-declined": "could take it, and did not get your yes",
};

function describeAsked(
  { company, createdAt, state, expiresAt }: CustomerOffer,
  { now, timeZone }: { now: Date; timeZone: string },
): AskedCompany {
  const hasExpired = state === "open" && expiresAt <= now;
  return {
    company,
    at: formatInstant(createdAt, timeZone),
    what: ASKED_WORDS[hasExpired ? "expired" : state],
  };
}
