import { LEASE_IS_FREE } from "#app/db/with-lease.server.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/**
 * Claims opt-outs to send; a probe claims the oldest waiting one, due or not. A request that the
 * person sent after the opt-out lifts it.
 */
export const claimDueOptOuts = sqlStatement({
  params: { now: t.instant(), leaseUntil: t.instant(), isProbe: t.boolean(), limit: t.integer() },
  row: {
    id: t.uuid(),
    contactId: t.text(),
    attempts: t.integer(),
    leaseUntil: t.instant(),
    isSuperseded: t.boolean(),
  },
  sql: `
    update crm_opt_outs s set lease_until = :leaseUntil
    where id in (
      select id from crm_opt_outs
      where state = 'waiting' and (next_attempt_at <= :now or :isProbe) and ${LEASE_IS_FREE}
      order by next_attempt_at
      limit :limit::int
      for update skip locked
    )
    returning id, contact_id as "contactId", attempts, lease_until as "leaseUntil", exists (
      select from service_requests r
      where r.ghl_contact_id = s.contact_id and r.created_at > s.created_at and not r.is_demo
    ) as "isSuperseded"`,
});

/** Adds the delivered opt-out to the timelines of the contact's requests. */
export const addOptOutEvents = sqlStatement({
  params: { contactId: t.text(), now: t.instant() },
  row: {},
  sql: `
    insert into request_events (id, request_id, at, kind, detail)
    select gen_random_uuid(), id, :now, 'crm-stopped', '{}' from service_requests
    where ghl_contact_id = :contactId`,
});
