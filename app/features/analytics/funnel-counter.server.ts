import type { Database } from "#app/db/client.server.ts";
import type { FunnelEvent } from "./constants.ts";
import {
  createDayCounter,
  type DayCounter,
  type DayCounterOptions,
} from "./count-by-day.server.ts";

export type FunnelCounter = Omit<DayCounter, "count"> & { count: (name: FunnelEvent) => void };

type CounterOptions = Pick<DayCounterOptions, "now" | "timeZone" | "log"> & { db: Database };

// In a fixed order, so that instances that store at the same time cannot deadlock.
const ADD_COUNTS = `
  insert into funnel_counts (day, name, count)
  select day, name, count from unnest($1::date[], $2::text[], $3::bigint[]) as counted (day, name, count) order by day, name
  on conflict (day, name) do update set count = funnel_counts.count + excluded.count`;

/** Counts the events of the visitors' funnel, by name. */
export const createFunnelCounter = ({ db, ...options }: CounterOptions): FunnelCounter =>
  createDayCounter({
    ...options,
    what: "funnel",
    store: (counts) =>
      db.$client.query(ADD_COUNTS, [
        counts.map(({ day }) => day),
        counts.map(({ key }) => key),
        counts.map(({ count }) => count),
      ]),
  });
