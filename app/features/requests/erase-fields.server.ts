import type pg from "pg";
import { OFFER_EVENTS } from "./constants.ts";

/** Stands in customer_name, and in body_hash, of a request whose personal fields are gone. */
export const ERASED_NAME = "Erased";
export const ERASED_HASH = "erased";
/** Error of a delivery that was given up because its request was erased: no failure, not resent. */
export const ERASED_DELIVERY = "erased";
/** Answers that say nothing about who gave them. */
const KEPT_DETAILS = [
  "property_class",
  "urgency_level",
  "scheduling_preference",
  "communication_preference",
  "will_use_insurance",
  "is_authorized_to_hire",
  "quiz_slug",
  "quiz_completed",
];
/** Entries of the timeline whose details name only ids and statuses. */
const KEPT_EVENTS = ["status", "assignee", "released", "sent-again", ...OFFER_EVENTS];

/**
 * Takes everything personal out of requests and leaves what is counted: service, status, city and
 * state, flags, times. Notes go, an open offer ends, and a delivery that still waits is given up.
 * The consent record is not touched.
 * @returns how many requests were erased
 */
export async function eraseRequestFields(tx: pg.PoolClient, ids: string[]): Promise<number> {
  // Orders to disturb no more that still wait are kept: they hold the CRM's id of the contact and
  // nothing else.
  await tx.query(
    "delete from crm_opt_outs where state <> 'waiting' and contact_id in (select ghl_contact_id from service_requests where id = any($1))",
    [ids],
  );
  const { rowCount } = await tx.query(
    `update service_requests set
       customer_name = $2, body_hash = $3, customer_phone = '', customer_email = null, address = null, zip_code = null, description = null,
       client_reference = null, idempotency_key = null, ghl_contact_id = null, phone_e164 = null, email_normalized = null, zip_valid = null,
       phone_hash = null, email_hash = null,
       additional_details = coalesce((select jsonb_object_agg(key, value) from jsonb_each(additional_details) where key = any($4)), '{}')
     where id = any($1) and body_hash <> $3`,
    [ids, ERASED_NAME, ERASED_HASH, KEPT_DETAILS],
  );
  await tx.query("delete from request_notes where request_id = any($1)", [ids]);
  await tx.query(
    "update request_events set detail = '{}' where request_id = any($1) and not kind = any($2) and detail <> '{}'",
    [ids, KEPT_EVENTS],
  );
  await tx.query(
    "update crm_outbox set state = 'dead', last_error = $2 where request_id = any($1) and state in ('waiting', 'held')",
    [ids, ERASED_DELIVERY],
  );
  await tx.query(
    "update offers set state = 'withdrawn', decided_at = now() where request_id = any($1) and state = 'open'",
    [ids],
  );
  await tx.query(
    "update crm_outbox set progress = '{}' where request_id = any($1) and progress <> '{}'",
    [ids],
  );
  return rowCount ?? 0;
}
