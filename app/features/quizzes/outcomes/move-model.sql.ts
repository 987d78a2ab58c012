import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** Gives each of these diagnoses its new hash and status, in one statement. */
export const moveDiagnoses = sqlStatement({
  params: { ids: t.uuidArray(), hashes: t.textArray(), statuses: t.textArray() },
  row: {},
  sql: `
    update quiz_diagnoses d set answer_combination_hash = m.hash, status = m.status
    from unnest(:ids::uuid[], :hashes::text[], :statuses::text[]) as m (id, hash, status)
    where d.id = m.id`,
});
