import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import type { AlarmKind } from "./schema.ts";

/**
 * The condition that a request waits for a first attempt and nobody has it. Requests that look like
 * spam, of people who opted out, and demo requests wait for nobody.
 */
const WAITS = `
  r.status = 'new' and r.first_attempt_at is null and r.merged_into_id is null
  and (r.snoozed_until is null or r.snoozed_until <= :now)
  and r.return_due_at is null and not r.is_demo and r.body_hash <> :erasedHash
  and not exists (
    select from crm_outbox o where o.request_id = r.id and o.state = 'held'
  )
  and not exists (
    select from suppressions s
    where s.contact_hash in (r.phone_hash, r.email_hash) and s.opted_out_at >= r.created_at
  )`;

/** Requests that wait too long and have no open alarm, the oldest first. */
export const listUnattended = sqlStatement({
  params: {
    now: t.instant(),
    erasedHash: t.text(),
    since: t.instant(),
    isOpen: t.boolean(),
    isEmergencyOpen: t.boolean(),
    emergencySince: t.instant(),
    emergencyUntil: t.instant(),
    waitingUntil: t.instant(),
    limit: t.integer(),
  },
  row: { id: t.uuid(), kind: t.text<AlarmKind>() },
  sql: `
    select r.id, case
        when r.returned_at is not null then 'returned'
        when r.is_emergency and r.created_at > :emergencySince then 'emergency'
        else 'waiting'
      end as kind
    from service_requests r
    where ${WAITS} and r.created_at > :since
      and (
        (r.returned_at is not null and case when r.is_emergency then :isEmergencyOpen::boolean else :isOpen::boolean end)
        or (
          r.is_emergency and :isEmergencyOpen::boolean
          and r.created_at > :emergencySince and r.created_at <= :emergencyUntil
        )
        or (:isOpen::boolean and r.created_at <= :waitingUntil)
      )
      and not exists (
        select from inbox_alarms a where a.request_id = r.id and a.ended_at is null
      )
    order by r.created_at, r.id
    limit :limit::int`,
});

/** Ends open alarms: all of them, or those whose request no longer waits. */
export const endAlarms = sqlStatement({
  params: { now: t.instant(), erasedHash: t.text(), all: t.boolean() },
  row: {
    requestId: t.uuid(),
    kind: t.text<AlarmKind>(),
    waits: t.boolean(),
    createdAt: t.instant(),
  },
  sql: `
    update inbox_alarms a
    set ended_at = :now
    from (
      select open.id, r.created_at, (${WAITS}) as waits
      from inbox_alarms open join service_requests r on r.id = open.request_id
      where open.ended_at is null
      for update of open skip locked
    ) found
    where found.id = a.id and (:all or not found.waits)
    returning a.request_id as "requestId", a.kind, found.waits, found.created_at as "createdAt"`,
});

/** Open alarms, the oldest request first; `count` is the number of all, also beyond the limit. */
export const summarizeAlarms = sqlStatement({
  params: { limit: t.integer() },
  row: {
    emergencies: t.integer(),
    returned: t.integer(),
    waiting: t.integer(),
    requests: t.orNull(t.jsonb<{ id: string; service: string }[]>()),
    readAt: t.double(),
  },
  sql: `
    with open as (
      select r.id, r.service_type, r.is_emergency, r.created_at, a.kind
      from inbox_alarms a join service_requests r on r.id = a.request_id
      where a.ended_at is null
    )
    select count(*) filter (where is_emergency)::int as emergencies,
      count(*) filter (where not is_emergency and kind = 'returned')::int as returned,
      count(*) filter (where not is_emergency and kind <> 'returned')::int as waiting,
      (
        select jsonb_agg(jsonb_build_object('id', id, 'service', service_type))
        from (
          select id, service_type from open order by is_emergency desc, created_at, id
          limit :limit::int
        ) first
      ) as requests,
      (extract(epoch from statement_timestamp()) * 1000)::float8 as "readAt"
    from open`,
});
