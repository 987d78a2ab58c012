import type { OfferState } from "#app/db/tables/offers.server.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import type { RefundReason } from "./constants.ts";
import {
  AWAITS_CUSTOMER,
  HIDES_PERSON,
  IS_VERIFIED,
  OPTED_OUT,
  STOPPED_PROVIDER,
} from "./sql-conditions.ts";

/**
 * Requests with automatic offers whose newest offer ended without a yes, the latest first. One that was
 * merged into another is left out: that one is offered.
 */
export const listRequestsToReoffer = sqlStatement({
  params: { now: t.instant(), hours: t.integer(), limit: t.integer() },
  row: { serviceRequestId: t.uuid(), offeredBy: t.text() },
  sql: `
    select request_id as "serviceRequestId", offered_by as "offeredBy"
    from (
      select distinct on (o.request_id) o.request_id, o.offered_by, o.state, o.decided_at
      from offers o
      where exists (
        select from offers e
        where e.request_id = o.request_id and e.offered_by like 'auto:%'
          and e.state in ('declined', 'expired', 'customer-declined')
          and e.decided_at >= :now::timestamptz - make_interval(hours => :hours)
      )
      order by o.request_id, o.created_at desc, o.id desc
    ) newest
    where state in ('declined', 'expired', 'customer-declined') and offered_by like 'auto:%'
      and not exists (
        select from service_requests r where r.id = request_id and r.merged_into_id is not null
      )
    order by decided_at desc
    limit :limit::int`,
});

/**
 * Accepted offers that await a customer who opted out, of all or of this provider, or was erased, or
 * whose request is closed.
 */
export const listOptedOutOffers = sqlStatement({
  params: { limit: t.integer() },
  row: { id: t.uuid() },
  sql: `
    select o.id from offers o join service_requests r on r.id = o.request_id
    where ${AWAITS_CUSTOMER}
      and (
        ${OPTED_OUT} or ${STOPPED_PROVIDER} or r.body_hash = 'erased' or r.status = 'closed'
      )
    order by o.id
    limit :limit::int`,
});

/** Accepted offers that await a customer, and whose provider is no longer verified. */
export const listUnverifiedOffers = sqlStatement({
  params: { now: t.instant(), limit: t.integer() },
  row: { id: t.uuid() },
  sql: `
    select o.id from offers o join providers p on p.id = o.provider_id
    where ${AWAITS_CUSTOMER} and not ${IS_VERIFIED}
    order by o.id
    limit :limit::int`,
});

/**
 * SQL: the audit log shows that the provider changed their area after accepting, so it may have
 * included the ZIP code then.
 */
const AREA_CHANGED = `exists (
  select from audit_log a
  where a.entity = 'provider' and a.entity_id = p.id::text and a.action = 'save-profile'
    and a.at > o.decided_at
    and (a.changes ? 'service_area_zips' or a.changes->'fields' ? 'service_area_zips'))`;

/** Accepted offers that our own data proves to be bad leads, and why. */
export const listBadLeads = sqlStatement({
  params: { now: t.instant(), duplicateDays: t.integer(), refundDays: t.integer() },
  row: {
    id: t.uuid(),
    serviceRequestId: t.uuid(),
    providerId: t.uuid(),
    cost: t.double(),
    reason: t.text<RefundReason>(),
  },
  sql: `
    select * from (
      select o.id, o.request_id as "serviceRequestId", o.provider_id as "providerId",
        o.cost::float8 as cost,
        case
          when exists (
            select from suppressions s
            where s.contact_hash in (r.phone_hash, r.email_hash)
              and s.opted_out_at >= r.created_at and s.opted_out_at < o.decided_at
          ) then 'stopped-first'
          when r.body_hash <> 'erased' and r.phone_e164 is null then 'impossible-phone'
          when r.zip_valid is not null and not p.service_area_zips @> array[r.zip_valid]
            and not ${AREA_CHANGED} then 'outside-area'
          when exists (
            select from service_requests e
            join offers eo on eo.request_id = e.id and eo.customer_approved_at is not null
            where e.id <> r.id and e.service_type = r.service_type
              and e.created_at < r.created_at
              and e.created_at >= r.created_at - make_interval(days => :duplicateDays)
              and e.phone_e164 = r.phone_e164
          ) then 'duplicate'
        end as reason
      from offers o
      join service_requests r on r.id = o.request_id
      join providers p on p.id = o.provider_id
      where o.state = 'accepted' and o.refunded_at is null and o.cost > 0 and not r.is_demo
        and o.decided_at >= :now::timestamptz - make_interval(days => :refundDays)
    ) found
    where reason is not null`,
});

/** The offer behind a provider's link, with its request. */
export const findOfferByToken = sqlStatement({
  name: "view-offer",
  params: { tokenHash: t.text(), now: t.instant() },
  row: {
    id: t.uuid(),
    requestId: t.uuid(),
    providerId: t.uuid(),
    state: t.text<OfferState>(),
    cost: t.double(),
    credits: t.double(),
    expiresAt: t.instant(),
    sharedAt: t.orNull(t.instant()),
    refunded: t.boolean(),
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
  },
  sql: `
    select o.id, o.request_id as "requestId", o.provider_id as "providerId", o.state,
      o.cost::float8 as cost, p.credits::float8 as credits,
      o.expires_at as "expiresAt", o.customer_approved_at as "sharedAt",
      o.refunded_at is not null as refunded, p.company_name as company,
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
    join service_requests r on r.id = o.request_id
    where o.token_hash = :tokenHash`,
});
