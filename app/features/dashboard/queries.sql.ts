import type { RequestStatus } from "#app/features/requests/inbox/schema.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** Counts since the start of the day. */
export const countToday = sqlStatement({
  params: { since: t.instant() },
  row: {
    homeowners: t.integer(),
    calls: t.integer(),
    connected: t.integer(),
    email: t.integer(),
    sms: t.integer(),
  },
  sql: `
    select h.homeowners, c.calls, c.connected, n.email, n.sms
    from
      (select count(*)::int as homeowners from homeowners where created_at >= :since) h,
      (select count(*)::int as calls, count(connected_at)::int as connected
       from call_attributions where started_at >= :since) c,
      (select count(*) filter (where channel = 'email')::int as email,
         count(*) filter (where channel = 'sms')::int as sms
       from notifications where sent_at >= :since) n`,
});

/** Dollars paid by business day: bucket 1 is the first of `days`, 0 is before it. */
export const sumPaidByDay = sqlStatement({
  params: { days: t.instantArray(), windowStart: t.instant() },
  row: { bucket: t.integer(), amount: t.double(), inWindow: t.double() },
  sql: `
    select width_bucket(paid_at, :days::timestamptz[]) as bucket,
      sum(amount_paid)::float8 as amount,
      coalesce(sum(amount_paid) filter (where paid_at >= :windowStart), 0)::float8 as "inWindow"
    from bid_unlocks
    where paid_at >= least(:windowStart, (:days::timestamptz[])[1])
    group by 1`,
});

/** `nulls last` as in the index; otherwise PostgreSQL would sort the whole table. */
export const listNewestRequests = sqlStatement({
  name: "dashboard-latest",
  params: { limit: t.integer() },
  row: {
    id: t.uuid(),
    customerName: t.text(),
    serviceType: t.text(),
    status: t.text<RequestStatus>(),
    createdAt: t.instant(),
  },
  sql: `
    select id, customer_name as "customerName", service_type as "serviceType", status,
      created_at as "createdAt"
    from service_requests
    where merged_into_id is null
    order by created_at desc nulls last, id desc nulls last
    limit :limit::int`,
});

/**
 * Requests by business day: bucket 1 is the first of `days`, 0 is before it. Not a named statement,
 * because a generic plan would read the whole table instead of a range of the index.
 */
export const countRequests = sqlStatement({
  params: { days: t.instantArray(), from: t.instant(), before: t.orNull(t.instant()) },
  row: {
    bucket: t.integer(),
    requests: t.integer(),
    synced: t.integer(),
    contacted: t.integer(),
    closed: t.integer(),
  },
  sql: `
    select width_bucket(created_at, :days::timestamptz[]) as bucket, count(*)::int as requests,
      count(synced_at)::int as synced,
      count(*) filter (where status in ('contacted', 'closed'))::int as contacted,
      count(*) filter (where status = 'closed')::int as closed
    from service_requests
    where created_at >= :from and created_at < coalesce(:before::timestamptz, 'infinity')
    group by 1`,
});

export const countTables = sqlStatement({
  params: {},
  row: {
    providers: t.integer(),
    activeProviders: t.integer(),
    homeownersSetUp: t.integer(),
    quizzes: t.integer(),
    activeQuizzes: t.integer(),
  },
  sql: `
    select (select count(*)::int from providers) as providers,
      (select count(*)::int from provider_active) as "activeProviders",
      (select count(*)::int from homeowners where setup_completed) as "homeownersSetUp",
      (select count(*)::int from quizzes where deleted_at is null) as quizzes,
      (select count(*)::int from quizzes where deleted_at is null and is_active)
        as "activeQuizzes"`,
});

/**
 * What became of the requests since a time: of how many the customer was reached, was connected with a
 * provider, and hired one. Each stage has all of the next: who hired was connected, and who was
 * connected was reached. Read from what was recorded since that time, which can only be later than
 * the request. Joined before it is grouped, so that PostgreSQL reads the window in the index at once
 * instead of one request after the other.
 */
export const countOutcomes = sqlStatement({
  params: { from: t.instant() },
  row: { reached: t.integer(), connected: t.integer(), hired: t.integer() },
  sql: `
    select count(*) filter (where stage >= 1)::int as reached,
      count(*) filter (where stage >= 2)::int as connected,
      count(*) filter (where stage >= 3)::int as hired
    from (
      select service_requests.id, max(recorded.stage) as stage
      from (
        select request_id, 1 as stage from contact_attempts
        where at >= :from and result = 'reached'
        union all
        select request_id, 2 from offers
        where state = 'accepted' and customer_approved_at is not null
          and customer_approved_at >= :from
        union all
        select request_id, case when hired then 3 when connected then 2 when reached then 1 else 0 end
        from request_outcomes
        where recorded_at >= :from
      ) recorded
      join service_requests on service_requests.id = recorded.request_id
      where service_requests.created_at >= :from
      group by service_requests.id
    ) furthest`,
});
