import { sql } from "drizzle-orm";
import type pg from "pg";
import type { Database } from "#app/db/client.server.ts";

/** Condition on requests `r` of a person. */
const belongsToPerson = (hashes: string[]) => {
  const param = sql.param(hashes);
  return sql`not r.is_demo and (r.phone_hash = any(${param}::text[]) or r.email_hash = any(${param}::text[]))`;
};

/** Contacts `contact_id` that the CRM has of a person, or is about to have. */
const selectContacts = (hashes: string[]) => sql`
  select r.ghl_contact_id as contact_id from service_requests r where r.ghl_contact_id is not null and ${belongsToPerson(hashes)}
  union
  select o.progress ->> 'contactId' from crm_outbox o join service_requests r on r.id = o.request_id
  where o.state = 'waiting' and o.progress ? 'contactId' and ${belongsToPerson(hashes)}`;

/**
 * Queues an opt-out for every contact that the CRM has of a person, in the transaction that stores
 * the opt-out.
 * @param options.except a contact whose opt-out came from the CRM itself
 */
export async function queueOptOuts(
  db: Pick<Database, "execute">,
  options: { hashes: string[]; now: Date; except?: string },
): Promise<void> {
  if (options.hashes.length === 0) return;
  await db.execute(sql`
    insert into crm_opt_outs (id, contact_id, next_attempt_at, created_at)
    select gen_random_uuid(), contact_id, ${options.now}::timestamptz, ${options.now}::timestamptz
    from (${selectContacts(options.hashes)}) contacts
    where contact_id is distinct from ${options.except ?? null}::text
    on conflict (contact_id) where state = 'waiting' do update set created_at = greatest(crm_opt_outs.created_at, excluded.created_at)`);
}

/**
 * `contacts`: ids to set to do-not-disturb in the CRM manually; `unnamed`: the CRM may have others,
 * whose ids are not stored here.
 */
export type ManualOptOuts = { contacts: string[]; unnamed: boolean };

/**
 * The part of a person's opt-out that staff must enter in the CRM themselves.
 * @param options.hasApp whether this installation can be connected to HighLevel at all
 */
export async function listManualOptOuts(
  db: Pick<Database, "execute">,
  options: { hashes: string[]; hasApp: boolean },
): Promise<ManualOptOuts> {
  const { hashes, hasApp } = options;
  const { rows: contacts } = await db.execute<{ id: string }>(sql`
    select contact_id as id from (${selectContacts(hashes)}) contacts
    where not (${hasApp} and exists (select from crm_connections where disconnected_at is null)) order by 1`);
  const { rows: unnamed } = await db.execute(
    sql`select from service_requests r where r.synced_at is not null and r.ghl_contact_id is null and ${belongsToPerson(hashes)} limit 1`,
  );
  return { contacts: contacts.map(({ id }) => id), unnamed: unnamed.length > 0 };
}

/** As `queueOptOuts`, for a request whose contact was created while its person opted out. */
export async function queueLateOptOut(
  tx: pg.PoolClient,
  { requestId, now }: { requestId: string; now: Date },
): Promise<void> {
  await tx.query(
    `insert into crm_opt_outs (id, contact_id, next_attempt_at, created_at)
     select gen_random_uuid(), r.ghl_contact_id, $2, max(s.opted_out_at)
     from service_requests r join suppressions s on s.contact_hash in (r.phone_hash, r.email_hash) and s.opted_out_at >= r.created_at
     where r.id = $1 and r.ghl_contact_id is not null
       and not exists (select from crm_opt_outs queued where queued.contact_id = r.ghl_contact_id and queued.created_at >= s.opted_out_at)
     group by r.ghl_contact_id
     on conflict (contact_id) where state = 'waiting' do nothing`,
    [requestId, now],
  );
}
