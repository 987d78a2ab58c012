import { listAnswerKeys } from "#app/features/requests/quote/fields.server.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** Sets the columns to null that the nightly retention keeps for reports. */
const ERASE_REMAINING = listAnswerKeys("record", ({ personal }) => personal === null)
  .map((column) => `${column} = null`)
  .join(", ");

/** Erases what the nightly retention keeps, and all details except `detailKeys`. */
export const eraseRemaining = sqlStatement({
  params: { ids: t.uuidArray(), detailKeys: t.textArray() },
  row: {},
  sql: `
    update service_requests
    set ${ERASE_REMAINING}, send_template = null,
      additional_details = coalesce(
        (select jsonb_object_agg(key, value) from jsonb_each(additional_details)
         where key = any(:detailKeys)),
        '{}')
    where id = any(:ids)`,
});

/** Removes these details from requests. */
export const removeDetails = sqlStatement({
  params: { ids: t.uuidArray(), detailKeys: t.textArray() },
  row: {},
  sql: `
    update service_requests set additional_details = additional_details - :detailKeys::text[]
    where id = any(:ids)`,
});

const FORMER_VALUES = [
  "{fields,email,from}",
  "{fields,email,to}",
  "{fields,phone,from}",
  "{fields,phone,to}",
];
/** SQL: the value at a path of the event `e`, normalized like the contacts of requests. */
const getNormalized = (path: string) =>
  path.includes("email")
    ? `lower(btrim(e.detail #>> '${path}'))`
    : `'+1' || right(regexp_replace(e.detail #>> '${path}', '\\D', '', 'g'), 10)`;
/** SQL: the correction of the event `e` changed this contact, or changed another one to it. */
const HAS_CONTACT = `e.kind in ('corrected', 'phone-changed')
  and :contact in (${FORMER_VALUES.map(getNormalized).join(", ")})`;

/** Corrections of requests that once had this phone number (E.164) or email address. */
export const listFormerUses = sqlStatement({
  params: { contact: t.text() },
  row: { requestId: t.uuid(), at: t.instant() },
  sql: `select e.request_id as "requestId", e.at from request_events e where ${HAS_CONTACT} order by e.at`,
});

/** Empties this contact in the corrections of requests. */
export const removeFormerContact = sqlStatement({
  params: { contact: t.text() },
  row: {},
  sql: `
    update request_events e set detail = ${FORMER_VALUES.reduce(
      (detail, path) => `jsonb_set(${detail}, '${path}',
        case when ${getNormalized(path)} = :contact then '""'
          else coalesce(e.detail #> '${path}', 'null') end, false)`,
      "e.detail",
    )}
    where ${HAS_CONTACT}`,
});
