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
