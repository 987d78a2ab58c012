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
