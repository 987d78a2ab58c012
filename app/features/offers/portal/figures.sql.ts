import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** What became of the offers that a provider got since a time. */
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
    /** Of the connected ones: what the provider said of them. */
    started: t.integer(),
    done: t.integer(),
    notHired: t.integer(),
    /** Credits for accepted offers, less what came back. */
    credits: t.double(),
    /** Dollars of jobs that are done, and how many have an amount. */
    paid: t.double(),
    withAmount: t.integer(),
  },
  sql: `
    select count(*)::int as offered,
      count(*) filter (where o.bid_id is not null)::int as accepted,
      count(*) filter (where o.state = 'declined')::int as declined,
      count(*) filter (
        where o.state = 'expired' or (o.state = 'open' and o.expires_at <= :now)
      )::int as missed,
      percentile_cont(0.5) within group (
        order by extract(epoch from coalesce(b.created_at, o.decided_at) - o.created_at) / 60
      ) filter (where b.id is not null or o.state = 'declined') as "answerMinutes",
      count(*) filter (where o.customer_approved_at is not null)::int as connected,
      count(*) filter (where j.stage = 'started')::int as started,
      count(*) filter (where j.stage = 'done')::int as done,
      count(*) filter (where j.stage = 'not-hired')::int as "notHired",
      coalesce(sum(o.cost) filter (
        where o.state = 'accepted' and o.refunded_at is null
      ), 0)::float8 as credits,
      coalesce(sum(j.paid_amount) filter (where j.stage = 'done'), 0)::float8 as paid,
      count(j.paid_amount) filter (where j.stage = 'done')::int as "withAmount"
    from offers o
    left join jobs j on j.id = o.job_id
    left join bids b on b.id = o.bid_id
    where o.provider_id = :providerId and o.created_at >= :since`,
});

/** Why customers did not hire the provider, the most frequent reason first. */
export const countNotHiredReasons = sqlStatement({
  params: { providerId: t.uuid(), since: t.instant() },
  row: { reason: t.text(), jobs: t.integer() },
  sql: `
    select j.not_hired_reason as reason, count(*)::int as jobs
    from offers o join jobs j on j.id = o.job_id
    where o.provider_id = :providerId and o.created_at >= :since
      and j.not_hired_reason is not null
    group by 1
    order by 2 desc, 1`,
});
