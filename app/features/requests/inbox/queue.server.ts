import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { AppContext } from "#app/app-context.ts";
import type { Database } from "#app/db/client.server.ts";
import { prepareOnce } from "#app/db/prepared-query.server.ts";
import { serviceRequests as table } from "#app/db/tables/requests.server.ts";
import { type Moment, toMoment } from "#app/lib/format-time.ts";
import { countUpTo, NOBODY, SINGLE_ROW } from "./inbox.server.ts";
import { buildListedRequests, type ListedRequest } from "./loaders.server.ts";
import { readListedRows } from "./queries.server.ts";
import { CALL_VIEWS } from "./schema.ts";
import {
  getGroupRows,
  getViewCondition,
  type Instant,
  isCallable,
} from "./view-conditions.server.ts";

/** How many requests the queue shows. */
export const QUEUE_ROWS = 8;
/** The views that the sentence above the queue counts and links to. */
const QUEUE_VIEWS = ["emergency", "overdue", "returned", "waiting", ...CALL_VIEWS] as const;
type QueueView = (typeof QUEUE_VIEWS)[number];

const build = new QueryBuilder();
const OLDEST_FIRST = [asc(table.createdAt), asc(table.id)];
// As in the index of the tried ones.
const NEWEST_FIRST = [sql`${table.createdAt} desc nulls last`, sql`${table.id} desc nulls last`];
const isUnattempted = isNull(table.firstAttemptAt);

/** SQL condition: who may be called of a view, whoever looks. */
function getCallable(view: QueueView, now: Instant): SQL | undefined {
  const rows = getViewCondition(view, { userId: NOBODY, now, hasSearch: false });
  // The views of calls have nobody else.
  return CALL_VIEWS.some((callView) => callView === view) ? rows : and(rows, isCallable);
}

type Part = { condition: SQL | undefined; order?: SQL[] };

/**
 * The parts of the queue in the order in which staff call: of the emergencies those first that nobody
 * has tried, then who has waited, then customers to ask for a yes, then new arrivals, then who did not
 * answer before: the latest first, whom staff still reach most likely.
 */
const listParts = (now: Instant): Part[] => [
  { condition: and(getCallable("emergency", now), isUnattempted) },
  { condition: and(getCallable("emergency", now), isNotNull(table.firstAttemptAt)) },
  { condition: getCallable("returned", now) },
  { condition: getCallable("overdue", now) },
  { condition: and(getGroupRows("waiting", now), isCallable) },
  { condition: getCallable("to-call", now) },
  { condition: getCallable("to-retry", now), order: NEWEST_FIRST },
];

const selectFirstIds = ({ condition, order = OLDEST_FIRST }: Part) =>
  sql<string[]>`array(${build
    .select({ id: table.id })
    .from(table)
    .where(condition)
    .orderBy(...order)
    .limit(QUEUE_ROWS)})`;

const partIds = prepareOnce(["now"], (db, { now }) => {
  const columns = Object.fromEntries(
    listParts(now).map((part, index) => [`part${index}`, selectFirstIds(part)]),
  );
  return db.select(columns).from(SINGLE_ROW);
});

/** The ids of the requests to work on first. */
async function listQueueIds(db: Database, now: Date): Promise<string[]> {
  const [parts] = await partIds.run(db, { now });
  return Object.values(parts ?? {})
    .flat()
    .slice(0, QUEUE_ROWS);
}

const selectOldest = (condition: SQL | undefined) =>
  sql`(${build
    .select({ at: table.createdAt })
    .from(table)
    .where(condition)
    .orderBy(...OLDEST_FIRST)
    .limit(1)})`.mapWith(table.createdAt) as SQL<Date | null>;

/**
 * The query of how many requests each view has whose customers may be called, up to `MAX_COUNT`, and
 * of when those arrived who wait longest for a first call: `oldest` of the emergencies and of who
 * waits over an hour, `oldestFresh` of the others.
 */
export const callCounts = prepareOnce(["now"], (db, { now }) => {
  const counts = Object.fromEntries(
    QUEUE_VIEWS.map((view) => [view, countUpTo(getCallable(view, now))]),
  ) as Record<QueueView, SQL<number>>;
  const urgent = and(
    // As in the index of requests that nobody has tried.
    eq(table.status, "new"),
    isUnattempted,
    isNull(table.mergedIntoId),
    isCallable,
    or(getGroupRows("emergency", now), getGroupRows("overdue", now)),
  );
  return db
    .select({
      ...counts,
      oldest: selectOldest(urgent),
      oldestFresh: selectOldest(getCallable("to-call", now)),
    })
    .from(SINGLE_ROW);
});

export type Queue = {
  /** How many requests each view has whose customers may be called, up to `MAX_COUNT`. */
  counts: Record<QueueView, number>;
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
export async function loadQueue(app: Pick<AppContext, "db" | "now" | "settings">): Promise<Queue> {
  const now = app.now();
  const { timeZone } = await app.settings.get();
  const [[calls], requests] = await Promise.all([
    callCounts.run(app.db, { now }),
    listQueueIds(app.db, now)
      .then((ids) => readListedRows(app.db, ids))
      .then((rows) => buildListedRequests(app.db, rows, { timeZone, now })),
  ]);
  const { oldest = null, oldestFresh = null, ...counts } = calls ?? {};
  const at = (date: Date | null) => date && toMoment(date, timeZone);
  return {
    counts: counts as Record<QueueView, number>,
    oldest: at(oldest),
    oldestFresh: at(oldestFresh),
    requests,
    now: now.getTime(),
  };
}
