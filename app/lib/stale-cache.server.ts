import { isDatabaseDown } from "./errors.server.ts";

export type StaleCache<T> = { get: () => Promise<T>; drop: () => void };

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
      if (lastKnown && isDatabaseDown(error)) return lastKnown.value;
      throw error;
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
