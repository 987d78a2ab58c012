import { setTimeout as wait } from "node:timers/promises";
import { count, lt } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import type { ReadReplica } from "#app/db/read-replica.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { SETTLED_AFTER_MS } from "#app/features/requests/inbox/request-counts.server.ts";
import { type BusinessDays, listLastDays } from "#app/lib/business-days.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { TOTALS_MAX_AGE_MS, TOTALS_WAIT_MS, WINDOW_DAYS } from "./constants.ts";
import { countOutcomes, countRequests, countTables } from "./queries.sql.ts";

/** Requests of one day, and how many reached each status. */
export type DayCounts = { requests: number; synced: number; contacted: number; closed: number };
/** By day (such as 2026-11-21); the key "older" has all requests before the first day. */
export type CountsByDay = Map<string, DayCounts>;

/** Requests of the window by how far they got, as `countOutcomes` counts them. */
export type OutcomeCounts = { reached: number; connected: number; hired: number };

export type Totals = {
  countedAt: Date;
  /** Service requests are counted up to this instant. */
  before: Date;
  requests: CountsByDay;
  outcomes: OutcomeCounts;
  providers: number;
  activeProviders: number;
  homeownersSetUp: number;
  quizzes: number;
  activeQuizzes: number;
};

type CountOptions = { days: BusinessDays; from: Date; before?: Date };

/** Requests by business day. */
export async function countRequestsByDay(
  db: Database,
  { days, from, before }: CountOptions,
): Promise<CountsByDay> {
  const range = { days: days.starts, from, before: before ?? null };
  const rows = await countRequests.rows(db, range);
  return new Map(rows.map(({ bucket, ...counts }) => [days.names[bucket - 1] ?? "older", counts]));
}

/** Runs one query after the other, to leave the pool's connections to visitors. */
async function countTotals(
  db: Database,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Totals> {
  const days = listLastDays(now, { count: WINDOW_DAYS, timeZone });
  const first = days.starts[0] ?? now;
  const before = new Date(now.getTime() - SETTLED_AFTER_MS);
  // Of older requests only the number is needed.
  const [older] = await db
    .select({ requests: count() })
    .from(serviceRequests)
    .where(lt(serviceRequests.createdAt, first));
  const requests = await countRequestsByDay(db, { days, from: first, before });
  requests.set("older", { requests: older?.requests ?? 0, synced: 0, contacted: 0, closed: 0 });
  const outcomes = await countOutcomes.first(db, { from: first });
  const tables = await countTables.first(db, {});
  if (!outcomes || !tables) throw new Error("a query of counts has one row");
  return { countedAt: now, before, requests, outcomes, ...tables };
}

type CachedTotals = { timeZone: string; totals: Totals | null; running?: Promise<Totals | null> };
const cache = new WeakMap<ReadReplica, CachedTotals>();

export type TotalsOptions = { now: Date; timeZone: string; log?: Pick<Logger, "warn"> };

/**
 * Cached totals of this process. Counting a million rows takes longer than a page may wait, so it
 * runs in the background: the first page load after ten seconds starts a count, and all others
 * share it. Each page load adds the requests since `before`, so none are missed between two counts.
 * @returns null until the first count of the process is done
 */
export async function getTotals(
  replica: ReadReplica,
  { now, timeZone, log }: TotalsOptions,
): Promise<Totals | null> {
  let cached = cache.get(replica);
  if (cached?.timeZone !== timeZone) {
    cached = { timeZone, totals: null };
    cache.set(replica, cached);
  }
  const entry = cached;
  const age = entry.totals
    ? now.getTime() - entry.totals.countedAt.getTime()
    : Number.POSITIVE_INFINITY;
  if (!entry.running && (age < 0 || age >= TOTALS_MAX_AGE_MS))
    entry.running = refreshTotals(entry, replica, { now, timeZone, log });
  if (!entry.running) return entry.totals;
  return Promise.race([entry.running, wait(TOTALS_WAIT_MS, entry.totals, { ref: false })]);
}

/** Counts again. If that fails, the previous totals stay; without any, the error is thrown. */
async function refreshTotals(
  entry: CachedTotals,
  replica: ReadReplica,
  { log, ...options }: TotalsOptions,
): Promise<Totals | null> {
  try {
    entry.totals = await replica.read((db) => countTotals(db, options));
  } catch (error) {
    log?.warn({ err: error }, "the totals of the dashboard could not be counted");
    if (!entry.totals) throw error;
  } finally {
    entry.running = undefined;
  }
  return entry.totals;
}
