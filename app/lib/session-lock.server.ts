import type pg from "pg";
import type { AdvisoryLock } from "./advisory-locks.ts";

/**
 * Runs work that only one process at a time may do. The lock belongs to a database session, not to
 * a transaction: network calls and separate transactions are allowed meanwhile. The work can check
 * whether it still holds the lock.
 * @returns the work's result; null where another process holds the lock
 */
export async function withSessionLock<T>(
  pool: pg.Pool,
  key: AdvisoryLock,
  work: (isHeld: () => Promise<boolean>) => Promise<T>,
): Promise<T | null> {
  const connection = await pool.connect();
  let mayHoldLock = true;
  try {
    const { rows } = await connection.query<{ locked: boolean }>(
      "select pg_try_advisory_lock($1) as locked",
      [key],
    );
    if (!rows[0]?.locked) {
      mayHoldLock = false;
      return null;
    }
    const isHeld = () =>
      connection.query("select 1").then(
        () => true,
        () => false,
      );
    const result = await work(isHeld);
    await connection.query("select pg_advisory_unlock($1)", [key]);
    mayHoldLock = false;
    return result;
  } finally {
    // A connection that may still hold the lock is closed, which releases it.
    connection.release(mayHoldLock);
  }
}
