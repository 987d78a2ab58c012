import type pg from "pg";
import { OFFER_EVENTS } from "./constants.ts";
import { listKeys, QUIZ_DETAILS } from "./quote/fields.server.ts";

/** Values of customer_name and body_hash of an erased request. */
export const ERASED_NAME = "Erased";
export const ERASED_HASH = "erased";
/** Error of a delivery that was given up because its request was erased: no failure, not resent. */
export const ERASED_DELIVERY = "erased";
/** Answers that identify nobody: kept for reports. */
const ANONYMOUS_DETAILS = [
  ...listKeys("detail", ({ personal }) => personal === null),
  ...Object.keys(QUIZ_DETAILS),
];
/** Columns that may not be null, and what an erased request has there. */
const ERASED_VALUES: Readonly<Record<string, string>> = {
  customer_name: `'${ERASED_NAME}'`,
  customer_phone: "''",
};
const ERASE_ANSWERS = listKeys("record", ({ personal }) => personal !== null)
  .map((column) => `${column} = ${ERASED_VALUES[column] ?? "null"}`)
  .join(", ");
/** Kinds of timeline events whose details hold only ids and statuses. */
const ANONYMOUS_EVENTS = ["status", "assignee", "released", "sent-again", ...OFFER_EVENTS];

/**
 * Removes personal data from requests and leaves what reports count: service, status, city and
 * state, flags, times. Deletes notes, ends an open offer and a delivery that is still waiting. The
 * consent record stays.
 * @returns how many requests were erased
 */
export async function eraseRequestFields(tx: pg.PoolClient, ids: string[]): Promise<number> {
  // Opt-outs that still wait for the CRM are kept: they hold its id of the contact and nothing else.
  await tx.query(
    "delete from crm_opt_outs where state <> 'waiting' and contact_id in (select ghl_contact_id from service_requests where id = any($1))",
    [ids],
  );
  const { rowCount } = await tx.query(
    `update service_requests set
       ${ERASE_ANSWERS}, body_hash = $2,
       client_reference = null, idempotency_key = null, ghl_contact_id = null, phone_e164 = null, email_normalized = null, zip_valid = null,
       phone_hash = null, email_hash = null,
       additional_details = coalesce((select jsonb_object_agg(key, value) from jsonb_each(additional_details) where key = any($3)), '{}')
     where id = any($1) and body_hash <> $2`,
    [ids, ERASED_HASH, ANONYMOUS_DETAILS],
  );
  await tx.query("delete from request_notes where request_id = any($1)", [ids]);
  await tx.query(
    "update request_events set detail = '{}' where request_id = any($1) and not kind = any($2) and detail <> '{}'",
    [ids, ANONYMOUS_EVENTS],
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
