import type { Database } from "#app/db/client.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { requestKeyStep } from "#app/features/requests/customer/keys.server.ts";
import {
  type ContactKeys,
  getKeyVersion,
  type HashStep,
  upgradeHash,
} from "#app/lib/contact-keys.server.ts";
import {
  lockOlderCalls,
  lockOlderProviderOptOuts,
  lockOlderRequestKeys,
  lockOlderRequests,
  lockOlderSuppressions,
  storeUpgradedCalls,
  storeUpgradedProviderOptOuts,
  storeUpgradedRequestKeys,
  storeUpgradedRequests,
  storeUpgradedSuppressions,
} from "./upgrade-hashes.sql.ts";

const BATCH_SIZE = 1_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const ID_TIME_DIGITS = 12;

/** `step`: how the hashes of the table are made, if not like those of contacts. */
type HashTable = { lock: typeof lockOlderRequests; store: typeof storeUpgradedRequests } & {
  step?: HashStep;
};
/** Opt-outs first: they are few, and the most important. */
const TABLES: readonly HashTable[] = [
  { lock: lockOlderSuppressions, store: storeUpgradedSuppressions },
  { lock: lockOlderProviderOptOuts, store: storeUpgradedProviderOptOuts },
  { lock: lockOlderRequests, store: storeUpgradedRequests },
  { lock: lockOlderRequestKeys, store: storeUpgradedRequestKeys, step: requestKeyStep },
  { lock: lockOlderCalls, store: storeUpgradedCalls },
];

type UpgradeOptions = {
  keys: ContactKeys;
  /** Only rows from then on; by default all. */
  since?: Date;
  signal?: AbortSignal;
  /** Called after each batch with the number of rows so far. */
  onProgress?: (rows: number) => void;
};

/**
 * Applies newer keys to the hashes of older versions, in batches. Where it is interrupted, the next
 * run continues, because each row has its version. @returns how many rows were upgraded
 */
export async function upgradeHashes(
  db: Database,
  { keys, since, signal, onProgress }: UpgradeOptions,
): Promise<number> {
  if (getKeyVersion(keys) === 1) return 0;
  let upgraded = 0;
  for (const table of TABLES)
    for (let after = since ? getIdFloor(since) : FIRST_ID; after && !signal?.aborted; ) {
      const batch = await upgradeBatch(db, { table, keys, after });
      upgraded += batch.rows;
      onProgress?.(upgraded);
      after = batch.lastId;
    }
  return upgraded;
}

type Batch = { table: HashTable; keys: ContactKeys; after: string };

/** @returns `lastId` to continue after, empty at the end of the table */
function upgradeBatch(
  db: Database,
  { table, keys, after }: Batch,
): Promise<{ rows: number; lastId: string }> {
  const version = getKeyVersion(keys);
  return withTransaction(db, async (tx) => {
    const rows = await table.lock.rows(tx, { after, version, limit: BATCH_SIZE });
    if (rows.length === 0) return { rows: 0, lastId: "" };
    const upgrade = (hash: string | null, from: number) =>
      hash && upgradeHash(keys, { hash, from, step: table.step });
    await table.store.run(tx, {
      version,
      ids: rows.map((row) => row.id),
      hashes: rows.map((row) => upgrade(row.hash, row.version)),
      others: rows.map((row) => upgrade(row.other, row.version)),
    });
    return { rows: rows.length, lastId: rows.at(-1)?.id ?? "" };
  });
}

/** The lowest id of a row that was created at that time: ids are UUIDs of version 7. */
function getIdFloor(time: Date): string {
  const digits = time.getTime().toString(16).padStart(ID_TIME_DIGITS, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}${FIRST_ID.slice(13)}`;
}
