import { and, asc, desc, gte } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { consentChain, consentRecords } from "#app/db/tables/consent.server.ts";
import { tryLockInTransaction, withTransaction } from "#app/db/transaction.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { HOUR_MS } from "#app/lib/durations.ts";
import { CHAIN_START, hashLink } from "./hash-record.ts";
import { isUnsealed } from "./verify-chain.server.ts";

const BATCH = 1_000;
/** Covers records of transactions that were slow to commit; only a sweep finds older ones. */
const LOOK_BACK_HOURS = 1;

/**
 * Adds unsealed consent records to the chain, oldest first. Only one instance seals at a time.
 * @param options.sweep looks at all records and not only at the latest; for the start of a worker
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
  return withTransaction(db, async (tx) => {
    if (!(await tryLockInTransaction(tx, ADVISORY_LOCKS.sealConsent))) return 0;
    const since = options.sweep
      ? new Date(0)
      : new Date(options.now.getTime() - LOOK_BACK_HOURS * HOUR_MS);
    const { id, recordHash, createdAt } = consentRecords;
    const unsealed = await tx
      .select({ id, recordHash })
      .from(consentRecords)
      .where(and(gte(createdAt, since), isUnsealed(tx)))
      .orderBy(asc(createdAt), asc(id))
      .limit(BATCH);
    if (unsealed.length === 0) return 0;
    const [last] = await tx.select().from(consentChain).orderBy(desc(consentChain.seq)).limit(1);
    let seq = last?.seq ?? 0;
    let prevHash = last?.hash ?? CHAIN_START;
    const links = unsealed.map((record) => {
      seq += 1;
      const sealed = { seq, recordId: record.id, recordHash: record.recordHash, prevHash };
      const link = { ...sealed, hash: hashLink(sealed), sealedAt: options.now };
      prevHash = link.hash;
      return link;
    });
    await tx.insert(consentChain).values(links);
    return links.length;
  });
}
