import type pg from "pg";
import type { AdvisoryLock } from "./advisory-locks.ts";

/**
 * How many connections of one pool may hold locks at once. Each holder needs a second connection for
 * its work: if locks held the whole pool, all of them would wait for each other.
 */
export const MAX_HOLDERS = 3;

type Holders = { count: number; waiting: (() => void)[] };
const holdersByPool = new WeakMap<pg.Pool, Holders>();

/** Waits for one of the places. @returns a function that gives the place to the next */
async function takePlace(pool: pg.Pool): Promise<() => void> {
  const holders = holdersByPool.get(pool) ?? { count: 0, waiting: [] };
  holdersByPool.set(pool, holders);
  if (holders.count < MAX_HOLDERS) holders.count += 1;
  else await new Promise<void>((resume) => holders.waiting.push(resume));
  return () => {
    const next = holders.waiting.shift();
    if (next) next();
    else holders.count -= 1;
  };
}

/**
 * Runs work that only one process at a time may do. The lock belongs to a database session, not to
 * a transaction: network calls and separate transactions are allowed meanwhile. The work can check
 * whether it still holds the lock.
 * @param db its direct connections are used: a pooler would give the session to others
 * @returns the work's result; null where another process holds the lock
 */
export async function withSessionLock<T>(
  { $direct: pool }: { $direct: pg.Pool },
  key: AdvisoryLock,
  work: (isHeld: () => Promise<boolean>) => Promise<T>,
): Promise<T | null> {
  const leave = await takePlace(pool);
  try {
    return await runLocked(pool, key, work);
  } finally {
    leave();
  }
}

async function runLocked<T>(
  pool: pg.Pool,
  key: AdvisoryLock,
  work: (isHeld: () => Promise<boolean>) => Promise<T>,
): Promise<T | null> {
  const connection = await pool.connect();
  let mayHoldLock = true;
  const query = (text: string) => connection.query<{ done: boolean }>(text, [key]);
  try {
    const { rows } = await query("select pg_try_advisory_lock($1) as done");
    if (!rows[0]?.done) {
      mayHoldLock = false;
      return null;
    }
    const isHeld = () =>
      connection.query("select 1").then(
        () => true,
        () => false,
      );
    try {
      return await work(isHeld);
    } finally {
      mayHoldLock = await query("select pg_advisory_unlock($1) as done").then(
        () => false,
        () => true,
      );
    }
  } finally {
    // A connection that may still hold the lock is closed, which releases it a little later.
    connection.release(mayHoldLock);
  }
}
