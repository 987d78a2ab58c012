import { isDatabaseDown } from "./errors.server.ts";

export type StaleCache<T> = { get: () => Promise<T>; drop: () => void };

let staleReads = 0;

/**
 * How often a value of any cache in this process was used that may be outdated, because the database
 * was down. What was made while this number grew may be outdated, too.
 */
export const countStaleReads = (): number => staleReads;

/**
 * Caches a value in memory until it is dropped; while the database is unavailable the last value is
 * used.
 */
export function staleCache<T>(read: () => Promise<T>): StaleCache<T> {
  let cached: Promise<T> | undefined;
  let lastKnown: { value: T } | undefined;
  const refresh = async () => {
    try {
      lastKnown = { value: await read() };
      return lastKnown.value;
    } catch (error) {
      cached = undefined;
      if (!lastKnown || !isDatabaseDown(error)) throw error;
      staleReads += 1;
      return lastKnown.value;
    }
  };
  return {
    get() {
      cached ??= refresh();
      return cached;
    },
    drop() {
      cached = undefined;
    },
  };
}
