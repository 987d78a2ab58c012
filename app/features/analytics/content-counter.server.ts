import type { Database } from "#app/db/client.server.ts";
import {
  createDayCounter,
  type DayCounter,
  type DayCounterOptions,
} from "./count-by-day.server.ts";

export type ContentCounter = Omit<DayCounter, "count"> & {
  /**
   * @param name of the event: "view", "question:3"; words and ids of the content, never of visitors
   */
  count: (contentId: string, name: string) => void;
};

type CounterOptions = Pick<DayCounterOptions, "now" | "timeZone" | "log"> & { db: Database };

// In a fixed order, like the funnel's.
const ADD_COUNTS = `
  insert into content_counts (content_id, day, name, count)
  select content_id, day, name, count from unnest($1::uuid[], $2::date[], $3::text[], $4::bigint[]) as counted (content_id, day, name, count)
  order by content_id, day, name
  on conflict (content_id, day, name) do update set count = content_counts.count + excluded.count`;

/** Length of a UUID; the name follows. */
const ID_LETTERS = 36;

/** Counts events of quizzes and articles. */
export function createContentCounter({ db, ...options }: CounterOptions): ContentCounter {
  const counter = createDayCounter({
    ...options,
    what: "content",
    store: (counts) =>
      db.$client.query(ADD_COUNTS, [
        counts.map(({ key }) => key.slice(0, ID_LETTERS)),
        counts.map(({ day }) => day),
        counts.map(({ key }) => key.slice(ID_LETTERS)),
        counts.map(({ count }) => count),
      ]),
  });
  return { ...counter, count: (contentId, name) => counter.count(contentId + name) };
}
