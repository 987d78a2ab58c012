import type { JOB_STAGES } from "#app/db/tables/offers.server.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/**
 * What became of the offers that a provider got since a time, without their jobs. The end of an accepted
 * offer replaced the time of its answer; then its bid, which was declined by that, still has it.
 */
export const countOwnOffers = sqlStatement({
  params: { providerId: t.uuid(), since: t.instant(), now: t.instant() },
  row: {
    offered: t.integer(),
    accepted: t.integer(),
    declined: t.integer(),
    /** Nobody answered in time. */
    missed: t.integer(),
    /** Median of accepted and declined ones; null without any. */
    answerMinutes: t.orNull(t.double()),
    connected: t.integer(),
    /** Credits for accepted offers, less what came back. */
    credits: t.double(),
  },
  sql: `
    select count(*)::int as offered,
      count(o.bid_id)::int as accepted,
      count(*) filter (where o.state = 'declined')::int as declined,
      count(*) filter (
        where o.state = 'expired' or (o.state = 'open' and o.expires_at <= :now)
      )::int as missed,
      percentile_cont(0.5) within group (
        order by date_part('epoch', coalesce(b.created_at, o.decided_at) - o.created_at) / 60
      ) filter (where o.bid_id is not null or o.state = 'declined') as "answerMinutes",
      count(o.customer_approved_at)::int as connected,
      coalesce(sum(o.cost) filter (
        where o.state = 'accepted' and o.refunded_at is null
      ), 0)::float8 as credits
    from offers o
    left join bids b on b.id = o.bid_id and b.provider_id = :providerId and b.status = 'declined'
    where o.provider_id = :providerId and o.created_at >= :since`,
});

/**
 * What a provider said of the jobs from the offers that it got since a time; the most frequent first.
 * A job begins when its offer is accepted. So only the first of them can have an older offer, and no
 * offer waits for a week.
 */
export const countJobStages = sqlStatement({
  params: { providerId: t.uuid(), since: t.instant() },
  row: {
    stage: t.text<(typeof JOB_STAGES)[number]>(),
    /** Why the customer did not hire the provider. */
    reason: t.orNull(t.text()),
    jobs: t.integer(),
    /** Dollars, and how many of the jobs have an amount. */
    paid: t.double(),
    withAmount: t.integer(),
  },
  sql: `
    select j.stage, j.not_hired_reason as reason, count(*)::int as jobs,
      coalesce(sum(j.paid_amount), 0)::float8 as paid, count(j.paid_amount)::int as "withAmount"
    from jobs j
    where j.provider_id = :providerId and j.created_at >= :since and j.stage is not null
      and not exists (
        select from offers o
        where o.job_id = j.id and o.provider_id = :providerId and o.created_at < :since
          and o.created_at >= :since::timestamptz - interval '7 days'
      )
    group by 1, 2
    order by 3 desc, 1, 2`,
});
