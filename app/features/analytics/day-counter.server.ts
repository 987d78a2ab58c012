import { toBusinessDay } from "#app/lib/business-days.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { FLUSH_EVERY_MS } from "./constants.ts";

export type DayCounter = {
  /** Counts in memory; never waits and never fails. */
  count: (key: string) => void;
  /** Stores the counts. Rejects if the database fails; the counts remain for the next flush. */
  flush: () => Promise<void>;
  /** Stores the remaining counts and stops the timer. */
  stop: () => Promise<void>;
};

/** How often `key` was counted on a business day (`day`, such as 2026-11-21). */
export type DayCount = { day: string; key: string; count: number };

export type DayCounterOptions = {
  /** What is counted, for log messages. */
  what: string;
  now: () => Date;
  /** The business time zone, by which counts are assigned to days. */
  timeZone: () => Promise<string>;
  log: Pick<Logger, "warn">;
  /** Adds all counts in one statement. */
  store: (counts: DayCount[]) => Promise<unknown>;
};

/** Keys of unstored counts are a day, of this length, followed by the key that was counted. */
const DAY_LENGTH = 10;

/**
 * Counts anonymous events in memory, and stores the counts every two seconds with one statement. A
 * crash loses at most two seconds; if the connection breaks after the commit, they count twice.
 * Both errors are small, and nothing depends on exact counts.
 */
export function createDayCounter(options: DayCounterOptions): DayCounter {
  const { what, log } = options;
  const { add, flush } = createCountQueue(options);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const schedule = () => {
    if (isStopped) return;
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
      add(key);
      schedule();
    },
    flush,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await flush().catch((error: unknown) =>
        log.warn({ err: error }, `the last ${what} counts could not be stored`),
      );
    },
  };
}

/** Counts in memory, which `flush` stores. Flushes run one after the other. */
function createCountQueue({ now, timeZone, store }: DayCounterOptions) {
  /** Counts since the last flush, by key. The flush assigns the day. */
  const undated = new Map<string, number>();
  /** Counts that are not stored yet, by day and key; several days only after a long outage. */
  const unstored = new Map<string, number>();
  let lastFlush = Promise.resolve();

  const storeAll = async () => {
    const day = toBusinessDay(now(), await timeZone());
    for (const [key, count] of undated) addTo(unstored, day + key, count);
    undated.clear();
    if (unstored.size === 0) return;
    const batch = [...unstored];
    unstored.clear();
    try {
      await store(
        batch.map(([dayAndKey, count]) => ({
          day: dayAndKey.slice(0, DAY_LENGTH),
          key: dayAndKey.slice(DAY_LENGTH),
          count,
        })),
      );
    } catch (error) {
      for (const [key, count] of batch) addTo(unstored, key, count);
      throw error;
    }
  };
  return {
    add: (key: string) => addTo(undated, key, 1),
    flush() {
      const flushed = lastFlush.then(storeAll);
      lastFlush = flushed.catch(() => {});
      return flushed;
    },
  };
}

function addTo(counts: Map<string, number>, key: string, count: number) {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
