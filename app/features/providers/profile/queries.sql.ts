import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** Names and encrypted values of a provider's integration keys, by name. */
export const listSealedKeys = sqlStatement({
  params: { providerId: t.uuid() },
  row: { name: t.text(), sealed: t.text() },
  sql: `
    select k.key as name, k.value as sealed
    from provider_settings, jsonb_each_text(coalesce(api_integration_keys, '{}')) k
    where provider_id = :providerId
    order by lower(k.key)`,
});

/** Accepted bids of the last 7 days and month, and jobs of the last 7 days. */
export const countRecentWork = sqlStatement({
  params: { providerId: t.uuid(), now: t.instant() },
  row: { bidsWeek: t.integer(), bidsMonth: t.integer(), jobsWeek: t.integer() },
  sql: `
    select
      (select count(*)::int from bids
       where provider_id = :providerId and status = 'accepted'
         and created_at >= :now::timestamptz - interval '7 days') as "bidsWeek",
      (select count(*)::int from bids
       where provider_id = :providerId and status = 'accepted'
         and created_at >= :now::timestamptz - interval '1 month') as "bidsMonth",
      (select count(*)::int from jobs
       where provider_id = :providerId
         and created_at >= :now::timestamptz - interval '7 days') as "jobsWeek"`,
});

/** Accepted bids by week; bucket n (from 1) begins at the n-th of `starts`. */
export const countBidsByWeek = sqlStatement({
  params: { providerId: t.uuid(), starts: t.instantArray(), from: t.instant(), to: t.instant() },
  row: { bucket: t.integer(), accepted: t.integer() },
  sql: `
    select width_bucket(created_at, :starts::timestamptz[]) as bucket, count(*)::int as accepted
    from bids
    where provider_id = :providerId and status = 'accepted'
      and created_at >= :from and created_at <= :to
    group by 1`,
});

/** The latest jobs that a provider has or bid on, each with the provider's latest bid. */
export const listRecentJobs = sqlStatement({
  params: { providerId: t.uuid(), limit: t.integer() },
  row: {
    id: t.uuid(),
    serviceType: t.text(),
    status: t.text(),
    createdAt: t.instant(),
    bidStatus: t.orNull(t.text()),
    amount: t.orNull(t.double()),
    /** The bid belongs to an offer: its amount is in credits, else in dollars. */
    inCredits: t.boolean(),
  },
  sql: `
    with provider_jobs as (
      select id from jobs where provider_id = :providerId
      union
      select job_id from bids where provider_id = :providerId and job_id is not null
    )
    select j.id, j.service_type as "serviceType", j.status, j.created_at as "createdAt",
      b.status as "bidStatus", b.amount::float8 as amount,
      exists (
        select from offers o where o.provider_id = :providerId and o.bid_id = b.id
      ) as "inCredits"
    from provider_jobs
    join jobs j on j.id = provider_jobs.id
    left join lateral (
      select id, status, amount from bids
      where provider_id = :providerId and job_id = j.id
      order by created_at desc limit 1
    ) b on true
    order by j.created_at desc, j.id desc
    limit :limit::int`,
});
