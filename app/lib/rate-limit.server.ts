import { HOUR_MS } from "./durations.ts";
import { countHit, deleteOldWindows, refundHit } from "./rate-limit.sql.ts";
import type { SqlConnection } from "./sql-statement.server.ts";

const LONGEST_WINDOW_MS = HOUR_MS;

/** Deletes windows that are long over: their keys contain addresses of visitors. */
export async function pruneRateLimits(db: SqlConnection, now: Date): Promise<void> {
  await deleteOldWindows.run(db, { before: new Date(now.getTime() - LONGEST_WINDOW_MS) });
}

/** Refunds one hit: a call that was refused for another reason does not count. */
export async function refundRateLimit(db: SqlConnection, key: string): Promise<void> {
  await refundHit.run(db, { key });
}

/**
 * Counts one hit of a fixed window that all instances share.
 * @returns false where the limit of the window is exceeded
 */
export async function consumeRateLimit(
  db: SqlConnection,
  options: { key: string; limit: number; windowSeconds: number; now: Date },
): Promise<boolean> {
  const { limit, ...hit } = options;
  const counted = await countHit.first(db, hit);
  return (counted?.hits ?? 0) <= limit;
}
