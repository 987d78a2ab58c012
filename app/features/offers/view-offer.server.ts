import type pg from "pg";
import type { OfferState } from "#app/db/tables/offers.server.ts";
import { FIELDS } from "#app/features/requests/quote/fields.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { formatInstant } from "#app/lib/format-metrics.ts";
import { CONTACT_DAYS } from "./constants.ts";
import { hideContacts } from "./hide-contacts.ts";
import { hashToken } from "./mutations.server.ts";

type Row = {
  state: OfferState;
  cost: number;
  credits: number;
  expiresAt: Date;
  releasedAt: Date | null;
  refunded: boolean;
  company: string;
  serviceType: string;
  name: string;
  phone: string;
  phoneE164: string | null;
  email: string | null;
  address: string | null;
  city: string | null;
  state2: string | null;
  zip: string | null;
  timeframe: string | null;
  description: string | null;
  details: Record<string, unknown>;
  closed: boolean;
  gone: boolean;
};

const FIND_OFFER = `
  select o.state, o.cost::float8 as cost, p.credits::float8 as credits, o.expires_at as "expiresAt", o.customer_approved_at as "releasedAt", o.refunded_at is not null as refunded,
    p.company_name as company, r.service_type as "serviceType", r.customer_name as name, r.customer_phone as phone, r.phone_e164 as "phoneE164",
    r.customer_email as email, r.address, r.city, r.state as "state2", r.zip_code as zip, r.timeframe, r.description, r.additional_details as details,
    r.status = 'closed' or p.verification_status <> 'verified' or coalesce(p.verified_until <= $2, false) as closed,
    r.body_hash = 'erased' or exists (select from suppressions s where s.contact_hash in (r.phone_hash, r.email_hash) and s.opted_out_at >= r.created_at) as gone
  from offers o join providers p on p.id = o.provider_id join service_requests r on r.id = o.request_id where o.token_hash = $1`;

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
  | { state: "accepted-before" | "refused" | "declined" | "expired" | "withdrawn" | "unknown" };

/** The offer behind a link, as the holder of the link may see it now. */
export async function getOfferView(
  pool: pg.Pool,
  { token, now, timeZone }: { token: string; now: Date; timeZone: string },
): Promise<OfferView> {
  const { rows } = await pool.query<Row>({
    name: "view-offer",
    text: FIND_OFFER,
    values: [hashToken(token), now],
  });
  const [offer] = rows;
  if (!offer) return { state: "unknown" };
  if (offer.state === "accepted")
    return offer.releasedAt
      ? buildReleasedView(offer, offer.releasedAt, now)
      : buildWaitingView(offer);
  if (offer.state !== "open") return { state: offer.state };
  if (offer.expiresAt <= now) return { state: "expired" };
  if (offer.closed || offer.gone) return { state: "withdrawn" };
  return {
    state: "open",
    ...buildAnonymousView(offer),
    cost: offer.cost,
    credits: offer.credits,
    minutesLeft: Math.max(1, Math.ceil((offer.expiresAt.getTime() - now.getTime()) / MINUTE_MS)),
    until: formatInstant(offer.expiresAt, timeZone),
  };
}

/** The job without anything that identifies the customer. */
const buildAnonymousView = (offer: Row) => ({
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
const buildWaitingView = (offer: Row): OfferView =>
  offer.gone ? { state: "refused" } : { state: "waiting", ...buildAnonymousView(offer) };

function buildReleasedView(offer: Row, releasedAt: Date, now: Date): OfferView {
  const isOld = now.getTime() - releasedAt.getTime() > CONTACT_DAYS * DAY_MS;
  if (isOld || offer.gone) return { state: "accepted-before" };
  const { company, name, phone, phoneE164, email, description, refunded, city, state2, zip } =
    offer;
  const place = [city, [state2, zip].filter(Boolean).join(" ")].filter(Boolean).join(", ");
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

const listPreferences = ({ details }: Row): [string, string | null][] => [
  ["Wanted", findLabel(FIELDS.urgencyLevel.choices, details.urgency_level)],
];
const findLabel = (choices: readonly { value: string; label: string }[], value: unknown) =>
  choices.find((choice) => choice.value === value)?.label ?? null;
const listFacts = (pairs: [string, string | null][]): Fact[] =>
  pairs.flatMap(([label, value]) => (value ? [{ label, value }] : []));
