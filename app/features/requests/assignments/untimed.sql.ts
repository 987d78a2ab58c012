import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/**
 * Locks requests that were assigned and that nobody has to try in time, but should: `recent` ones,
 * and older ones that were snoozed. Reads the index of requests that nobody has tried, or that of
 * assigned ones.
 */
export const listUntimed = sqlStatement({
  params: {
    since: t.instant(),
    recent: t.instant(),
    snoozeEnded: t.text(),
    erasedHash: t.text(),
    limit: t.integer(),
  },
  row: { id: t.uuid() },
  sql: `
    select r.id from service_requests r
    where r.status = 'new' and r.first_attempt_at is null and r.merged_into_id is null
      and r.created_at > :since and r.assignee_id is not null and r.return_due_at is null
      and r.snoozed_until is null and not r.is_demo and r.body_hash <> :erasedHash
      and (
        r.created_at > :recent or exists (
          select from request_events e where e.request_id = r.id and e.kind = :snoozeEnded
        )
      )
      and not exists (
        select from suppressions s
        where s.contact_hash in (r.phone_hash, r.email_hash) and s.opted_out_at >= r.created_at
      )
    order by r.id
    limit :limit::int
    for update skip locked`,
});
