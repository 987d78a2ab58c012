import { EXPIRY_ALARM_MS } from "../constants.ts";

/**
 * `failing`: new tokens could not be fetched, the present ones serve; `ending`: and not for long.
 */
export type ConnectionHealth = "well" | "failing" | "ending" | "ended" | "unreadable";

type Facts = { expiresAt: Date; refreshError: string | null; isReadable: boolean };

export function classifyConnection(
  { expiresAt, refreshError, isReadable }: Facts,
  now: Date,
): ConnectionHealth {
  const left = expiresAt.getTime() - now.getTime();
  if (!isReadable) return "unreadable";
  if (left <= 0) return "ended";
  if (!refreshError) return "well";
  return left <= EXPIRY_ALARM_MS ? "ending" : "failing";
}
