import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** Each count reads an index and no rows. */
export const countAllRequests = sqlStatement({
  params: { now: t.instant(), timeZone: t.text() },
  row: { total: t.integer(), new: t.integer(), today: t.integer(), synced: t.integer() },
  sql: `
    with day as (
      select date_trunc('day', :now::timestamptz at time zone :timeZone) at time zone :timeZone
        as start
    )
    select
      (select count(*)::int from service_requests) as total,
      (select count(*)::int from service_requests where status = 'new') as "new",
      (
        select count(*)::int from service_requests
        where created_at >= (select start from day)
      ) as today,
      (select count(*)::int from service_requests where synced_at is not null) as synced`,
});
