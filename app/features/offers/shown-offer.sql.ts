import type { OfferState, StoredMatchReason } from "#app/db/tables/offers.server.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import { HIDES_PERSON, IS_VERIFIED, OPTED_OUT, STOPPED_PROVIDER } from "./sql-conditions.ts";

const ROW = {
  id: t.uuid(),
  requestId: t.uuid(),
  providerId: t.uuid(),
  state: t.text<OfferState>(),
  cost: t.double(),
  credits: t.double(),
  expiresAt: t.instant(),
  sharedAt: t.orNull(t.instant()),
  /** Until when the customer's details are shown; null before their yes. */
  contactUntil: t.orNull(t.instant()),
  refunded: t.boolean(),
  /** Why the credits came back; a code. */
  refundReason: t.orNull(t.text()),
  /** Why the provider was asked; null in offers from before this was stored. */
  matchReasons: t.orNull(t.jsonb<StoredMatchReason[]>()),
  company: t.text(),
  serviceType: t.text(),
  name: t.text(),
  phone: t.text(),
  phoneE164: t.orNull(t.text()),
  email: t.orNull(t.text()),
  address: t.orNull(t.text()),
  city: t.orNull(t.text()),
  usState: t.orNull(t.text()),
  zip: t.orNull(t.text()),
  timeframe: t.orNull(t.text()),
  description: t.orNull(t.text()),
  details: t.jsonb<Record<string, unknown>>(),
  /** The request is closed, or the provider is no longer verified. */
  isUnavailable: t.boolean(),
  /** The customer opted out, of all or of this provider, or was erased: nobody can be asked. */
  isCustomerGone: t.boolean(),
  /** The provider must not see the customer, even after a yes. */
  hidesPerson: t.boolean(),
  /** The customer canceled the request, or ended the search. */
  isCanceled: t.boolean(),
};

/** An offer with its request, as its provider may see them. */
const SHOWN_OFFER = `
    select o.id, o.request_id as "requestId", o.provider_id as "providerId", o.state,
      o.cost::float8 as cost, p.credits::float8 as credits,
      o.expires_at as "expiresAt", o.customer_approved_at as "sharedAt", o.contact_until as "contactUntil",
      o.refunded_at is not null as refunded,
      o.refund_reason as "refundReason", o.match_reasons as "matchReasons", p.company_name as company,
      r.service_type as "serviceType", r.customer_name as name, r.customer_phone as phone,
      r.phone_e164 as "phoneE164", r.customer_email as email, r.address, r.city,
      r.state as "usState", r.zip_code as zip, r.timeframe, r.description,
      r.additional_details as details,
      (r.status = 'closed' or not ${IS_VERIFIED}) as "isUnavailable",
      (r.body_hash = 'erased' or ${OPTED_OUT} or ${STOPPED_PROVIDER}) as "isCustomerGone",
      ${HIDES_PERSON} as "hidesPerson",
      (r.status = 'closed' and r.outcome is not null) as "isCanceled"
    from offers o
    join providers p on p.id = o.provider_id
    join service_requests r on r.id = o.request_id`;

/** The offer behind a provider's link. */
export const findOfferByToken = sqlStatement({
  name: "view-offer",
  params: { tokenHash: t.text(), now: t.instant() },
  row: ROW,
  sql: `${SHOWN_OFFER} where o.token_hash = :tokenHash`,
});

/** An offer by its id: no row for an offer of another provider. */
export const findOfferOfProvider = sqlStatement({
  name: "view-own-offer",
  params: { offerId: t.uuid(), providerId: t.uuid(), now: t.instant() },
  row: ROW,
  sql: `${SHOWN_OFFER} where o.id = :offerId and o.provider_id = :providerId`,
});
