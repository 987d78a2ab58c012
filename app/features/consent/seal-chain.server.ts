import type { Database } from "#app/db/client.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { HOUR_MS } from "#app/lib/durations.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { CHAIN_START, hashLink } from "./hash-record.ts";

const BATCH = 1_000;
/** Finds records of transactions that were slow to commit; older ones only a full sweep finds. */
const LOOK_BACK_HOURS = 1;

/**
 * Adds unsealed consent records to the chain, oldest first. Only one instance seals at a time.
 * @param options.sweep checks all records, not only the latest (at the start of a worker)
 * @returns how many records were sealed
 */
export async function sealConsentRecords(
  db: Database,
  options: { now: Date; sweep?: boolean },
): Promise<number> {
  let sealed = 0;
  for (let batch = BATCH; batch === BATCH; ) {
    batch = await sealBatch(db, options);
    sealed += batch;
  }
  return sealed;
}

function sealBatch(db: Database, options: { now: Date; sweep?: boolean }): Promise<number> {
  return inTransaction(db.$client, async (tx) => {
    const { rows: locks } = await tx.query<{ mine: boolean }>(
      "select pg_try_advisory_xact_lock($1) as mine",
      [ADVISORY_LOCKS.sealConsent],
    );
    if (!locks[0]?.mine) return 0;
    const since = options.sweep
      ? new Date(0)
      : new Date(options.now.getTime() - LOOK_BACK_HOURS * HOUR_MS);
    const { rows } = await tx.query<{ id: string; record_hash: string }>(
      `select r.id, r.record_hash from consent_records r
       where r.created_at >= $1 and not exists (select from consent_chain c where c.record_id = r.id)
       order by r.created_at, r.id limit $2`,
      [since, BATCH],
    );
    if (rows.length === 0) return 0;
    const { rows: last } = await tx.query<{ seq: string; hash: string }>(
      "select seq, hash from consent_chain order by seq desc limit 1",
    );
    let seq = Number(last[0]?.seq ?? 0);
    let prevHash = last[0]?.hash ?? CHAIN_START;
    const links = rows.map((row) => {
      seq += 1;
      const link = {
        seq,
        recordId: row.id,
        prevHash,
        hash: hashLink({ seq, recordId: row.id, recordHash: row.record_hash, prevHash }),
      };
      prevHash = link.hash;
      return link;
    });
    await tx.query(
      `insert into consent_chain (seq, record_id, prev_hash, hash, sealed_at)
       select * , $5::timestamptz from unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[])`,
      [
        links.map((l) => l.seq),
        links.map((l) => l.recordId),
        links.map((l) => l.prevHash),
        links.map((l) => l.hash),
        options.now,
      ],
    );
    return rows.length;
  });
}
