import { MINUTE_MS } from "./durations.ts";

const GROWTH = 3.3;
const MAX_DELAY_MS = 24 * 60 * MINUTE_MS;
const JITTER = 0.1;

/**
 * How long to wait after a failed attempt: exponential from one minute to a day, so that ten
 * attempts span at least 75 hours; up to 10% longer at random, so that many rows do not retry at
 * once.
 * @param attempt number of the attempt that failed, from 1
 * @param random from 0 to 1
 * @returns milliseconds
 */
export function getRetryDelay(attempt: number, random: number): number {
  const base = Math.min(MAX_DELAY_MS, MINUTE_MS * GROWTH ** (attempt - 1));
  return Math.round(base * (1 + JITTER * random));
}

/**
 * Milliseconds of a Retry-After header (seconds or an HTTP date), or null where it is absent or
 * unreadable.
 */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  if (!header) return null;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}
