import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import {
  IMPOSSIBLE_PHONE,
  IS_DUPLICATE,
  OUTSIDE_AREA,
  STOPPED_FIRST,
} from "./bad-lead-conditions.ts";
import type { RefundReason } from "./constants.ts";
import { getsMail } from "./mail-conditions.ts";
import { AWAITS_CUSTOMER, IS_VERIFIED, OPTED_OUT, STOPPED_PROVIDER } from "./sql-conditions.ts";

/** SQL: the provider `p` was asked about the request `:requestId` before. */
const ASKED_BEFORE = `exists (
  select from offers o
  where o.request_id = :requestId and o.provider_id = p.id and o.state <> 'withdrawn')`;

/** SQL: the person of the request `:requestId` asked the provider `p` to stop. */
const STOPPED_BEFORE = `exists (
  select from service_requests r
  join provider_opt_outs x on x.contact_hash in (r.phone_hash, r.email_hash)
  where r.id = :requestId and x.provider_id = p.id)`;

/**
 * Providers that cover the ZIP code, best first. If there are few, also some verified providers in
 * the same state who cover other ZIP codes. Excludes those who were asked before or whom the person
 * asked to stop; demo requests go to demo providers only. `providerId` limits the search to that provider.
 */
export const findCandidates = sqlStatement({
  params: {
    requestId: t.uuid(),
    zip: t.orNull(t.text()),
    state: t.orNull(t.text()),
    lowerCaseNames: t.textArray(),
    isDemo: t.boolean(),
    now: t.instant(),
    cost: t.numeric(),
    providerId: t.orNull(t.uuid()),
    limit: t.integer(),
    limitElsewhere: t.integer(),
    names: t.textArray(),
  },
  row: {
    id: t.uuid(),
    company: t.text(),
    rating: t.orNull(t.double()),
    reviews: t.integer(),
    jobs: t.integer(),
    isDemo: t.boolean(),
    covers: t.boolean(),
    verificationStatus: t.text(),
    verifiedUntil: t.orNull(t.instant()),
    serviceCategories: t.textArray(),
    credits: t.double(),
    subscription: t.orNull(t.text()),
    minJobValue: t.orNull(t.double()),
    maxJobValue: t.orNull(t.double()),
    hasMail: t.boolean(),
  },
  sql: `
    with covering as (
      select p.id, true as covers from providers p
      where p.service_area_zips @> array[:zip::text]
        and (:providerId::uuid is null or p.id = :providerId)
        and (p.is_demo or not :isDemo) and not ${ASKED_BEFORE} and not ${STOPPED_BEFORE}
      order by
        ${IS_VERIFIED} desc,
        exists (
          select from unnest(p.service_categories) c where lower(c) = any(:lowerCaseNames)
        ) desc,
        exists (
          select from payments_subscriptions s
          where s.provider_id = p.id and s.status in ('active', 'trialing')
        ) desc,
        (p.credits >= :cost) desc, p.is_demo, p.reputation desc nulls last, p.id
      limit :limit::int
    ), elsewhere as (
      select p.id, false as covers from providers p
      where :providerId::uuid is null
        and (select count(*) from covering) < :limitElsewhere::int
        and p.business_state = upper(:state) and p.verification_status = 'verified'
        and (p.is_demo or not :isDemo) and p.service_categories && :names::text[]
        and not p.service_area_zips @> array[coalesce(:zip::text, '')]
        and not ${ASKED_BEFORE} and not ${STOPPED_BEFORE}
      order by p.reputation desc nulls last, p.id
      limit :limitElsewhere::int
    ), found as (select * from covering union all select * from elsewhere)
    select p.id, p.company_name as company, p.reputation::float8 as rating,
      (select count(*)::int from reviews v where v.provider_id = p.id) as reviews,
      p.jobs_completed as jobs, p.is_demo as "isDemo", f.covers,
      p.verification_status as "verificationStatus", p.verified_until as "verifiedUntil",
      p.service_categories as "serviceCategories", p.credits::float8 as credits,
      s.status as subscription, t.min_job_value::float8 as "minJobValue",
      t.max_job_value::float8 as "maxJobValue",
      ${getsMail("offers")} as "hasMail"
    from found f
    join providers p on p.id = f.id
    left join payments_subscriptions s on s.provider_id = p.id
    left join provider_settings t on t.provider_id = p.id`,
});

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
    ) found
    where reason is not null`,
});
