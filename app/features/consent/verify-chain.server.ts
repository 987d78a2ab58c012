import { asc, count, eq, gt, notExists } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { consentChain, consentRecords } from "#app/db/tables/consent.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { CHAIN_START, hashConsentRecord, hashLink, sha256 } from "./hash-record.ts";

const PAGE = 1_000;

export type ChainReport = {
  checked: number;
  /** Records that are not in the chain yet; the sealer adds them within seconds. */
  unsealed: number;
  /** The first damaged link, and what is wrong with it. */
  damage: { seq: number; recordId: string; problem: string } | null;
};

/**
 * Checks the whole chain: each record and text against its hash, and each link against the one
 * before it.
 */
export async function verifyConsentChain(db: Database): Promise<ChainReport> {
  let checked = 0;
  let prevHash = CHAIN_START;
  for (;;) {
    const rows = await db
      .select({ link: consentChain, record: consentRecords })
      .from(consentChain)
      .innerJoin(consentRecords, eq(consentRecords.id, consentChain.recordId))
      .where(gt(consentChain.seq, checked))
      .orderBy(asc(consentChain.seq))
      .limit(PAGE);
    for (const { link, record } of rows) {
      const problem = findProblem({ link, record, seq: checked + 1, prevHash });
      if (problem)
        return {
          checked,
          unsealed: await countUnsealed(db),
          damage: { seq: link.seq, recordId: link.recordId, problem },
        };
      checked += 1;
      prevHash = link.hash;
    }
    if (rows.length < PAGE) return { checked, unsealed: await countUnsealed(db), damage: null };
  }
}

type Link = typeof consentChain.$inferSelect;
type Row = typeof consentRecords.$inferSelect;

function findProblem({
  link,
  record,
  seq,
  prevHash,
}: {
  link: Link;
  record: Row;
  seq: number;
  prevHash: string;
}): string | null {
  if (link.seq !== seq) return `link ${seq} is missing`;
  if (record.recordHash !== hashConsentRecord(record))
    return "the record was changed after it was stored";
  if (record.renderedText !== null && sha256(record.renderedText) !== record.textSha256)
    return "the consent text does not match its hash";
  if (link.prevHash !== prevHash) return "the link before it was changed";
  if (link.hash !== hashLink({ seq, recordId: record.id, recordHash: record.recordHash, prevHash }))
    return "the link was changed";
  return null;
}

/** For a query of consent records: whether the record is not in the chain yet. */
export const isUnsealed = (db: Connection) =>
  notExists(
    db
      .select({ seq: consentChain.seq })
      .from(consentChain)
      .where(eq(consentChain.recordId, consentRecords.id)),
  );

async function countUnsealed(db: Database): Promise<number> {
  const [row] = await db.select({ unsealed: count() }).from(consentRecords).where(isUnsealed(db));
  return row?.unsealed ?? 0;
}
