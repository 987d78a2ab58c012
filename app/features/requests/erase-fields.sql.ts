import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import { listAnswerKeys } from "./quote/fields.server.ts";

/** Values of an erased request in columns that cannot be null. */
const ERASED_VALUES: Readonly<Record<string, string>> = {
  customer_name: ":erasedName",
  customer_phone: "''",
};
const ERASE_ANSWERS = listAnswerKeys("record", ({ personal }) => personal !== null)
  .map((column) => `${column} = ${ERASED_VALUES[column] ?? "null"}`)
  .join(", ");

export const eraseRequests = sqlStatement({
  params: {
    ids: t.uuidArray(),
    erasedName: t.text(),
    erasedHash: t.text(),
    keptDetails: t.textArray(),
  },
  row: {},
  sql: `
    update service_requests set
      ${ERASE_ANSWERS},
      body_hash = :erasedHash, client_reference = null, idempotency_key = null,
      ghl_contact_id = null, phone_e164 = null, email_normalized = null, zip_valid = null,
      phone_hash = null, email_hash = null,
      additional_details = coalesce(
        (
          select jsonb_object_agg(key, value) from jsonb_each(additional_details)
          where key = any(:keptDetails)
        ),
        '{}'
      )
    where id = any(:ids) and body_hash <> :erasedHash`,
});

/**
 * Ends merges between an erased request and one that is not: what is left of the erased one must not
 * lead to a person, and a request that was merged into it would be in no list. Merges among erased ones
 * stay, so that they are counted and listed as before.
 */
export const splitErasedMerges = sqlStatement({
  params: { ids: t.uuidArray(), erasedHash: t.text() },
  row: {},
  sql: `
    update service_requests c set merged_into_id = null
    from service_requests p
    where p.id = c.merged_into_id and (c.id = any(:ids) or p.id = any(:ids))
      and (c.body_hash = :erasedHash) <> (p.body_hash = :erasedHash)`,
});

/** Removes the ZIP code from what providers read about why they were asked. */
export const eraseMatchReasons = sqlStatement({
  params: { ids: t.uuidArray() },
  row: {},
  sql: `
    update offers
    set match_reasons = jsonb_path_query_array(match_reasons, '$[*] ? (@.check <> "zip")')
    where request_id = any(:ids) and match_reasons is not null`,
});

/**
 * Removes what providers and staff wrote in disputes, where they may have named the person. What our own
 * records said and decided names nobody, and stays.
 */
export const eraseDisputeWords = sqlStatement({
  params: { ids: t.uuidArray() },
  row: {},
  sql: `
    update offer_disputes d
    set words = null, answer = case when d.decided_by = 'facts' then d.answer end
    from offers o
    where o.id = d.offer_id and o.request_id = any(:ids)`,
});
