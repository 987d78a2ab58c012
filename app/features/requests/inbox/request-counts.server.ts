import type { Database } from "#app/db/client.server.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { countRecentRequests, countSettledRequests } from "./request-counts.sql.ts";
import type { RequestCounts } from "./schema.ts";

/** Shortest pause between two counts. */
const MIN_PAUSE_MS = 3_000;
/**
 * The pause is also at least this many times as long as the last count took, so that counting uses
 * little of one core, however many requests there are.
 */
const RECENT_PAUSE_FACTOR = 20;
const SETTLED_PAUSE_FACTOR = 100;
/** How long a page waits for a new count before it shows the previous one. */
const MAX_WAIT_MS = 60;
/**
 * What was stored longer ago is committed, so that it is counted once; each load of a page adds the rest. Where clocks of machines differ by more, a request may be
 * missing until the next settled count.
 */
export const SETTLED_AFTER_MS = 15_000;

const getPause = (elapsedMs: number, factor: number) => Math.max(MIN_PAUSE_MS, elapsedMs * factor);

/** Requests that were stored, and accepted by the CRM, before an instant. */
type SettledCounts = { before: Date; total: number; synced: number };

/** Takes about 150 ms for a million requests. */
async function countSettled(db: Database, now: Date): Promise<SettledCounts> {
  const before = new Date(now.getTime() - SETTLED_AFTER_MS);
  const counts = await countSettledRequests.first(db, { before });
  if (!counts) throw new Error("a query of counts has one row");
  return { before, ...counts };
}

/** Adds what was stored since. "Synced" means accepted by the CRM. */
async function addRecent(
  db: Database,
  settled: SettledCounts,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<RequestCounts> {
  const recent = await countRecentRequests.first(db, { since: settled.before, now, timeZone });
  if (!recent) throw new Error("a query of counts has one row");
  return {
    ...recent,
    total: settled.total + recent.total,
    synced: settled.synced + recent.synced,
    at: now,
  };
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
 * changes by other processes appear with the next count. The older requests, which are many and hardly
 * change, are counted less often: what was deleted, or added with an older date, shows with that count.
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

  let settled: SettledCounts | undefined;
  let settledDueAt = 0;

  const addRecentTo = async (counted: SettledCounts) => {
    const timeZone = await options.timeZone();
    latest = await addRecent(options.db, counted, { now: options.now(), timeZone });
  };
  const recountSettled = async () => {
    const started = performance.now();
    try {
      settled = await countSettled(options.db, options.now());
    } finally {
      const ended = performance.now();
      settledDueAt = ended + getPause(ended - started, SETTLED_PAUSE_FACTOR);
    }
    await addRecentTo(settled);
  };

  const count = async () => {
    const started = performance.now();
    try {
      // First, as no page waits for the settled count of very many requests.
      if (settled) await addRecentTo(settled);
      if (started >= settledDueAt) await recountSettled();
    } catch (error) {
      options.log.warn(
        { err: error },
        "the requests could not be counted; the previous counts stay",
      );
    }
    const ended = performance.now();
    dueAt = ended + getPause(ended - started, RECENT_PAUSE_FACTOR);
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
