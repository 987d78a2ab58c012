import type { Logger } from "#app/lib/logger.server.ts";
import type { ListFilters } from "../inbox/schema.ts";

/** A search with its words, for one person. */
export type CountedSearch = { filters: ListFilters; userId: string };
export type SearchCounts = {
  /**
   * How many requests a search found when it was last counted; null before its first count. Starts a
   * new count if the last one is a minute old, and does not wait for it. Never fails.
   */
  get: (search: CountedSearch) => number | null;
};

const MAX_AGE_MS = 60_000;
/** A count also stays for this many times as long as it took, so that counting never fills a core. */
const AGE_FACTOR = 100;
/** Entries beyond this many are forgotten, those first that were counted first. */
const MAX_ENTRIES = 1_000;

/**
 * Counts the searches of saved views in the background, one at a time: a search may read many rows, and
 * a list with forty of them must not wait. The words are kept in memory only.
 */
export function createSearchCounts(options: {
  count: (search: CountedSearch) => Promise<number>;
  log: Pick<Logger, "warn">;
}): SearchCounts {
  const counts = new Map<string, { count: number | null; dueAt: number }>();
  let last: Promise<void> = Promise.resolve();

  const run = async (key: string, search: CountedSearch) => {
    const started = performance.now();
    let count = counts.get(key)?.count ?? null;
    try {
      count = await options.count(search);
    } catch (error) {
      options.log.warn({ err: error }, "a saved view could not be counted");
    }
    const ended = performance.now();
    const age = Math.max(MAX_AGE_MS, (ended - started) * AGE_FACTOR);
    counts.delete(key);
    counts.set(key, { count, dueAt: ended + age });
    const [oldest] = counts.keys();
    if (counts.size > MAX_ENTRIES && oldest !== undefined) counts.delete(oldest);
  };

  return {
    get({ filters: { q, status, view }, userId }) {
      const key = JSON.stringify([q, status, view, userId]);
      const known = counts.get(key);
      if (!known || performance.now() >= known.dueAt) {
        // Not again while it waits for its turn.
        counts.set(key, { count: known?.count ?? null, dueAt: Number.POSITIVE_INFINITY });
        last = last.then(() => run(key, { filters: { q, status, view }, userId }));
      }
      return known?.count ?? null;
    },
  };
}
