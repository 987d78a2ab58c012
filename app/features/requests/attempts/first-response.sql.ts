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

/** Requests that wait for a first attempt. Reads only the index of those. */
export const countWaiting = sqlStatement({
  params: {},
  row: { waiting: t.integer() },
  sql: `
    select count(*)::int as waiting from service_requests
    where status = 'new' and first_attempt_at is null and merged_into_id is null`,
});
