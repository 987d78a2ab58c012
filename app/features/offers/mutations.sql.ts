import type { OfferState } from "#app/db/tables/offers.server.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import {
  AWAITS_CUSTOMER,
  HIDES_PERSON,
  IS_VERIFIED,
  OPTED_OUT,
  STOPPED_PROVIDER,
} from "./sql-conditions.ts";

/** Locks a request before it is offered. An erased request counts as closed. */
export const lockRequest = sqlStatement({
  params: { id: t.uuid() },
  row: { closed: t.boolean(), optedOut: t.boolean(), merged: t.boolean() },
  sql: `
    select (r.status = 'closed' or r.body_hash = 'erased') as closed, ${OPTED_OUT} as "optedOut",
      r.merged_into_id is not null as merged
    from service_requests r where r.id = :id for update`,
});

/**
 * What forbids to offer a locked request to a provider. A statement that waited for the lock would not
 * see what was stored meanwhile in other tables, so this is one of its own.
 */
export const findStops = sqlStatement({
  params: { id: t.uuid(), providerId: t.uuid(), now: t.instant() },
  row: {
    /** The customer opted out after sending the request. */
    optedOut: t.boolean(),
    /** The customer asked this provider to stop. */
    stoppedProvider: t.boolean(),
    /** The provider takes no offers now. */
    paused: t.boolean(),
  },
  sql: `
    select ${OPTED_OUT} as "optedOut", ${STOPPED_PROVIDER} as "stoppedProvider",
      exists (
        select from provider_settings t
        where t.provider_id = o.provider_id and t.paused_until > :now
      ) as paused
    from service_requests r, (select :providerId::uuid as provider_id) o
    where r.id = :id`,
});

/** Locks the request of an offer. The request is always locked before the offer. */
export const lockRequestOfOffer = sqlStatement({
  params: { offerId: t.uuid() },
  row: {},
  sql: `
    select from service_requests
    where id = (select request_id from offers where id = :offerId)
    for update`,
});

/** Locks an offer whose request is locked. */
export const lockOffer = sqlStatement({
  params: { offerId: t.uuid(), now: t.instant() },
  row: {
    id: t.uuid(),
    serviceRequestId: t.uuid(),
    providerId: t.uuid(),
    state: t.text<OfferState>(),
    cost: t.double(),
    jobId: t.orNull(t.uuid()),
    bidId: t.orNull(t.uuid()),
    serviceType: t.text(),
    expired: t.boolean(),
    refunded: t.boolean(),
    awaitsCustomer: t.boolean(),
    /** The customer gave an email address. */
    hasEmail: t.boolean(),
    communicationPreference: t.text(),
    timeframe: t.text(),
    urgencyLevel: t.text(),
    company: t.text(),
    /** The customer opted out after sending the request, or of this provider. */
    optedOut: t.boolean(),
    /** The provider must not see the customer; not so after an opt-out of our messages alone. */
    hidden: t.boolean(),
    /** The request was erased: there is nothing to share and nobody to ask. */
    erased: t.boolean(),
    /** The request is closed. */
    closed: t.boolean(),
    /** The provider is not verified, or no longer. */
    unverified: t.boolean(),
  },
  sql: `
    select o.id, o.request_id as "serviceRequestId", o.provider_id as "providerId", o.state,
      o.cost::float8 as cost, o.job_id as "jobId", o.bid_id as "bidId",
      r.service_type as "serviceType", o.expires_at <= :now as expired,
      o.refunded_at is not null as refunded,
      ${AWAITS_CUSTOMER} as "awaitsCustomer",
      coalesce(r.email_normalized, '') <> '' as "hasEmail",
      coalesce(r.additional_details ->> 'communication_preference', '') as "communicationPreference",
      coalesce(r.timeframe, '') as timeframe,
      coalesce(r.additional_details ->> 'urgency_level', '') as "urgencyLevel",
      p.company_name as company,
      (${OPTED_OUT} or ${STOPPED_PROVIDER}) as "optedOut", ${HIDES_PERSON} as hidden,
      r.body_hash = 'erased' as erased, r.status = 'closed' as closed,
      not ${IS_VERIFIED} as unverified
    from offers o
    join service_requests r on r.id = o.request_id
    join providers p on p.id = o.provider_id
    where o.id = :offerId
    for update of o`,
});

/** Ends open offers whose time is up, and skips those that another transaction has locked. */
export const expireDueOffers = sqlStatement({
  params: {
    now: t.instant(),
    limit: t.integer(),
    /** Only offers of this request; null for all. */
    serviceRequestId: t.orNull(t.uuid()),
  },
  row: { serviceRequestId: t.uuid(), offerId: t.uuid(), providerId: t.uuid() },
  sql: `
    update offers set state = 'expired', decided_at = :now
    where id in (
      select o.id from offers o join service_requests r on r.id = o.request_id
      where o.state = 'open' and o.expires_at <= :now
        and (:serviceRequestId::uuid is null or o.request_id = :serviceRequestId)
      order by o.id limit :limit::int for update of r, o skip locked
    )
    returning request_id as "serviceRequestId", id as "offerId", provider_id as "providerId"`,
});

/** Notifies workers and open portals once the transaction commits. */
export const notifyOfferChanged = sqlStatement({
  params: { channel: t.text(), serviceRequestId: t.text() },
  row: { sent: t.integer() },
  sql: "select 1 as sent from pg_notify(:channel, :serviceRequestId)",
});
