import { getSqlState, isDatabaseDown } from "#app/lib/errors.server.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import {
  APP_QUERY_TIMEOUT_MS,
  closeDatabase,
  createDatabase,
  type Database,
} from "./client.server.ts";

const CHECK_EVERY_MS = 1_000;
/** A check that is older says nothing about the standby any more. */
const CHECK_LASTS_MS = 3 * CHECK_EVERY_MS;
const POOL_SIZE = 4;
/** The primary removed rows that a query on the standby was still reading. */
const RECOVERY_CONFLICT = "40001";

/** Where reports and exports are read. */
export type ReadReplica = {
  /**
   * Reads on the standby while it keeps up (a few seconds late at most), on the primary otherwise.
   * What fails on the standby because of its state runs again on the primary, so `work` may only read.
   */
  read: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  /** Whether reads go to the standby now. */
  isFresh: () => boolean;
  close: () => Promise<void>;
};

/** Without a standby everything is read on the primary. */
export const readFromPrimary = (db: Database): ReadReplica => ({
  read: (work) => work(db),
  isFresh: () => false,
  close: async () => {},
});

/**
 * Opens the standby of a database, and compares their positions every second. Not by times: a
 * standby that has nothing to replay looks late, and clocks differ.
 */
export function openReadReplica({
  db,
  url,
  log,
}: {
  db: Database;
  url: string;
  log: Pick<Logger, "warn">;
}): ReadReplica {
  const replica = createDatabase({
    url,
    max: POOL_SIZE,
    queryTimeoutMs: APP_QUERY_TIMEOUT_MS,
    onError: () => {},
  });
  /** The primary's position at the check before: the standby must have replayed it by now. */
  let expected: string | undefined;
  let freshUntil = 0;
  let isWarned = false;

  const setFresh = (isFresh: boolean) => {
    freshUntil = isFresh ? performance.now() + CHECK_LASTS_MS : 0;
    if (!isFresh && !isWarned)
      log.warn({}, "the standby is behind or does not answer: reports are read on the primary");
    isWarned = !isFresh;
  };
  const check = async () => {
    const { rows } = await db.$client.query<{ position: string }>(
      "select pg_current_wal_lsn()::text as position",
    );
    if (expected !== undefined) {
      const result = await replica.$client.query<{ isFresh: boolean }>(
        `select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as "isFresh"`,
        [expected],
      );
      setFresh(result.rows[0]?.isFresh === true);
    }
    expected = rows[0]?.position;
  };

  let isClosed = false;
  let timer: NodeJS.Timeout;
  const schedule = () => {
    timer = setTimeout(async () => {
      await check().catch(() => setFresh(false));
      if (!isClosed) schedule();
    }, CHECK_EVERY_MS);
    timer.unref();
  };
  schedule();

  const isFresh = () => performance.now() < freshUntil;
  return {
    isFresh,
    async read(work) {
      if (!isFresh()) return work(db);
      try {
        return await work(replica);
      } catch (error) {
        if (!isDatabaseDown(error) && getSqlState(error) !== RECOVERY_CONFLICT) throw error;
        setFresh(false);
        return work(db);
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await closeDatabase(replica);
    },
  };
}
