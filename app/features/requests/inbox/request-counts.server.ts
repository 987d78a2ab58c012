import type { Database } from "#app/db/client.server.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { countAllRequests } from "./request-counts.sql.ts";
import type { RequestCounts } from "./schema.ts";

/** Shortest pause between two counts... */
const PAUSE_MS = 3_000;
/**
 * ...and the pause is at least this many times the last count's duration: counting uses a few
 * percent of one core, whatever the number of rows.
 */
const PAUSE_PER_WORK = 20;
/** How long a page waits for a new count before it shows the previous one. */
const MAX_WAIT_MS = 60;

/**
 * Counts from indexes alone: about 80 ms for a million rows. "Synced" means accepted by the CRM.
 */
export async function countRequests(
  db: Database,
  options: { now: Date; timeZone: string },
): Promise<RequestCounts> {
  const counts = await countAllRequests.first(db, options);
  return { ...(counts ?? { total: 0, fresh: 0, today: 0, synced: 0 }), at: options.now };
}

export type RequestCountsCache = {
  /**
   * The latest counts. Where they are due, a new count starts, and is awaited for a moment. Null
   * until the first count.
   */
  get: () => Promise<RequestCounts | null>;
  /** Applies a change of this process before the next count includes it. */
  adjust: (change: Partial<Omit<RequestCounts, "at">>) => void;
};

/**
 * Caches counts over the whole table in this process. They are at most one pause and one count old;
 * changes of other processes show with the next count.
 */
export function createRequestCounts(options: {
  db: Database;
  timeZone: () => Promise<string>;
  now: () => Date;
  log: Logger;
}): RequestCountsCache {
  let kept: RequestCounts | null = null;
  let running: Promise<void> | undefined;
  let dueAt = 0;

  const count = async () => {
    const started = performance.now();
    try {
      kept = await countRequests(options.db, {
        now: options.now(),
        timeZone: await options.timeZone(),
      });
    } catch (error) {
      options.log.warn(
        { err: error },
        "the requests could not be counted; the previous counts stay",
      );
    }
    const took = performance.now() - started;
    dueAt = started + took + Math.max(PAUSE_MS, took * PAUSE_PER_WORK);
    running = undefined;
  };

  return {
    async get() {
      if (performance.now() >= dueAt) running ??= count();
      if (running)
        await Promise.race([running, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
      return kept;
    },
    adjust(change) {
      if (!kept) return;
      const add = (name: "total" | "fresh" | "today" | "synced") =>
        Math.max(0, (kept?.[name] ?? 0) + (change[name] ?? 0));
      kept = {
        total: add("total"),
        fresh: add("fresh"),
        today: add("today"),
        synced: add("synced"),
        at: kept.at,
      };
    },
  };
}
