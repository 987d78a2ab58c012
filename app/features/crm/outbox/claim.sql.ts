import type { DeliveryProgress } from "#app/db/tables/crm.server.ts";
import { LEASE_IS_FREE } from "#app/db/with-lease.server.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/**
 * Claims due rows that no other worker has leased, except those of people who opted out after
 * consenting, or of whom another row is being sent (`busyContacts`). A row without attempts is
 * always due, because the clock of the machine that stored it may be ahead. A probe claims the
 * oldest waiting row, due or not: testing the target must not wait for a due row.
 */
export const claimDueRows = sqlStatement({
  params: {
    target: t.text(),
    now: t.instant(),
    leaseUntil: t.instant(),
    isProbe: t.boolean(),
    busyContacts: t.textArray(),
    limit: t.integer(),
  },
  row: {
    id: t.uuid(),
    requestId: t.uuid(),
    attempts: t.integer(),
    leaseUntil: t.instant(),
    progress: t.jsonb<DeliveryProgress>(),
  },
  sql: `
    update crm_outbox set lease_until = :leaseUntil
    where id in (
      select o.id from crm_outbox o join service_requests r on r.id = o.request_id
      where o.target = :target and o.state = 'waiting'
        and (o.next_attempt_at <= :now or o.next_attempt_at = o.created_at or :isProbe)
        and ${LEASE_IS_FREE}
        and not coalesce(r.phone_hash = any(:busyContacts), false)
        and not coalesce(r.email_hash = any(:busyContacts), false)
        and not exists (
          select from suppressions s
          where s.contact_hash in (r.phone_hash, r.email_hash) and s.opted_out_at >= r.created_at
        )
      order by o.next_attempt_at
      limit :limit::int
      for update of o skip locked
    )
    returning id, request_id as "requestId", attempts, lease_until as "leaseUntil", progress`,
});
