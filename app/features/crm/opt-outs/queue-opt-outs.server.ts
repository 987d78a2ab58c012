import { sql } from "drizzle-orm";
import type pg from "pg";
import type { Database } from "#app/db/client.server.ts";

/** Requests `r` of a person. */
const ofPerson = (hashes: string[]) => {
  const param = sql.param(hashes);
  return sql`not r.is_demo and (r.phone_hash = any(${param}::text[]) or r.email_hash = any(${param}::text[]))`;
};

/** Contacts `contact_id` that the CRM has of a person, or will have in a moment. */
const contactsOf = (hashes: string[]) => sql`
  select r.ghl_contact_id as contact_id from service_requests r where r.ghl_contact_id is not null and ${ofPerson(hashes)}
  union
  select o.progress ->> 'contactId' from crm_outbox o join service_requests r on r.id = o.request_id
  where o.state = 'waiting' and o.progress ? 'contactId' and ${ofPerson(hashes)}`;

/**
 * Somebody said stop: every contact that the CRM has of them gets an order to disturb no more, in
 * the transaction of the stop.
 * @param options.except a contact that the CRM itself told us about
 */
export async function queueOptOuts(
  db: Pick<Database, "execute">,
  options: { hashes: string[]; now: Date; except?: string },
): Promise<void> {
  if (options.hashes.length === 0) return;
  await db.execute(sql`
    insert into crm_opt_outs (id, contact_id, next_attempt_at, created_at)
    select gen_random_uuid(), contact_id, ${options.now}::timestamptz, ${options.now}::timestamptz
    from (${contactsOf(options.hashes)}) contacts
    where contact_id is distinct from ${options.except ?? null}::text
    on conflict (contact_id) where state = 'waiting' do update set created_at = greatest(crm_opt_outs.created_at, excluded.created_at)`);
}

/**
 * `contacts`: to be set to do-not-disturb in the CRM by hand; `unnamed`: it may have others, whose
 * ids are not known here.
 */
export type ManualOptOuts = { contacts: string[]; unnamed: boolean };

/**
 * What of a person's stop nobody but staff can bring to the CRM.
 * @param options.hasApp whether this installation can be connected to HighLevel at all
 */
export async function listManualOptOuts(
  db: Pick<Database, "execute">,
  options: { hashes: string[]; hasApp: boolean },
): Promise<ManualOptOuts> {
  const { hashes, hasApp } = options;
  const { rows: contacts } = await db.execute<{ id: string }>(sql`
    select contact_id as id from (${contactsOf(hashes)}) contacts
    where not (${hasApp} and exists (select from crm_connections where disconnected_at is null)) order by 1`);
  const { rows: unnamed } = await db.execute(
    sql`select from service_requests r where r.synced_at is not null and r.ghl_contact_id is null and ${ofPerson(hashes)} limit 1`,
  );
  return { contacts: contacts.map(({ id }) => id), unnamed: unnamed.length > 0 };
}

/** As `queueStops`, for a request whose contact came into being while its person said stop. */
export async function queueLateOptOut(
  tx: pg.PoolClient,
  { requestId, now }: { requestId: string; now: Date },
): Promise<void> {
  await tx.query(
    `insert into crm_opt_outs (id, contact_id, next_attempt_at, created_at)
     select gen_random_uuid(), r.ghl_contact_id, $2, max(s.opted_out_at)
     from service_requests r join suppressions s on s.contact_hash in (r.phone_hash, r.email_hash) and s.opted_out_at >= r.created_at
     where r.id = $1 and r.ghl_contact_id is not null
       and not exists (select from crm_opt_outs known where known.contact_id = r.ghl_contact_id and known.created_at >= s.opted_out_at)
     group by r.ghl_contact_id
     on conflict (contact_id) where state = 'waiting' do nothing`,
    [requestId, now],
  );
}
