import type { Database } from "#app/db/client.server.ts";
import { createDayCounter, type DayCounter, type DayCounterOptions } from "./day-counter.server.ts";
import { addContentCounts } from "./queries.sql.ts";

export type ContentCounter = Omit<DayCounter, "count"> & {
  /** @param name of the event, such as "view" or "question:3", without data about visitors */
  count: (contentId: string, name: string) => void;
};

type CounterOptions = Pick<DayCounterOptions, "now" | "timeZone" | "log"> & { db: Database };

/** Keys of the counter are a content's UUID, of this length, followed by the event's name. */
const ID_LENGTH = 36;

/** Counts events of quizzes and articles. */
export function createContentCounter({ db, ...options }: CounterOptions): ContentCounter {
  const counter = createDayCounter({
    ...options,
    what: "content",
    store: (counts) =>
      addContentCounts.run(db, {
        contentIds: counts.map(({ key }) => key.slice(0, ID_LENGTH)),
        days: counts.map(({ day }) => day),
        names: counts.map(({ key }) => key.slice(ID_LENGTH)),
        counts: counts.map(({ count }) => count),
      }),
  });
  return { ...counter, count: (contentId, name) => counter.count(contentId + name) };
}
