import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

const BELONGS_TO_PERSON =
  "not r.is_demo and (r.phone_hash = any(:hashes) or r.email_hash = any(:hashes))";

/** CRM contacts (`contact_id`) of a person: stored ones, and those of deliveries in progress. */
const CONTACTS = `
  select r.ghl_contact_id as contact_id from service_requests r
  where r.ghl_contact_id is not null and ${BELONGS_TO_PERSON}
  union
  select o.progress ->> 'contactId'
  from crm_outbox o join service_requests r on r.id = o.request_id
  where o.state = 'waiting' and o.progress ? 'contactId' and ${BELONGS_TO_PERSON}`;

export const queueForContacts = sqlStatement({
  params: { hashes: t.textArray(), now: t.instant(), except: t.orNull(t.text()) },
  row: {},
  sql: `
    insert into crm_opt_outs (id, contact_id, next_attempt_at, created_at)
    select gen_random_uuid(), contact_id, :now, :now from (${CONTACTS}) contacts
    where contact_id is distinct from :except
    on conflict (contact_id) where state = 'waiting'
      do update set created_at = greatest(crm_opt_outs.created_at, excluded.created_at)`,
});

/** Queues the opt-out of a request's contact, where one after the request is not queued yet. */
export const queueForRequest = sqlStatement({
  params: { requestId: t.uuid(), now: t.instant() },
  row: {},
  sql: `
    insert into crm_opt_outs (id, contact_id, next_attempt_at, created_at)
    select gen_random_uuid(), r.ghl_contact_id, :now, max(s.opted_out_at)
    from service_requests r join suppressions s
      on s.contact_hash in (r.phone_hash, r.email_hash) and s.opted_out_at >= r.created_at
    where r.id = :requestId and r.ghl_contact_id is not null
      and not exists (
        select from crm_opt_outs queued
        where queued.contact_id = r.ghl_contact_id and queued.created_at >= s.opted_out_at
      )
    group by r.ghl_contact_id
    on conflict (contact_id) where state = 'waiting' do nothing`,
});

/** Contacts whose opt-outs are not delivered automatically. */
export const listManualContacts = sqlStatement({
  params: { hashes: t.textArray(), hasApp: t.boolean() },
  row: { id: t.text() },
  sql: `
    select contact_id as id from (${CONTACTS}) contacts
    where not (
      :hasApp and exists (select from crm_connections where disconnected_at is null)
    )
    order by 1`,
});

/** A request that the CRM accepted without returning the contact's id. */
export const findUnnamedContact = sqlStatement({
  params: { hashes: t.textArray() },
  row: { id: t.uuid() },
  sql: `
    select r.id from service_requests r
    where r.synced_at is not null and r.ghl_contact_id is null and ${BELONGS_TO_PERSON}
    limit 1`,
});
