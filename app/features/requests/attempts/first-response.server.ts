import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "#app/db/client.server.ts";
import type { ReadReplica } from "#app/db/read-replica.server.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/durations.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { ERASED_HASH } from "../erase-fields.server.ts";
import { countWaiting, measureFirstResponse } from "./first-response.sql.ts";

const WINDOW_DAYS = 30;
/** Measurements older than this are made again in the background. */
const MAX_AGE_MS = MINUTE_MS;
/** How long a page waits for a running measurement before it shows the previous one. */
const MAX_WAIT_MS = 20;

/** Minutes of business hours from a request to the first attempt to reach its customer. */
export type ResponseTimes = { requests: number; median: number; p90: number };

export type FirstResponse = {
  measuredAt: Date;
  /** Of requests whose first attempt was in the last 30 days; null: there are none. */
  overall: ResponseTimes | null;
  /** The service with the most requests first. */
  byService: (ResponseTimes & { service: string })[];
  /** By hour of arrival in the business's time zone, 0 to 23; hours without requests are missing. */
  byHour: (ResponseTimes & { hour: number })[];
  /** How many requests wait for a first attempt. */
  waiting: number;
};

type MeasureOptions = { now: Date; timeZone: string };

/** Measures now. With tens of thousands of requests this takes longer than a page may wait. */
export async function measureResponses(
  db: Database,
  { now, timeZone }: MeasureOptions,
): Promise<FirstResponse> {
  const since = new Date(now.getTime() - WINDOW_DAYS * DAY_MS);
  const rows = await measureFirstResponse.rows(db, { since, timeZone });
  const counted = await countWaiting.first(db, { now, erasedHash: ERASED_HASH });
  const overall = rows.find(({ service, hour }) => service === null && hour === null);
  const toTimes = ({ requests, median, p90 }: ResponseTimes) => ({ requests, median, p90 });
  return {
    measuredAt: now,
    overall: overall ? toTimes(overall) : null,
    byService: rows.flatMap((row) =>
      row.service === null ? [] : { ...toTimes(row), service: row.service },
    ),
    byHour: rows
      .flatMap((row) => (row.hour === null ? [] : { ...toTimes(row), hour: row.hour }))
      .sort((a, b) => a.hour - b.hour),
    waiting: counted?.waiting ?? 0,
  };
}

type Cached = {
  timeZone: string;
  latest: FirstResponse | null;
  running?: Promise<FirstResponse | null>;
};
const cache = new WeakMap<ReadReplica, Cached>();

/**
 * The latest measurement of this process. The first page load after a minute starts another one, and
 * all others share it.
 * @returns null until the first measurement of the process is done
 */
export async function getFirstResponse(
  replica: ReadReplica,
  options: MeasureOptions & { log?: Pick<Logger, "warn"> },
): Promise<FirstResponse | null> {
  const { now, timeZone } = options;
  let cached = cache.get(replica);
  if (cached?.timeZone !== timeZone) {
    cached = { timeZone, latest: null };
    cache.set(replica, cached);
  }
  const { latest } = cached;
  const age = latest ? now.getTime() - latest.measuredAt.getTime() : Number.POSITIVE_INFINITY;
  if (!cached.running && (age < 0 || age >= MAX_AGE_MS))
    cached.running = refresh(cached, replica, options);
  if (!cached.running) return latest;
  return Promise.race([cached.running, wait(MAX_WAIT_MS, latest, { ref: false })]);
}

/** Measures again. If that fails, the previous measurement stays; without any, the error is thrown. */
async function refresh(
  cached: Cached,
  replica: ReadReplica,
  { log, ...options }: MeasureOptions & { log?: Pick<Logger, "warn"> },
): Promise<FirstResponse | null> {
  try {
    cached.latest = await replica.read((db) => measureResponses(db, options));
  } catch (error) {
    log?.warn({ err: error }, "the first response could not be measured");
    if (!cached.latest) throw error;
  } finally {
    cached.running = undefined;
  }
  return cached.latest;
}
