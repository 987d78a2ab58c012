import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/**
 * Reserves a write for one caller. Nothing is returned where another one has it: it is done, or still
 * running. One that did not end within a minute has lost its process, and one that is older than a day
 * is forgotten.
 */
export const reserveWrite = sqlStatement({
  params: {
    keyId: t.uuid(),
    idempotencyHash: t.text(),
    fingerprint: t.text(),
    now: t.instant(),
    lostBefore: t.instant(),
    forgottenBefore: t.instant(),
  },
  row: { reserved: t.boolean() },
  sql: `
    insert into api_writes as w (key_id, idempotency_hash, fingerprint, started_at)
    values (:keyId, :idempotencyHash, :fingerprint, :now)
    on conflict (key_id, idempotency_hash) do update
      set fingerprint = excluded.fingerprint, started_at = excluded.started_at, done_at = null
      where w.started_at < :forgottenBefore
        or (w.done_at is null and w.started_at < :lostBefore and w.fingerprint = excluded.fingerprint)
    returning true as reserved`,
});
