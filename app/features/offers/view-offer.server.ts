import type { Database } from "#app/db/client.server.ts";
import { FIELDS } from "#app/features/requests/quote/fields.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { formatInstant } from "#app/lib/format-values.ts";
import { hashToken } from "#app/lib/secret.server.ts";
import { CONTACT_DAYS } from "./constants.ts";
import { hideContacts } from "./hide-contacts.ts";
import { findOfferByToken } from "./queries.sql.ts";

type OfferRow = NonNullable<Awaited<ReturnType<typeof findOfferByToken.first>>>;

type Fact = { label: string; value: string };
/** What the page of an offer shows: nothing that identifies the customer before their yes. */
export type OfferView =
  | {
      state: "open";
      company: string;
      facts: Fact[];
      description: string | null;
      cost: number;
      credits: number;
      minutesLeft: number;
      until: string;
    }
  | { state: "waiting"; company: string; facts: Fact[]; description: string | null }
  | {
      state: "accepted";
      company: string;
      facts: Fact[];
      description: string | null;
      name: string;
      phone: string;
      phoneE164: string | null;
      email: string | null;
      refunded: boolean;
    }
  | {
      state:
        | "accepted-before"
        | "customer-declined"
        | "declined"
        | "expired"
        | "withdrawn"
        | "unknown";
    };

/** The offer behind a link, as the holder of the link may see it now. */
export async function getOfferView(
  db: Database,
  { token, now, timeZone }: { token: string; now: Date; timeZone: string },
): Promise<OfferView> {
  const offer = await findOfferByToken.first(db, { tokenHash: hashToken(token), now });
  if (!offer) return { state: "unknown" };
  if (offer.state === "accepted")
    return offer.sharedAt ? buildSharedView(offer, offer.sharedAt, now) : buildWaitingView(offer);
  if (offer.state !== "open") return { state: offer.state };
  if (offer.expiresAt <= now) return { state: "expired" };
  if (offer.isUnavailable || offer.isCustomerGone) return { state: "withdrawn" };
  return {
    state: "open",
    ...buildAnonymousView(offer),
    cost: offer.cost,
    credits: offer.credits,
    minutesLeft: Math.max(1, Math.ceil((offer.expiresAt.getTime() - now.getTime()) / MINUTE_MS)),
    until: formatInstant(offer.expiresAt, timeZone),
  };
}

/** The request whose customer a provider's link shows now, or null. */
export async function getSharedRequestId(
  db: Database,
  { token, now }: { token: string; now: Date },
): Promise<string | null> {
  const offer = await findOfferByToken.first(db, { tokenHash: hashToken(token), now });
  if (offer?.state !== "accepted" || !offer.sharedAt) return null;
  return isStillShown(offer, offer.sharedAt, now) ? offer.requestId : null;
}

/** The job without anything that identifies the customer. */
const buildAnonymousView = (offer: OfferRow) => ({
  company: offer.company,
  facts: listFacts([
    ["Service", offer.serviceType],
    ["Place", [offer.city, offer.zip].filter(Boolean).join(" ")],
    ["Timeframe", findLabel(FIELDS.timeframe.choices, offer.timeframe)],
    ...listPreferences(offer),
  ]),
  description: offer.description ? hideContacts(offer.description, offer) : null,
});

/**
 * Accepted, and the customer has not answered. An opt-out or erasure counts as a no; the worker
 * refunds the credits.
 */
const buildWaitingView = (offer: OfferRow): OfferView =>
  offer.isCustomerGone
    ? { state: "customer-declined" }
    : { state: "waiting", ...buildAnonymousView(offer) };

/** For some weeks after the customer's yes, unless they stopped this company or were erased. */
const isStillShown = (offer: OfferRow, sharedAt: Date, now: Date) =>
  !offer.hidesPerson && now.getTime() - sharedAt.getTime() <= CONTACT_DAYS * DAY_MS;

function buildSharedView(offer: OfferRow, sharedAt: Date, now: Date): OfferView {
  if (!isStillShown(offer, sharedAt, now)) return { state: "accepted-before" };
  const { company, name, phone, phoneE164, email, description, refunded, city, usState, zip } =
    offer;
  const place = [city, [usState, zip].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  return {
    state: "accepted",
    ...{ company, name, phone, phoneE164, email, refunded, description },
    facts: listFacts([
      ["Service", offer.serviceType],
      ["Address", [offer.address, place].filter(Boolean).join(", ")],
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

const listPreferences = ({ details }: OfferRow): [string, string | null][] => [
  ["Wanted", findLabel(FIELDS.urgencyLevel.choices, details.urgency_level)],
];
const findLabel = (choices: readonly { value: string; label: string }[], value: unknown) =>
  choices.find((choice) => choice.value === value)?.label ?? null;
const listFacts = (pairs: [string, string | null][]): Fact[] =>
  pairs.flatMap(([label, value]) => (value ? [{ label, value }] : []));
