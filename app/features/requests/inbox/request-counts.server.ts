import type { Database } from "#app/db/client.server.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { countAllRequests } from "./request-counts.sql.ts";
import type { RequestCounts } from "./schema.ts";

/** Shortest pause between two counts. */
const MIN_PAUSE_MS = 3_000;
/**
 * The pause is also at least this many times as long as the last count took, so that counting uses
 * only a few percent of one core, however many rows there are.
 */
const PAUSE_FACTOR = 20;
/** How long a page waits for a new count before it shows the previous one. */
const MAX_WAIT_MS = 60;

/** Counts with indexes only: about 80 ms for a million rows. "Synced" means accepted by the CRM. */
export async function countRequests(
  db: Database,
  options: { now: Date; timeZone: string },
): Promise<RequestCounts> {
  const counts = await countAllRequests.first(db, options);
  return { ...(counts ?? { total: 0, new: 0, today: 0, synced: 0 }), at: options.now };
}

export type RequestCountsCache = {
  /**
   * The latest counts; null until the first count is done. If a new count is due, starts it and
   * waits for it briefly.
   */
  get: () => Promise<RequestCounts | null>;
  /** Applies a change that this process knows of, until the next count includes it. */
  adjust: (change: Partial<Omit<RequestCounts, "at">>) => void;
};

/**
 * Caches counts of the whole table in this process. They are at most one pause and one count old;
 * changes by other processes appear with the next count.
 */
export function createRequestCounts(options: {
  db: Database;
  timeZone: () => Promise<string>;
  now: () => Date;
  log: Logger;
}): RequestCountsCache {
  let latest: RequestCounts | null = null;
  let running: Promise<void> | undefined;
  let dueAt = 0;

  const count = async () => {
    const started = performance.now();
    try {
      latest = await countRequests(options.db, {
        now: options.now(),
        timeZone: await options.timeZone(),
      });
    } catch (error) {
      options.log.warn(
        { err: error },
        "the requests could not be counted; the previous counts stay",
      );
    }
    const elapsed = performance.now() - started;
    dueAt = started + elapsed + Math.max(MIN_PAUSE_MS, elapsed * PAUSE_FACTOR);
    running = undefined;
  };

  return {
    async get() {
      if (performance.now() >= dueAt) running ??= count();
      if (running)
        await Promise.race([running, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
      return latest;
    },
    adjust(change) {
      if (!latest) return;
      const add = (name: keyof typeof change) =>
        Math.max(0, (latest?.[name] ?? 0) + (change[name] ?? 0));
      latest = {
        total: add("total"),
        new: add("new"),
        today: add("today"),
        synced: add("synced"),
        at: latest.at,
      };
    },
  };
}
