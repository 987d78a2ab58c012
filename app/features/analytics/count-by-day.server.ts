import { dayOf } from "#app/lib/business-days.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { FLUSH_EVERY_MS } from "./constants.ts";

export type DayCounter = {
  /** Counts in memory: never waits, never fails. */
  count: (key: string) => void;
  /** Stores the counts; where the database fails it rejects, and keeps them for the next flush. */
  flush: () => Promise<void>;
  /** Stores the remaining counts. */
  stop: () => Promise<void>;
};

/** How often `key` was counted on `day` (2026-11-21). */
export type DayCount = { day: string; key: string; count: number };

export type DayCounterOptions = {
  /** What is counted, for the log. */
  what: string;
  now: () => Date;
  /** The time zone of the business: a count belongs to its day. */
  timeZone: () => Promise<string>;
  log: Pick<Logger, "warn">;
  /** Adds all counts in one statement. */
  store: (counts: DayCount[]) => Promise<unknown>;
};

/** Length of a day's name; the key follows. */
const DAY_LETTERS = 10;

/**
 * Anonymous counts, collected in memory and stored every two seconds with one statement. A crash
 * loses at most these seconds; a response that is lost after the commit counts them twice. Both
 * errors are small, and nothing depends on exact counts.
 */
export function createDayCounter({
  what,
  now,
  timeZone,
  log,
  store,
}: DayCounterOptions): DayCounter {
  /** Counted since the last flush, which assigns the day. */
  const fresh = new Map<string, number>();
  /**
   * Counts by day and key that are not stored yet: a few keys, and as many days as the database was
   * unavailable.
   */
  const waiting = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();
  let stopped = false;

  const storeAll = async () => {
    const day = dayOf(now(), await timeZone());
    for (const [key, count] of fresh) add(waiting, day + key, count);
    fresh.clear();
    if (waiting.size === 0) return;
    const taken = [...waiting];
    waiting.clear();
    try {
      await store(
        taken.map(([dayAndKey, count]) => ({
          day: dayAndKey.slice(0, DAY_LETTERS),
          key: dayAndKey.slice(DAY_LETTERS),
          count,
        })),
      );
    } catch (error) {
      for (const [key, count] of taken) add(waiting, key, count);
      throw error;
    }
  };
  const flush = () => {
    const mine = turn.then(storeAll);
    turn = mine.catch(() => {});
    return mine;
  };
  const schedule = () => {
    if (stopped) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      flush().catch((error: unknown) => {
        log.warn({ err: error }, `${what} counts could not be stored; they wait in memory`);
        schedule();
      });
    }, FLUSH_EVERY_MS).unref();
  };

  return {
    count(key) {
      add(fresh, key, 1);
      schedule();
    },
    flush,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await flush().catch((error: unknown) =>
        log.warn({ err: error }, `the last ${what} counts could not be stored`),
      );
    },
  };
}

function add(counts: Map<string, number>, key: string, count: number) {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
