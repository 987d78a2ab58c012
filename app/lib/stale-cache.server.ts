import { isDatabaseDown } from "./errors.server.ts";

export type StaleCache<T> = { get: () => Promise<T>; drop: () => void };

let staleReads = 0;

/** Notes that a value may be outdated or missing, because it could not be read. */
export const noteStaleRead = (): void => {
  staleReads += 1;
};

/**
 * How often something in this process could not be read, so that what was made of it may be outdated
 * or incomplete.
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
      // Also where it throws: pages go on without some lists.
      noteStaleRead();
      if (!lastKnown || !isDatabaseDown(error)) throw error;
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
