import { KEPT_DAYS, KEPT_MONTHS, KEPT_WEEKS } from "./constants.ts";

/** A Monday in UTC; weeks are counted from it. */
const FIRST_MONDAY_MS = Date.UTC(1970, 0, 5);
const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;

const getDay = (at: Date) => at.toISOString().slice(0, 10);
const getWeek = (at: Date) => String(Math.floor((at.getTime() - FIRST_MONDAY_MS) / WEEK_MS));
const getMonth = (at: Date) => at.toISOString().slice(0, 7);

/**
 * Which backups are not needed any more: all but the newest of each of the last days, weeks and months
 * that have one. Nights without a backup do not count, so the newest ones stay however old they are.
 */
export function chooseExpired<T extends { at: Date }>(backups: readonly T[]): T[] {
  const newestFirst = backups.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const kept = new Set<T>();
  const keepNewest = (getPeriod: (at: Date) => string, count: number) => {
    const periods = Map.groupBy(newestFirst, ({ at }) => getPeriod(at));
    for (const [newest] of [...periods.values()].slice(0, count)) if (newest) kept.add(newest);
  };
  keepNewest(getDay, KEPT_DAYS);
  keepNewest(getWeek, KEPT_WEEKS);
  keepNewest(getMonth, KEPT_MONTHS);
  return newestFirst.filter((backup) => !kept.has(backup));
}
