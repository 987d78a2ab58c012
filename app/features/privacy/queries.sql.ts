import { selectMerged } from "#app/features/requests/sql-conditions.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/**
 * Locks requests without events or notes for as many months as the settings say, oldest first. One that
 * was merged into another is kept and erased with that one (`listMergedIds`). Requests that are being
 * delivered are left for the next night.
 */
export const lockExpiredRequests = sqlStatement({
  params: {
    now: t.instant(),
    closedMonths: t.integer(),
    openMonths: t.integer(),
    erasedHash: t.text(),
    limit: t.integer(),
  },
  row: { id: t.uuid() },
  sql: `
    with ages as (
      select :now::timestamptz - make_interval(months => :closedMonths) as closed,
        :now::timestamptz - make_interval(months => :openMonths) as open
    )
    select r.id
    from service_requests r, ages,
      lateral (select case r.status when 'closed' then ages.closed else ages.open end as since) own
    where r.created_at < greatest(ages.closed, ages.open) and r.body_hash <> :erasedHash
      and r.created_at < own.since and r.merged_into_id is null
      and not exists (
        select from request_events e where e.request_id = r.id and e.at >= own.since)
      and not exists (
        select from request_notes n where n.request_id = r.id and n.created_at >= own.since)
      and not exists (
        select from crm_outbox o where o.request_id = r.id and o.lease_until > :now)
      and (
        r.id not in (
          select s.merged_into_id from service_requests s where s.merged_into_id is not null)
        or not exists (
          select from (${selectMerged("r.id")}) m
          where exists (
              select from request_events e where e.request_id = m.id and e.at >= own.since)
            or exists (
              select from request_notes n where n.request_id = m.id and n.created_at >= own.since)
            or exists (
              select from crm_outbox o where o.request_id = m.id and o.lease_until > :now)))
    order by r.created_at, r.id
    limit :limit::int
    for update of r skip locked`,
});

/** The requests that were merged into any of these. */
export const listMergedIds = sqlStatement({
  params: { ids: t.uuidArray() },
  row: { id: t.uuid() },
  sql: `
    select m.id from unnest(:ids::uuid[]) as wanted (id), lateral (${selectMerged("wanted.id")}) m
    order by m.id`,
});
