import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import type { ReadReplica } from "#app/db/read-replica.server.ts";
import { requestTouches } from "#app/db/tables/sources.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import type { Touch } from "#app/features/analytics/touch.ts";
import { listLastDays } from "#app/lib/business-days.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { buildReport, type SourcesReport } from "./build-report.ts";
import {
  type Period,
  REPORT_MAX_AGE_MS,
  REPORT_WAIT_MS,
  UNKNOWN_NUMBER,
  UNKNOWN_SOURCE,
} from "./constants.ts";
import {
  countAllRequests,
  countCallsByNumber,
  countRequestsBySource,
  sumResultsBySource,
  sumVisits,
} from "./report.sql.ts";

type ReportOptions = { days: Period; now: Date; timeZone: string };

/**
 * Counts what each source brought in the last days of the business's time zone. One query after the
 * other, to leave the pool's connections to visitors.
 */
export async function countSources(
  db: Database,
  { days, now, timeZone }: ReportOptions,
): Promise<SourcesReport> {
  const { since, firstDay } = listLastDays(now, { count: days, timeZone });
  const requests = await countRequestsBySource.rows(db, { since });
  const all = await countAllRequests.first(db, { since });
  return buildReport({
    requests,
    allRequests: all?.requests ?? 0,
    visits: await sumVisits.rows(db, { firstDay }),
    results: await sumResultsBySource.rows(db, { since, unknown: UNKNOWN_SOURCE }),
    calls: await countCallsByNumber.rows(db, { since, unknown: UNKNOWN_NUMBER }),
  });
}

type CachedReport = { countedAt: Date; report: SourcesReport };
type CacheEntry = { last: CachedReport | null; running?: Promise<CachedReport | null> };
const cache = new WeakMap<ReadReplica, Map<string, CacheEntry>>();

/**
 * The report of this process, at most ten seconds old where pages are loaded often. Counting a
 * million requests takes longer than a page may wait, so it runs in the background.
 * @returns null until the first count of the period is done
 */
export function getSourcesReport(
  replica: ReadReplica,
  options: ReportOptions & { log: Pick<Logger, "warn"> },
): Promise<CachedReport | null> {
  const entries = cache.get(replica) ?? new Map<string, CacheEntry>();
  cache.set(replica, entries);
  const key = `${options.days} ${options.timeZone}`;
  const entry: CacheEntry = entries.get(key) ?? { last: null };
  entries.set(key, entry);
  const age = entry.last ? Math.abs(options.now.getTime() - entry.last.countedAt.getTime()) : null;
  if (!entry.running && (age === null || age >= REPORT_MAX_AGE_MS))
    entry.running = refresh(entry, replica, options);
  return entry.running
    ? Promise.race([entry.running, wait(REPORT_WAIT_MS, entry.last, { ref: false })])
    : Promise.resolve(entry.last);
}

/** Counts again. If that fails, the last report stays; without any, the error is thrown. */
async function refresh(
  entry: CacheEntry,
  replica: ReadReplica,
  { log, ...options }: ReportOptions & { log: Pick<Logger, "warn"> },
): Promise<CachedReport | null> {
  try {
    const report = await replica.read((db) => countSources(db, options));
    entry.last = { countedAt: options.now, report };
  } catch (error) {
    log.warn({ err: error }, "the report of sources could not be counted");
    if (!entry.last) throw error;
  } finally {
    entry.running = undefined;
  }
  return entry.last;
}

/**
 * Where the visitor of a request came from. `first` and `last` are null where the browser told
 * nothing, asked not to be tracked, or the request was erased.
 */
export type RequestSource = { source: string; first: Touch | null; last: Touch | null };

/** The source of a request; null where none was recorded. */
export async function getRequestSource(
  db: Connection,
  { requestId }: { requestId: string },
): Promise<RequestSource | null> {
  const { source, firstTouch, lastTouch } = requestTouches;
  const [row] = await db
    .select({ source, first: firstTouch, last: lastTouch })
    .from(requestTouches)
    .where(eq(requestTouches.requestId, requestId));
  return row ?? null;
}
