import { and, eq, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { Database } from "#app/db/client.server.ts";
import { prepareOnce } from "#app/db/prepared-query.server.ts";
import { adminUsers } from "#app/db/tables/members.server.ts";
import { serviceRequests as table } from "#app/db/tables/requests.server.ts";
import { GROUP_ROWS, GROUPS, type Group, MAX_COUNT, OLDEST_FIRST } from "./groups.ts";
import { type ListedRow, readListedRows } from "./queries.server.ts";
import { type ListFilters, VIEWS, type View } from "./schema.ts";
import { buildSearchCondition } from "./search-condition.server.ts";
import { getGroupRows, getViewCondition, listCountedParts } from "./view-conditions.server.ts";

const build = new QueryBuilder();
/** For a query of independent subqueries. */
export const SINGLE_ROW = sql`(select 1) as single`;

/**
 * How many requests the conditions match, counted up to `MAX_COUNT`. No request may match two of them.
 */
export function countUpTo(...conditions: (SQL | undefined)[]): SQL<number> {
  const counts = conditions.map((condition) => {
    const matches = build
      .select({ found: sql`1` })
      .from(table)
      .where(condition)
      .limit(MAX_COUNT)
      .as("matches");
    return sql`(select count(*)::int from ${matches})`;
  });
  return sql<number>`least(${MAX_COUNT}::int, ${sql.join(counts, sql` + `)})`;
}

/** The first rows of a group. */
function selectIds(group: Group, condition: SQL | undefined): SQL<string[]> {
  const isAscending = OLDEST_FIRST.includes(group);
  const ids = build
    .select({ id: table.id })
    .from(table)
    .where(condition)
    .orderBy(
      isAscending
        ? sql`${table.createdAt}, ${table.id}`
        : sql`${table.createdAt} desc nulls last, ${table.id} desc nulls last`,
    )
    .limit(GROUP_ROWS[group]);
  return sql<string[]>`array(${ids})`;
}

/** Counts by view; null where a view is not counted here. */
export type ViewCounts = Partial<Record<View, number>>;

/** Views without a count: all requests are counted with the totals, closed ones are not work. */
const UNCOUNTED: readonly View[] = ["inbox", "all", "closed"];
const COUNTED = VIEWS.filter((view) => !UNCOUNTED.includes(view));

type CountOptions = { userId: string; now: Date };

/** A query of how many requests each view has. */
const prepareCounts = (views: readonly View[]) =>
  prepareOnce(["userId", "now"], (db, options) => {
    const columns = Object.fromEntries(
      views.map((view) => [
        view,
        countUpTo(...listCountedParts(view, { ...options, hasSearch: false })),
      ]),
    );
    return db.select(columns).from(SINGLE_ROW);
  });
const allCounts = prepareCounts(COUNTED);
const sharedCounts = prepareCounts(COUNTED.filter((view) => view !== "mine"));
/** The user id for a view that is the same whoever looks. */
export const NOBODY = "00000000-0000-0000-0000-000000000000";

/** How many requests each view has, up to `MAX_COUNT`, for one person. */
export async function countViews(db: Database, options: CountOptions): Promise<ViewCounts> {
  const [counts] = await allCounts.run(db, options);
  return counts ?? {};
}

/** The counts of the views that are the same for everybody. */
export async function countSharedViews(
  db: Database,
  options: Pick<CountOptions, "now">,
): Promise<ViewCounts> {
  const [counts] = await sharedCounts.run(db, { ...options, userId: NOBODY });
  return counts ?? {};
}

const assignedCounts = prepareOnce(["now"], (db, { now }) => {
  const { userId } = adminUsers;
  const found = countUpTo(getViewCondition("mine", { userId, now, hasSearch: false }));
  return db.select({ userId, found }).from(adminUsers);
});

/** How many open requests each member has, up to `MAX_COUNT`, by user id. */
export async function countAssigned(
  db: Database,
  options: Pick<CountOptions, "now">,
): Promise<Record<string, number>> {
  const rows = await assignedCounts.run(db, options);
  return Object.fromEntries(rows.map(({ userId, found }) => [userId, found]));
}

type CountedFilters = Pick<ListFilters, "status" | "view">;

/**
 * How many requests the filters of each list have, up to `MAX_COUNT`, in their order. Without search
 * words, so that each count reads the start of an index.
 */
export async function countFilters(
  db: Database,
  { filters, userId, now }: CountOptions & { filters: readonly CountedFilters[] },
): Promise<number[]> {
  if (filters.length === 0) return [];
  const columns = filters.map(({ status, view }, index) => [
    `list${index}`,
    countUpTo(
      and(
        status === "all" ? undefined : eq(table.status, status),
        getViewCondition(view, { userId, now, hasSearch: false, status }),
      ),
    ),
  ]);
  const [counts] = await db
    .select(Object.fromEntries(columns) as Record<string, SQL<number>>)
    .from(SINGLE_ROW);
  return filters.map((_, index) => counts?.[`list${index}`] ?? 0);
}

/** How many requests a list with search words has for one person, up to `MAX_COUNT`. */
export async function countSearch(
  db: Database,
  { filters, userId, now }: CountOptions & { filters: ListFilters },
): Promise<number> {
  const { q, status, view } = filters;
  const condition = and(
    buildSearchCondition({ q, view }, { start: undefined, order: sql`${table.createdAt} desc` }),
    status === "all" ? undefined : eq(table.status, status),
    getViewCondition(view, { userId, now, hasSearch: true, status }),
  );
  const [found] = await db.select({ count: countUpTo(condition) }).from(SINGLE_ROW);
  return found?.count ?? 0;
}

export type InboxGroup = { group: Group; rows: ListedRow[] };

const groupIds = prepareOnce(["now"], (db, { now }) => {
  const columns = Object.fromEntries(
    GROUPS.map((group) => [group, selectIds(group, getGroupRows(group, now))]),
  ) as Record<Group, SQL<string[]>>;
  return db.select(columns).from(SINGLE_ROW);
});

/** The groups of the inbox that have requests, each with its first rows. */
export async function listInbox(
  db: Database,
  { now }: Pick<CountOptions, "now">,
): Promise<InboxGroup[]> {
  const [ids] = await groupIds.run(db, { now });
  if (!ids) return [];
  const rows = await readListedRows(
    db,
    GROUPS.flatMap((group) => ids[group]),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return GROUPS.map((group) => ({
    group,
    rows: ids[group].flatMap((id) => byId.get(id) ?? []),
  })).filter(({ rows: found }) => found.length > 0);
}
