import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/**
 * How long customers waited for a first attempt that was made since a time, in minutes of business
 * hours: of all requests (service and hour are null), by service, and by hour of arrival (0 to 23).
 */
export const measureFirstResponse = sqlStatement({
  params: { since: t.instant(), timeZone: t.text() },
  row: {
    service: t.orNull(t.text()),
    hour: t.orNull(t.integer()),
    requests: t.integer(),
    median: t.double(),
    p90: t.double(),
  },
  sql: `
    select service, hour, count(*)::int as requests,
      percentile_cont(0.5) within group (order by minutes) as median,
      percentile_cont(0.9) within group (order by minutes) as p90
    from (
      select service_type as service, first_response_minutes as minutes,
        extract(hour from created_at at time zone :timeZone)::int as hour
      from service_requests
      where first_attempt_at is not null and first_attempt_at >= :since
        and first_response_minutes is not null
    ) answered
    group by grouping sets ((), (service), (hour))
    having count(*) > 0
    order by requests desc, service, hour`,
});

/**
 * Requests that wait for a first attempt, as the queue counts them: not those that are snoozed, erased
 * or may be spam, or whose customers opted out since. Reads only the index of those.
 */
export const countWaiting = sqlStatement({
  params: { now: t.instant(), erasedHash: t.text() },
  row: { waiting: t.integer() },
  sql: `
    select count(*)::int as waiting from service_requests r
    where r.status = 'new' and r.first_attempt_at is null and r.merged_into_id is null
      and (r.snoozed_until is null or r.snoozed_until <= :now) and r.body_hash <> :erasedHash
      and not exists (
        select from crm_outbox o where o.request_id = r.id and o.state = 'held'
      )
      and not exists (
        select from suppressions s
        where s.contact_hash in (r.phone_hash, r.email_hash) and s.opted_out_at >= r.created_at
      )`,
});
