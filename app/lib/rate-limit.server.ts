import { HOUR_MS, SECOND_MS } from "./durations.ts";
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

type RateLimit = { key: string; limit: number; windowSeconds: number; now: Date };

export type RateLimitState = {
  isAllowed: boolean;
  /** The first hit beyond the limit: what it means is worth a line, the others are not. */
  isFirstRefused: boolean;
  /** Hits that are left in the window. */
  remaining: number;
  /** Seconds until the window ends; at least one. */
  resetSeconds: number;
};

/** Counts one hit of a fixed window that all instances share, and says what is left of it. */
export async function countRateLimit(
  db: SqlConnection,
  { limit, ...hit }: RateLimit,
): Promise<RateLimitState> {
  const counted = await countHit.first(db, hit);
  const hits = counted?.hits ?? 0;
  const elapsed = counted ? (hit.now.getTime() - counted.windowStart.getTime()) / SECOND_MS : 0;
  return {
    isAllowed: hits <= limit,
    isFirstRefused: hits === limit + 1,
    remaining: Math.max(0, limit - hits),
    resetSeconds: Math.max(1, Math.ceil(hit.windowSeconds - elapsed)),
  };
}

/**
 * Counts one hit of a fixed window that all instances share.
 * @returns false where the limit of the window is exceeded
 */
export async function consumeRateLimit(db: SqlConnection, options: RateLimit): Promise<boolean> {
  return (await countRateLimit(db, options)).isAllowed;
}
