import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** SQL: the provider `p` is real, and verified at the instant `:now`. */
const IS_VERIFIED = `(not p.is_demo and p.verification_status = 'verified'
  and (p.verified_until is null or p.verified_until > :now))`;

/** Stars of all reviews of real requests, hidden ones too. */
export const sumReviews = sqlStatement({
  params: {},
  row: { sum: t.integer(), count: t.integer() },
  sql: `
    select coalesce(sum(v.rating), 0)::int as sum, count(*)::int as count
    from reviews v
    join service_requests r on r.id = v.request_id
    join providers p on p.id = v.provider_id
    where not r.is_demo and not p.is_demo`,
});

/**
 * Active providers (verified, with a current subscription) by the checks of which they have valid
 * evidence; and how many are verified in all.
 */
export const countProvidersByChecks = sqlStatement({
  params: { now: t.instant(), today: t.date() },
  row: { checks: t.textArray(), isActive: t.boolean(), count: t.integer() },
  sql: `
    select checks, is_active as "isActive", count(*)::int as count
    from (
      select
        array(
          select distinct e."check" from verification_evidence e
          where e.provider_id = p.id and (e.valid_until is null or e.valid_until >= :today::date)
          order by 1
        ) as checks,
        exists (
          select from payments_subscriptions s
          where s.provider_id = p.id and s.status in ('active', 'trialing')
        ) as is_active
      from providers p where ${IS_VERIFIED}
    ) verified
    group by 1, 2`,
});

/** How many of these ZIP codes a verified provider covers. */
export const countCoveredZips = sqlStatement({
  params: { now: t.instant(), zips: t.textArray() },
  row: { count: t.integer() },
  sql: `
    select count(*)::int as count from unnest(:zips::text[]) as zip
    where exists (
      select from providers p where p.service_area_zips @> array[zip] and ${IS_VERIFIED}
    )`,
});

/**
 * When requests were received and when staff first had contact with the customer, as far as it was
 * recorded: marked as contacted, the customer's answer about a provider noted, or a message sent.
 * Leaves out requests that are held as spam.
 */
export const listResponses = sqlStatement({
  params: { from: t.instant(), to: t.instant(), limit: t.integer() },
  row: { receivedAt: t.instant(), contactedAt: t.orNull(t.instant()) },
  sql: `
    select r.created_at as "receivedAt",
      least(
        (
          select min(e.at) from request_events e
          where e.request_id = r.id and (
            (e.kind = 'status' and e.detail->>'to' = 'contacted')
            or (e.kind in ('offer-released', 'offer-refused') and e.actor_id is not null)
          )
        ),
        (
          select min(m.created_at) from request_messages m
          where m.request_id = r.id and m.author = 'staff'
        )
      ) as "contactedAt"
    from service_requests r
    where r.created_at >= :from and r.created_at <= :to and not r.is_demo
      and not exists (
        select from crm_outbox o where o.request_id = r.id and o.state = 'held'
      )
    order by r.created_at desc, r.id desc
    limit :limit::int`,
});
