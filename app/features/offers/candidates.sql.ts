import type { StoredOfferHours } from "#app/db/tables/providers.server.ts";
import { LONGEST_DAY_HOURS } from "#app/features/providers/availability/availability.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import { getsMail } from "./mail-conditions.ts";
import { IS_VERIFIED } from "./sql-conditions.ts";

/** SQL: the provider `p` was asked about the request `:requestId` before. */
const ASKED_BEFORE = `exists (
  select from offers o
  where o.request_id = :requestId and o.provider_id = p.id and o.state <> 'withdrawn')`;

/** SQL: the person of the request `:requestId` asked the provider `p` to stop. */
const STOPPED_BEFORE = `exists (
  select from service_requests r
  join provider_opt_outs x on x.contact_hash in (r.phone_hash, r.email_hash)
  where r.id = :requestId and x.provider_id = p.id)`;

/** SQL: the provider `p` takes no offers at the instant `:now`. */
const IS_PAUSED = `exists (
  select from provider_settings a where a.provider_id = p.id and a.paused_until > :now)`;

/**
 * SQL: when the provider `p` with the settings `t` was offered something since the longest day ago. It is
 * looked up only where the settings limit the offers of a day, and the index on offers has it.
 */
const OFFERED_AT = `(case when t.max_offers_per_day is null then '{}'::timestamptz[] else array(
  select o.created_at from offers o
  where o.provider_id = p.id and o.state <> 'withdrawn' and o.created_at <= :now
    and o.created_at > :now::timestamptz - interval '${LONGEST_DAY_HOURS} hours'
) end)`;

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
    businessZip: t.orNull(t.text()),
    pausedUntil: t.orNull(t.instant()),
    maxOffersPerDay: t.orNull(t.integer()),
    offerHours: t.orNull(t.jsonb<StoredOfferHours>()),
    offeredAt: t.instantArray(),
    hasMail: t.boolean(),
  },
  sql: `
    with covering as (
      select p.id, true as covers from providers p
      where p.service_area_zips @> array[:zip::text]
        and (:providerId::uuid is null or p.id = :providerId)
        and (p.is_demo or not :isDemo) and not ${ASKED_BEFORE} and not ${STOPPED_BEFORE}
      order by
        ${IS_VERIFIED} desc, ${IS_PAUSED},
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
      order by ${IS_PAUSED}, p.reputation desc nulls last, p.id
      limit :limitElsewhere::int
    ), found as (select * from covering union all select * from elsewhere)
    select p.id, p.company_name as company, p.reputation::float8 as rating,
      (select count(*)::int from reviews v where v.provider_id = p.id) as reviews,
      p.jobs_completed as jobs, p.is_demo as "isDemo", f.covers,
      p.verification_status as "verificationStatus", p.verified_until as "verifiedUntil",
      p.service_categories as "serviceCategories", p.credits::float8 as credits,
      s.status as subscription, t.min_job_value::float8 as "minJobValue",
      t.max_job_value::float8 as "maxJobValue", p.business_zip as "businessZip",
      t.paused_until as "pausedUntil", t.max_offers_per_day as "maxOffersPerDay",
      t.offer_hours as "offerHours", ${OFFERED_AT} as "offeredAt",
      ${getsMail("offers")} as "hasMail"
    from found f
    join providers p on p.id = f.id
    left join payments_subscriptions s on s.provider_id = p.id
    left join provider_settings t on t.provider_id = p.id`,
});
