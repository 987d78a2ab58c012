import type { Database } from "#app/db/client.server.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { dayOf } from "./business-days.ts";
import { FLUSH_EVERY_MS, type FunnelEvent } from "./constants.ts";

export type FunnelCounter = {
  /** Counts in memory: never waits, never fails. */
  count: (name: FunnelEvent) => void;
  /** Stores what was counted; rejects where the database does not take it, and then keeps it for the next turn. */
  flush: () => Promise<void>;
  /** Stores the last counts. */
  stop: () => Promise<void>;
};

type CounterOptions = {
  db: Database;
  now: () => Date;
  /** The business's zone: a count belongs to its day. */
  timeZone: () => Promise<string>;
  log: Pick<Logger, "warn">;
};

// In one order, so that instances that store together never wait for each other in a circle.
const ADD_COUNTS = `
  insert into funnel_counts (day, name, count)
  select day, name, count from unnest($1::date[], $2::text[], $3::bigint[]) as counted (day, name, count) order by day, name
  on conflict (day, name) do update set count = funnel_counts.count + excluded.count`;

/**
 * Counts of the visitors' funnel, collected in memory and stored every two seconds with one statement. A crash loses at most
 * these seconds; an answer that is lost after the commit counts them twice. Both are small, and nothing depends on them.
 */
export function createFunnelCounter({ db, now, timeZone, log }: CounterOptions): FunnelCounter {
  /** Counted since the last turn; the turn gives them their day. */
  const fresh = new Map<string, number>();
  /** Counts by "day name" that are not stored yet: a few names, and as many days as the database was away. */
  const waiting = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();
  let stopped = false;

  const store = async () => {
    const day = dayOf(now(), await timeZone());
    for (const [name, count] of fresh) add(waiting, `${day} ${name}`, count);
    fresh.clear();
    if (waiting.size === 0) return;
    const taken = [...waiting];
    waiting.clear();
    const keys = taken.map(([key]) => key.split(" "));
    try {
      await db.$client.query(ADD_COUNTS, [keys.map(([day]) => day), keys.map(([, name]) => name), taken.map(([, count]) => count)]);
    } catch (error) {
      for (const [key, count] of taken) add(waiting, key, count);
      throw error;
    }
  };
  const flush = () => {
    const mine = turn.then(store);
    turn = mine.catch(() => {});
    return mine;
  };
  const schedule = () => {
    if (stopped) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      flush().catch((error: unknown) => {
        log.warn({ err: error }, "funnel counts could not be stored; they wait in memory");
        schedule();
      });
    }, FLUSH_EVERY_MS).unref();
  };

  return {
    count(name) {
      add(fresh, name, 1);
      schedule();
    },
    flush,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await flush().catch((error: unknown) => log.warn({ err: error }, "the last funnel counts could not be stored"));
    },
  };
}

function add(counts: Map<string, number>, key: string, count: number) {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
