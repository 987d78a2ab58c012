import type { Database } from "#app/db/client.server.ts";
import type { FunnelEvent } from "./constants.ts";
import { createDayCounter, type DayCounter, type DayCounterOptions } from "./day-counter.server.ts";
import { addFunnelCounts } from "./queries.sql.ts";

export type FunnelCounter = Omit<DayCounter, "count"> & { count: (name: FunnelEvent) => void };

type CounterOptions = Pick<DayCounterOptions, "now" | "timeZone" | "log"> & { db: Database };

/** Counts the funnel events of visitors. */
export const createFunnelCounter = ({ db, ...options }: CounterOptions): FunnelCounter =>
  createDayCounter({
    ...options,
    what: "funnel",
    store: (counts) =>
      addFunnelCounts.run(db, {
        days: counts.map(({ day }) => day),
        names: counts.map(({ key }) => key),
        counts: counts.map(({ count }) => count),
      }),
  });
