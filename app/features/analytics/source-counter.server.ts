import type { Database } from "#app/db/client.server.ts";
import { KNOWN_SOURCES, OTHER_SOURCES } from "./classify-source.ts";
import { createDayCounter, type DayCounter, type DayCounterOptions } from "./day-counter.server.ts";
import { addSourceVisits } from "./queries.sql.ts";

export type SourceCounter = Omit<DayCounter, "count"> & { count: (source: string) => void };

type CounterOptions = Pick<DayCounterOptions, "now" | "timeZone" | "log"> & { db: Database };

/** How many sources without a name of their own a day has; all others are counted together. */
export const MAX_SOURCES_A_DAY = 200;

/** Counts visits by their source. Anybody can send any source, so their number is limited. */
export function createSourceCounter({ db, ...options }: CounterOptions): SourceCounter {
  /** Sources in memory that wait to be stored. */
  const waiting = new Set<string>();
  const counter = createDayCounter({
    ...options,
    what: "source",
    async store(counts) {
      await addSourceVisits.run(db, {
        days: counts.map(({ day }) => day),
        sources: counts.map(({ key }) => key),
        counts: counts.map(({ count }) => count),
        known: [...KNOWN_SOURCES],
        other: OTHER_SOURCES,
        limit: MAX_SOURCES_A_DAY,
      });
      waiting.clear();
    },
  });
  return {
    ...counter,
    count(source) {
      const isCounted =
        KNOWN_SOURCES.has(source) || waiting.has(source) || waiting.size < MAX_SOURCES_A_DAY;
      if (isCounted && !KNOWN_SOURCES.has(source)) waiting.add(source);
      counter.count(isCounted ? source : OTHER_SOURCES);
    },
  };
}
