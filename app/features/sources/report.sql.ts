import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

export const sumVisits = sqlStatement({
  params: { firstDay: t.date() },
  row: { source: t.text(), visits: t.double() },
  sql: `
    select source, sum(count)::float8 as visits
    from source_visits
    where day >= :firstDay::date
    group by source`,
});

/** Requests by source, from the index alone. */
export const countRequestsBySource = sqlStatement({
  params: { since: t.instant() },
  row: { source: t.text(), requests: t.integer() },
  sql: `
    select source, count(*)::int as requests
    from request_touches
    where created_at >= :since
    group by source`,
});

/** All requests, also those without a source. */
export const countAllRequests = sqlStatement({
  params: { since: t.instant() },
  row: { requests: t.integer() },
  sql: "select count(*)::int as requests from service_requests where created_at >= :since",
});

/**
 * What became of the requests of the period, by source; `unknown` stands for those without one. A
 * customer's yes to a provider is a connection, too. Outcomes and approvals are younger than their
 * request, so their own indexes limit what is read.
 */
export const sumResultsBySource = sqlStatement({
  params: { since: t.instant(), unknown: t.text() },
  row: { source: t.text(), connected: t.integer(), hired: t.integer(), value: t.double() },
  sql: `
    with recorded as (
      select request_id, connected, hired, value
      from request_outcomes
      where recorded_at >= :since
    ), approved as (
      select distinct request_id from offers
      where state = 'accepted' and customer_approved_at is not null
        and customer_approved_at >= :since
    ), results as (
      select coalesce(o.request_id, a.request_id) as request_id,
        coalesce(o.connected, false) or a.request_id is not null as is_connected,
        coalesce(o.hired, false) as is_hired, o.value
      from recorded o full join approved a on a.request_id = o.request_id
    )
    select coalesce(touch.source, :unknown) as source,
      count(*) filter (where is_connected)::int as connected,
      count(*) filter (where is_hired)::int as hired,
      coalesce(sum(value) filter (where is_hired), 0)::float8 as value
    from results
    join service_requests r on r.id = results.request_id and r.created_at >= :since
    left join request_touches touch on touch.request_id = r.id
    group by 1`,
});

/** Calls by the label of the number that was called. */
export const countCallsByNumber = sqlStatement({
  params: { since: t.instant(), unknown: t.text() },
  row: { number: t.text(), calls: t.integer(), connected: t.integer() },
  sql: `
    select coalesce(number_label, :unknown) as number, count(*)::int as calls,
      count(connected_at)::int as connected
    from call_attributions
    where started_at >= :since
    group by 1`,
});
