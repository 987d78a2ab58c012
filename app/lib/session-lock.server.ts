import type pg from "pg";
import type { AdvisoryLock } from "./advisory-locks.ts";

/**
 * Does work that one process at a time may do. A lock of the session and not of a transaction:
 * network calls and transactions of their own are allowed meanwhile. The work can ask whether the
 * lock still stands.
 * @param key names the lock, the same in every process
 * @returns what the work returned; null where another process is at it
 */
export async function withSessionLock<T>(
  pool: pg.Pool,
  key: AdvisoryLock,
  work: (isMine: () => Promise<boolean>) => Promise<T>,
): Promise<T | null> {
  const holder = await pool.connect();
  let broken = true;
  try {
    const { rows } = await holder.query<{ mine: boolean }>(
      "select pg_try_advisory_lock($1) as mine",
      [key],
    );
    if (!rows[0]?.mine) {
      broken = false;
      return null;
    }
    const isMine = () =>
      holder.query("select 1").then(
        () => true,
        () => false,
      );
    const result = await work(isMine);
    await holder.query("select pg_advisory_unlock($1)", [key]);
    broken = false;
    return result;
  } finally {
    // A connection that may still hold the lock is ended, and the lock with it.
    holder.release(broken);
  }
}
