import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** Counts that grow with all requests ever stored. Each reads an index and no rows. */
export const countSettledRequests = sqlStatement({
  params: { before: t.instant() },
  row: { total: t.integer(), synced: t.integer() },
  sql: `
    select
      (select count(*)::int from service_requests where created_at < :before) as total,
      (select count(*)::int from service_requests where synced_at < :before) as synced`,
});

/** What `countSettledRequests` leaves out, and the counts that depend on the day and on work done. */
export const countRecentRequests = sqlStatement({
  params: { since: t.instant(), now: t.instant(), timeZone: t.text() },
  row: { total: t.integer(), new: t.integer(), today: t.integer(), synced: t.integer() },
  sql: `
    with day as (
      select date_trunc('day', :now::timestamptz at time zone :timeZone) at time zone :timeZone
        as start
    )
    select
      (select count(*)::int from service_requests where created_at >= :since) as total,
      (select count(*)::int from service_requests where status = 'new') as "new",
      (
        select count(*)::int from service_requests
        where created_at >= (select start from day)
      ) as today,
      (select count(*)::int from service_requests where synced_at >= :since) as synced`,
});
