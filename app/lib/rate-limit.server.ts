import type pg from "pg";
import { countHit } from "./rate-limit.sql.ts";

const LONGEST_WINDOW_MINUTES = 60;

/** Deletes windows that are long over: their keys contain addresses of visitors. */
export async function pruneRateLimits(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(
    `delete from rate_limits where window_start < $1::timestamptz - interval '${LONGEST_WINDOW_MINUTES} minutes'`,
    [now],
  );
}

/** Refunds one hit: a call that was refused for another reason does not count. */
export async function refundRateLimit(pool: pg.Pool, key: string): Promise<void> {
  await pool.query("update rate_limits set hits = hits - 1 where key = $1 and hits > 0", [key]);
}

/**
 * Counts one hit of a fixed window that all instances share.
 * @returns false where the limit of the window is exceeded
 */
export async function consumeRateLimit(
  pool: pg.Pool,
  options: { key: string; limit: number; windowSeconds: number; now: Date },
): Promise<boolean> {
  const { limit, ...hit } = options;
  const counted = await countHit.first(pool, hit);
  return (counted?.hits ?? 0) <= limit;
}
