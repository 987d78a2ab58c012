import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** Requests with this CRM contact, phone or email; newest first. */
export const listMatchingRequests = sqlStatement({
  params: {
    contactId: t.orNull(t.text()),
    phone: t.orNull(t.text()),
    email: t.orNull(t.text()),
  },
  row: {
    id: t.uuid(),
    phoneHash: t.orNull(t.text()),
    emailHash: t.orNull(t.text()),
    keyVersion: t.integer(),
    syncedAt: t.orNull(t.instant()),
  },
  sql: `
    select id, phone_hash as "phoneHash", email_hash as "emailHash",
      contact_key_version as "keyVersion", synced_at as "syncedAt"
    from service_requests
    where (ghl_contact_id = :contactId or phone_e164 = :phone or email_normalized = :email)
      and not is_demo
    order by created_at desc`,
});

/**
 * An opt-out of the contact that was delivered recently or is being delivered: one that still waits
 * for its first attempt, or that a newer request lifts, does not count.
 */
export const findRecentOptOut = sqlStatement({
  params: { contactId: t.text(), deliveredAfter: t.instant() },
  row: { id: t.uuid() },
  sql: `
    select s.id from crm_opt_outs s
    where s.contact_id = :contactId and (
      (s.state = 'delivered' and s.finished_at > :deliveredAfter)
      or (
        s.state = 'waiting' and (s.attempts > 0 or s.lease_until is not null)
        and not exists (
          select from service_requests r
          where r.ghl_contact_id = s.contact_id and r.created_at > s.created_at and not r.is_demo
        )
      )
    )
    limit 1`,
});
