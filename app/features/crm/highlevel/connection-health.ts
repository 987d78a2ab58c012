import { EXPIRY_ALARM_MS } from "../constants.ts";

/**
 * `failing`: new tokens could not be fetched, but the current ones still work; `expiring`: they
 * expire soon; `unreadable`: the vault cannot decrypt them.
 */
export type ConnectionHealth = "healthy" | "failing" | "expiring" | "expired" | "unreadable";

type TokenStatus = { expiresAt: Date; refreshError: string | null; isReadable: boolean };

export function getConnectionHealth(
  { expiresAt, refreshError, isReadable }: TokenStatus,
  now: Date,
): ConnectionHealth {
  const remainingMs = expiresAt.getTime() - now.getTime();
  if (!isReadable) return "unreadable";
  if (remainingMs <= 0) return "expired";
  if (!refreshError) return "healthy";
  return remainingMs <= EXPIRY_ALARM_MS ? "expiring" : "failing";
}
