import type { Database } from "#app/db/client.server.ts";
import {
  listCorrections,
  listFormerContacts,
} from "#app/features/requests/customer/corrections/queries.server.ts";
import { FIELDS } from "#app/features/requests/quote/fields.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { formatDay, formatInstant } from "#app/lib/format-values.ts";
import { MAX_CONTACT_DAYS, REFUND_NOTES } from "./constants.ts";
import { hideContacts } from "./hide-contacts.ts";
import {
  type Fact,
  findLabel,
  formatJobTitle,
  listFacts,
  listJobFacts,
  listPreferences,
} from "./job-facts.server.ts";
import { findOffer, type OfferRef, pickOfferRef, type ShownOffer } from "./offer-ref.server.ts";
import { getEndReason } from "./queries.server.ts";
import {
  getHeldTime,
  loadOfferedWindows,
  loadVisitView,
  type OfferedWindow,
  type VisitView,
} from "./visits/loaders.server.ts";
import { getJobZone } from "./visits/queries.server.ts";

/** What the page of an offer shows: nothing that identifies the customer before their yes. */
export type OfferView =
  | {
      state: "open";
      company: string;
      /** "Plumbing in Atlanta 30308". */
      title: string;
      facts: Fact[];
      description: string | null;
      cost: number;
      credits: number;
      minutesLeft: number;
      until: string;
      /** The same in ISO 8601. */
      expiresAt: string;
      windows: OfferedWindow[];
    }
  | {
      state: "waiting";
      company: string;
      facts: Fact[];
      description: string | null;
      /** The time that the provider picked. */
      heldTime: string | null;
    }
  | {
      state: "accepted";
      company: string;
      facts: Fact[];
      description: string | null;
      name: string;
      phone: string;
      phoneE164: string | null;
      /** The street address, for a map; null where there is none. */
      address: string | null;
      email: string | null;
      refunded: boolean;
      /** What the customer changed since their yes, and when. */
      corrections: string[];
      /** The last day on which this is shown, unless the work goes on. */
      shownUntil: string;
      /** A visit or a message can still give more time. */
      isShownLonger: boolean;
      visit: VisitView;
      /** The customer's times, while no visit is booked. */
      windows: OfferedWindow[];
    }
  | {
      state:
        | "accepted-before"
        | "canceled"
        | "customer-declined"
        | "declined"
        | "expired"
        | "unverified"
        | "withdrawn"
        | "unreached"
        | "closed"
        | "unknown";
    };

/** An offer, as its provider may see it now. */
export async function getOfferView(
  db: Database,
  options: OfferRef & { now: Date; timeZone: string },
): Promise<OfferView> {
  const { now, timeZone } = options;
  const offer = await findOffer(db, pickOfferRef(options), now);
  if (!offer) return { state: "unknown" };
  const clock = { now, timeZone: await getJobZone(db, offer.requestId) };
  if (offer.state === "accepted")
    return offer.sharedAt ? buildSharedView(db, offer, clock) : buildWaitingView(db, offer, clock);
  if (offer.state === "customer-declined") return { state: await getEndState(db, offer.id) };
  if (offer.state === "withdrawn")
    return { state: WITHDRAWN_STATES[offer.refundReason ?? ""] ?? offer.state };
  if (offer.state !== "open") return { state: offer.state };
  if (offer.expiresAt <= now) return { state: "expired" };
  if (offer.isUnavailable || offer.isCustomerGone) return { state: "withdrawn" };
  return {
    state: "open",
    title: formatJobTitle(offer),
    ...(await buildAnonymousView(db, offer)),
    cost: offer.cost,
    credits: offer.credits,
    minutesLeft: Math.max(1, Math.ceil((offer.expiresAt.getTime() - now.getTime()) / MINUTE_MS)),
    until: formatInstant(offer.expiresAt, timeZone),
    expiresAt: offer.expiresAt.toISOString(),
    windows: await loadOfferedWindows(db, { ...offer, ...clock }),
  };
}

/** An accepted offer that we took back, by the note of its refund. */
const WITHDRAWN_STATES: Readonly<Record<string, "unreached" | "closed">> = {
  [REFUND_NOTES.unreached]: "unreached",
  [REFUND_NOTES.closed]: "closed",
};

/** A provider whose verification ended must not read that the customer said no. */
const getEndState = async (db: Database, offerId: string) =>
  (await getEndReason(db, offerId)) === "unverified" ? "unverified" : "customer-declined";

/** Now, and the job's time zone. */
type Clock = { now: Date; timeZone: string };

/** The offer whose page shows the customer's details now; null where it shows none. */
export async function findSharedOffer(
  db: Database,
  options: OfferRef & { now: Date },
): Promise<{ id: string; providerId: string; requestId: string } | null> {
  const { now } = options;
  const offer = await findOffer(db, pickOfferRef(options), now);
  return offer && isContactShown(offer, now) ? offer : null;
}

/** The request whose customer the page of an offer shows now, or null. */
export const getSharedRequestId = async (
  db: Database,
  link: OfferRef & { now: Date },
): Promise<string | null> => (await findSharedOffer(db, link))?.requestId ?? null;

/** Unless the customer canceled, stopped this company or was erased. */
const isContactShown = (
  { state, contactUntil, hidesPerson, isCanceled }: ShownOffer,
  now: Date,
): boolean =>
  state === "accepted" &&
  contactUntil !== null &&
  contactUntil > now &&
  !hidesPerson &&
  !isCanceled;

/** Whether a visit or a message can still give the provider more time with the details. */
const canBeShownLonger = ({ contactUntil, sharedAt }: ShownOffer): boolean =>
  contactUntil !== null &&
  sharedAt !== null &&
  contactUntil.getTime() < sharedAt.getTime() + MAX_CONTACT_DAYS * DAY_MS;

/** The job without anything that identifies the customer. */
const buildAnonymousView = async (db: Database, offer: ShownOffer) => ({
  company: offer.company,
  facts: listJobFacts(offer),
  description: offer.description
    ? hideContacts(offer.description, {
        ...offer,
        former: await listFormerContacts(db, offer.requestId),
      })
    : null,
});

/**
 * Accepted, and the customer has not answered. An opt-out or erasure counts as a no; the worker
 * refunds the credits.
 */
async function buildWaitingView(db: Database, offer: ShownOffer, clock: Clock): Promise<OfferView> {
  if (offer.isCustomerGone) return { state: "customer-declined" };
  const heldTime = await getHeldTime(db, { ...clock, offerId: offer.id });
  return { state: "waiting", ...(await buildAnonymousView(db, offer)), heldTime };
}

async function buildSharedView(db: Database, offer: ShownOffer, clock: Clock): Promise<OfferView> {
  const { now } = clock;
  if (offer.isCanceled) return { state: "canceled" };
  if (!isContactShown(offer, now) || !offer.contactUntil) return { state: "accepted-before" };
  const { company, name, phone, phoneE164, email, description, refunded, city, usState, zip } =
    offer;
  const visit = await loadVisitView(db, {
    ...clock,
    requestId: offer.requestId,
    offerId: offer.id,
    side: "provider",
  });
  const place = [city, [usState, zip].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  return {
    state: "accepted",
    ...{ company, name, phone, phoneE164, email, refunded, description, visit },
    shownUntil: formatDay(toBusinessDay(offer.contactUntil, clock.timeZone)),
    isShownLonger: canBeShownLonger(offer),
    address: offer.address ? [offer.address, place].filter(Boolean).join(", ") : null,
    corrections: await listCorrections(db, {
      requestId: offer.requestId,
      since: offer.sharedAt ?? now,
      timeZone: clock.timeZone,
    }),
    windows: visit.booked ? [] : await loadOfferedWindows(db, { ...offer, ...clock }),
    facts: listFacts([
      ["Service", offer.serviceType],
      // The street is beside the name.
      ["Place", offer.address ? null : place],
      ["Timeframe", findLabel(FIELDS.timeframe.choices, offer.timeframe)],
      ...listPreferences(offer),
      [
        "How to reach them",
        findLabel(FIELDS.communicationPreference.choices, offer.details.communication_preference),
      ],
      [
        "Setting the time",
        findLabel(FIELDS.schedulingPreference.choices, offer.details.scheduling_preference),
      ],
    ]),
  };
}
