import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import {
  IMPOSSIBLE_PHONE,
  IS_DUPLICATE,
  LEFT_TO_PERSON,
  OUTSIDE_AREA,
  STOPPED_FIRST,
} from "./bad-lead-conditions.ts";
import type { RefundReason } from "./constants.ts";
import { AWAITS_CUSTOMER, IS_VERIFIED, OPTED_OUT, STOPPED_PROVIDER } from "./sql-conditions.ts";

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
          when ${STOPPED_FIRST} then 'stopped-first'
          when ${IMPOSSIBLE_PHONE} then 'impossible-phone'
          when ${OUTSIDE_AREA} then 'outside-area'
          when ${IS_DUPLICATE} then 'duplicate'
        end as reason
      from offers o
      join service_requests r on r.id = o.request_id
      join providers p on p.id = o.provider_id
      where o.state = 'accepted' and o.refunded_at is null and o.cost > 0 and not r.is_demo
        and o.decided_at >= :now::timestamptz - make_interval(days => :refundDays)
        and not ${LEFT_TO_PERSON}
    ) found
    where reason is not null`,
});
