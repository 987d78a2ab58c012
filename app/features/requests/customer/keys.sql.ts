import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** The request of a valid key. Notes once an hour that the key is in use. */
export const findOpenRequest = sqlStatement({
  name: "open-request-key",
  params: { keyHash: t.text(), purpose: t.text(), now: t.instant() },
  row: { requestId: t.uuid(), keyId: t.uuid(), madeFor: t.text() },
  sql: `
    with found as (
      select k.id, k.request_id, k.made_for, k.last_used_at
      from request_keys k join service_requests r on r.id = k.request_id
      where k.key_hash = :keyHash and k.purpose = :purpose and k.revoked_at is null
        and r.body_hash <> 'erased'
    ), used as (
      update request_keys set last_used_at = :now
      where id = (
        select id from found
        where last_used_at is null or last_used_at < :now::timestamptz - interval '1 hour'
      )
    )
    select request_id as "requestId", id as "keyId", made_for as "madeFor" from found`,
});
