import { and, eq, inArray, max, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { Database } from "#app/db/client.server.ts";
import { prepareOnce } from "#app/db/prepared-query.server.ts";
import { crmOutbox } from "#app/db/tables/crm.server.ts";
import { offers } from "#app/db/tables/offers.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import { requestEvents, serviceRequests as table } from "#app/db/tables/requests.server.ts";
import { type Cursor, formatCursor } from "#app/lib/cursor.ts";
import { ANSWER_COLUMNS } from "../answer-columns.server.ts";
import { CLOCK_ACTOR } from "../assignments/constants.ts";
import { hasNewMessage } from "../has-new-message.server.ts";
import { hasOptedOut } from "../has-opted-out.server.ts";
import { hasWrongNumber } from "../has-wrong-number.server.ts";
import { listAnswerKeys } from "../quote/fields.server.ts";
import { SNOOZE_ENDED_EVENT } from "../snooze/constants.ts";
import { OLDEST_FIRST } from "./groups.ts";
import type { NewestRequest } from "./request-feed.server.ts";
import { type ListFilters, PAGE_SIZE } from "./schema.ts";
import {
  buildSearchCondition,
  isSearchedInSteps,
  SHORT_SEARCH_ROWS,
} from "./search-condition.server.ts";
import { getViewCondition, isAwaitingCustomer } from "./view-conditions.server.ts";

/** How many characters of the problem a row shows. */
const PROBLEM_LENGTH = 160;

// Nulls are placed as in the index that is read; otherwise PostgreSQL would sort the whole table.
const DESCENDING = sql`${table.createdAt} desc nulls last, ${table.id} desc nulls last`;
const ASCENDING = sql`${table.createdAt} asc nulls first, ${table.id} asc nulls first`;
/** As in the indexes of what waits for a first call. */
const OLDEST_UP = sql`${table.createdAt}, ${table.id}`;
const OLDEST_DOWN = sql`${table.createdAt} desc, ${table.id} desc`;

function getOrder(view: ListFilters["view"], isAscending: boolean) {
  if (OLDEST_FIRST.includes(view)) return isAscending ? OLDEST_UP : OLDEST_DOWN;
  return isAscending ? ASCENDING : DESCENDING;
}

const toSqlPosition = (cursor: Cursor) =>
  sql`(${cursor.at.toISOString()}::timestamptz, ${cursor.id}::uuid)`;
const isOlderThan = (cursor: Cursor) =>
  sql`(${table.createdAt}, ${table.id}) < ${toSqlPosition(cursor)}`;
const isNewerThan = (cursor: Cursor) =>
  sql`(${table.createdAt}, ${table.id}) > ${toSqlPosition(cursor)}`;

type Position = { id: string; createdAt: Date };
const formatPosition = ({ createdAt, id }: Position) => formatCursor({ at: createdAt, id });

/** The company that accepted the request and waits for the customer's yes, or null. */
const selectWaitingCompany = (row: { id: SQLWrapper }) =>
  sql<string | null>`${new QueryBuilder()
    .select({ name: providers.companyName })
    .from(offers)
    .innerJoin(providers, eq(providers.id, offers.providerId))
    .where(and(eq(offers.requestId, row.id), isAwaitingCustomer))}`;

/** When the request came back from a snooze because its time came, unless somebody tried since. */
const selectWokeAt = (row: { id: SQLWrapper; lastAttemptAt: SQLWrapper }) =>
  sql`${new QueryBuilder()
    .select({ at: max(requestEvents.at) })
    .from(requestEvents)
    .where(
      and(
        eq(requestEvents.requestId, row.id),
        eq(requestEvents.kind, SNOOZE_ENDED_EVENT),
        sql`${requestEvents.detail} ->> 'by' = ${CLOCK_ACTOR}`,
        sql`${requestEvents.at} > coalesce(${row.lastAttemptAt}, '-infinity')`,
      ),
    )}`.mapWith(requestEvents.at) as SQL<Date | null>;

export type PageOptions = { filters: ListFilters; userId: string; now: Date; limit: number };

/**
 * Ids of up to `limit` requests, from the cursor on, in the order of the view: newest first, or
 * oldest first where people wait for a first call. With a `before` cursor, in the opposite order.
 */
export function listPositions(
  db: Database,
  { filters, userId, now, limit }: PageOptions,
): Promise<Position[]> {
  const { q, status, view, before, after } = filters;
  const isAscending = OLDEST_FIRST.includes(view) !== Boolean(before);
  const order = getOrder(view, isAscending);
  const cursor = before ?? after;
  const start = cursor && (isAscending ? isNewerThan(cursor) : isOlderThan(cursor));
  return db
    .select({ id: table.id, createdAt: table.createdAt })
    .from(table)
    .where(
      and(
        start,
        buildSearchCondition(filters, { start, order }),
        status === "all" ? undefined : eq(table.status, status),
        getViewCondition(view, { userId, now, hasSearch: q !== "", status }),
      ),
    )
    .orderBy(order)
    .limit(limit);
}

const LISTED_COLUMNS = {
  id: table.id,
  name: table.customerName,
  phone: table.customerPhone,
  email: table.customerEmail,
  city: table.city,
  state: table.state,
  zipCode: table.zipCode,
  phoneE164: table.phoneE164,
  serviceType: table.serviceType,
  projectType: table.projectType,
  projectSize: table.projectSize,
  zipValid: table.zipValid,
  status: table.status,
  flags: table.flags,
  isEmergency: sql<boolean>`${table.isEmergency}`,
  assigneeId: table.assigneeId,
  firstAttemptAt: table.firstAttemptAt,
  attemptCount: table.attemptCount,
  returnedAt: table.returnedAt,
  snoozedUntil: table.snoozedUntil,
  mergedIntoId: table.mergedIntoId,
  createdAt: table.createdAt,
  sync: crmOutbox.state,
  isOptedOut: hasOptedOut(table),
};

/** Puts rows into the order of their ids. */
function sortByIds<Row extends { id: string }>(rows: Row[], ids: readonly string[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const listedRows = prepareOnce(["ids"], (db, placeholders) =>
  db
    .select({
      ...LISTED_COLUMNS,
      problem: sql<string | null>`left(${table.description}, ${PROBLEM_LENGTH})`,
      hasNewMessage: hasNewMessage(table),
      waitingFor: selectWaitingCompany(table),
      wokeAt: selectWokeAt(table),
      isWrongNumber: hasWrongNumber(table),
    })
    .from(table)
    .leftJoin(crmOutbox, eq(crmOutbox.requestId, table.id))
    .where(sql`${table.id} = any(${placeholders.ids}::uuid[])`),
);

/** What the list shows of requests, in the order of `ids`. */
export async function readListedRows(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return sortByIds(await listedRows.run(db, { ids }), ids);
}
export type ListedRow = Awaited<ReturnType<typeof readListedRows>>[number];

/** The details that the CSV file has. */
const CSV_DETAILS = sql.join(
  listAnswerKeys("detail", ({ inCsv }) => inCsv === true).map(
    (key) => sql`${key}::text, ${table.additionalDetails} -> ${key}`,
  ),
  sql`, `,
);

/** What the CSV file has of requests, in the order of `ids`. */
export async function readExportedRows(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      ...LISTED_COLUMNS,
      ...ANSWER_COLUMNS,
      details: sql<Record<string, unknown>>`jsonb_build_object(${CSV_DETAILS})`,
      ghlContactId: table.ghlContactId,
    })
    .from(table)
    .leftJoin(crmOutbox, eq(crmOutbox.requestId, table.id))
    .where(inArray(table.id, [...ids]));
  return sortByIds(rows, ids);
}
export type ExportedRow = Awaited<ReturnType<typeof readExportedRows>>[number];

/**
 * The last row that a search in steps has covered, if more rows follow; null for other searches.
 */
export async function findSearchEnd(
  db: Database,
  filters: Pick<ListFilters, "q" | "view" | "after">,
): Promise<Position | null> {
  if (!isSearchedInSteps(filters)) return null;
  const { after } = filters;
  const [last] = await db
    .select({ id: table.id, createdAt: table.createdAt })
    .from(table)
    .where(after && isOlderThan(after))
    .orderBy(DESCENDING)
    .offset(SHORT_SEARCH_ROWS - 1)
    .limit(1);
  return last ?? null;
}

/** `next`, `previous`: cursors of the pages below and above, null where there is none. */
export type RequestPage = { rows: ListedRow[]; next: string | null; previous: string | null };

/** One page of the list with the cursors of its neighbors. */
export async function listRequests(
  db: Database,
  options: Omit<PageOptions, "limit">,
): Promise<RequestPage> {
  const { filters } = options;
  const found = await listPositions(db, { ...options, limit: PAGE_SIZE + 1 });
  const hasMore = found.length > PAGE_SIZE;
  const page = found.slice(0, PAGE_SIZE);
  if (filters.before) {
    // The first page is always full, so it is read from the start.
    if (!hasMore)
      return listRequests(db, {
        ...options,
        filters: { ...filters, before: undefined, after: undefined },
      });
    page.reverse();
  }
  const rows = await readListedRows(
    db,
    page.map(({ id }) => id),
  );
  const [first, last] = [page[0], page.at(-1)];
  const end = filters.before || hasMore ? last : await findSearchEnd(db, filters);
  return {
    rows,
    next: end ? formatPosition(end) : null,
    previous: first && (filters.before ? hasMore : filters.after) ? formatPosition(first) : null,
  };
}

/** The request that was stored last: the first entry of an index. */
export async function findNewestRequest(db: Database): Promise<NewestRequest> {
  const [newest] = await db
    .select({ id: table.id, createdAt: table.createdAt })
    .from(table)
    .orderBy(DESCENDING)
    .limit(1);
  return newest ? { id: newest.id, at: newest.createdAt.getTime() } : null;
}
