import { and, asc, eq, isNotNull, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { AppContext } from "#app/app-context.ts";
import type { Database } from "#app/db/client.server.ts";
import { serviceRequests as table } from "#app/db/tables/requests.server.ts";
import { type Moment, toMoment } from "#app/lib/format-time.ts";
import { hasOptedOut } from "../has-opted-out.server.ts";
import { countUpTo, countViews, SINGLE_ROW } from "./inbox.server.ts";
import { buildListedRequest, type ListedRequest } from "./loaders.server.ts";
import { readListedRows } from "./queries.server.ts";
import { getGroupRows } from "./view-conditions.server.ts";

/** How many requests the queue shows. */
export const QUEUE_ROWS = 8;
/** The views that the sentence above the queue counts and links to. */
const QUEUE_VIEWS = ["emergency", "overdue", "returned", "waiting"] as const;
type QueueView = (typeof QUEUE_VIEWS)[number];

const build = new QueryBuilder();
const OLDEST_FIRST = [asc(table.createdAt), asc(table.id)];
const isUnattempted = isNull(table.firstAttemptAt);

/**
 * The parts of the queue in the order in which staff call: of the emergencies those first that nobody
 * has tried, then who has waited, then customers to ask for a yes, then new arrivals.
 */
const listParts = (now: Date): (SQL | undefined)[] => [
  and(getGroupRows("emergency", now), isUnattempted),
  and(getGroupRows("emergency", now), isNotNull(table.firstAttemptAt)),
  getGroupRows("returned", now),
  getGroupRows("overdue", now),
  getGroupRows("waiting", now),
  and(getGroupRows("new", now), isUnattempted),
];

const selectFirstIds = (condition: SQL | undefined) =>
  sql<string[]>`array(${build
    .select({ id: table.id })
    .from(table)
    .where(condition)
    .orderBy(...OLDEST_FIRST)
    .limit(QUEUE_ROWS)})`;

/** The ids of the requests to work on first. */
async function listQueueIds(db: Database, now: Date): Promise<string[]> {
  const columns = Object.fromEntries(
    listParts(now).map((part, index) => [`part${index}`, selectFirstIds(part)]),
  );
  const [parts] = await db.select(columns).from(SINGLE_ROW);
  return Object.values(parts ?? {})
    .flat()
    .slice(0, QUEUE_ROWS);
}

/**
 * SQL condition: nobody has tried to reach the customer, who may be contacted. Its first part is that
 * of the index `service_requests_unattempted`.
 */
const isFirstCall = and(
  eq(table.status, "new"),
  isUnattempted,
  isNull(table.mergedIntoId),
  not(hasOptedOut(table)),
);

const selectOldest = (condition: SQL | undefined) =>
  sql`(${build
    .select({ at: table.createdAt })
    .from(table)
    .where(and(isFirstCall, condition))
    .orderBy(...OLDEST_FIRST)
    .limit(1)})`.mapWith(table.createdAt) as SQL<Date | null>;

type FirstCalls = { fresh: number; oldest: Date | null; oldestFresh: Date | null };

/**
 * Who waits for a first call. `fresh`: how many arrived within the last hour, emergencies apart, up to
 * `MAX_COUNT`; `oldest`: when the oldest of the emergencies and of who waits over an hour arrived.
 */
async function findFirstCalls(db: Database, now: Date): Promise<FirstCalls> {
  const fresh = and(isFirstCall, getGroupRows("new", now));
  const urgent = or(getGroupRows("emergency", now), getGroupRows("overdue", now));
  const [found] = await db
    .select({
      fresh: countUpTo(fresh),
      oldest: selectOldest(urgent),
      oldestFresh: selectOldest(fresh),
    })
    .from(SINGLE_ROW);
  return found ?? { fresh: 0, oldest: null, oldestFresh: null };
}

export type Queue = {
  /** How many requests each view has, up to `MAX_COUNT`. */
  counts: Record<QueueView, number>;
  /** Requests of the last hour that nobody has tried, emergencies apart, up to `MAX_COUNT`. */
  fresh: number;
  /** When the oldest emergency or wait over an hour arrived that nobody has tried. */
  oldest: Moment | null;
  /** When the oldest of the fresh ones arrived. */
  oldestFresh: Moment | null;
  /** The requests to work on first. */
  requests: ListedRequest[];
  /** When it was loaded, ms since 1970. */
  now: number;
};

/** Data of the queue on the dashboard. Each count and each part reads the start of an index. */
export async function loadQueue(
  app: Pick<AppContext, "db" | "now" | "settings">,
  { userId }: { userId: string },
): Promise<Queue> {
  const now = app.now();
  const { timeZone } = await app.settings.get();
  const [counts, calls, rows] = await Promise.all([
    countViews(app.db, { userId, now, views: QUEUE_VIEWS }),
    findFirstCalls(app.db, now),
    listQueueIds(app.db, now).then((ids) => readListedRows(app.db, ids)),
  ]);
  const at = (date: Date | null) => date && toMoment(date, timeZone);
  return {
    counts: {
      emergency: counts.emergency ?? 0,
      overdue: counts.overdue ?? 0,
      returned: counts.returned ?? 0,
      waiting: counts.waiting ?? 0,
    },
    fresh: calls.fresh,
    oldest: at(calls.oldest),
    oldestFresh: at(calls.oldestFresh),
    requests: rows.map((row) => buildListedRequest(row, timeZone)),
    now: now.getTime(),
  };
}
