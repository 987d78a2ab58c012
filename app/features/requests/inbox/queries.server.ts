import { and, asc, eq, inArray, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { Database } from "#app/db/client.server.ts";
import { staffUsers } from "#app/db/tables/auth.server.ts";
import { crmOutbox } from "#app/db/tables/crm.server.ts";
import { adminUsers } from "#app/db/tables/members.server.ts";
import { offers } from "#app/db/tables/offers.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { type Cursor, formatCursor } from "#app/lib/cursor.ts";
import { splitSearchWords } from "#app/lib/search-words.ts";
import { ANSWER_COLUMNS } from "../answer-columns.server.ts";
import { hasNewMessage, newMessageRequests } from "../has-new-message.server.ts";
import { hasOptedOut } from "../has-opted-out.server.ts";
import { listAnswerKeys } from "../quote/fields.server.ts";
import { canWorkOnRequests, MEMBER_NAME } from "../staff-members.server.ts";
import { type ListFilters, PAGE_SIZE } from "./schema.ts";

/** Words with fewer letters cannot use the trigram index. */
const TRIGRAM_LETTERS = 3;
/** How many rows are searched at a time if no word can use that index. */
const SHORT_SEARCH_ROWS = 10_000;

const table = serviceRequests;
// Nulls are placed as in the index; otherwise PostgreSQL would sort the whole table.
const NEWEST_FIRST = sql`${table.createdAt} desc nulls last, ${table.id} desc nulls last`;
const OLDEST_FIRST = sql`${table.createdAt} asc nulls first, ${table.id} asc nulls first`;

const toSqlPosition = (cursor: Cursor) =>
  sql`(${cursor.at.toISOString()}::timestamptz, ${cursor.id}::uuid)`;
const formatRowCursor = ({ createdAt, id }: { createdAt: Date; id: string }) =>
  formatCursor({ at: createdAt, id });
const isOlderThan = (cursor: Cursor) =>
  sql`(${table.createdAt}, ${table.id}) < ${toSqlPosition(cursor)}`;
const isNewerThan = (cursor: Cursor) =>
  sql`(${table.createdAt}, ${table.id}) > ${toSqlPosition(cursor)}`;
const contains = (column: SQL, word: string) =>
  sql`${column} like ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`;

const build = new QueryBuilder();
const isAwaitingCustomer = and(eq(offers.state, "accepted"), isNull(offers.customerApprovedAt));

/** The company that accepted the request and waits for the customer's yes, or null. */
const selectWaitingCompany = (row: { id: SQLWrapper }) =>
  sql<string | null>`${build
    .select({ name: providers.companyName })
    .from(offers)
    .innerJoin(providers, eq(providers.id, offers.providerId))
    .where(and(eq(offers.requestId, row.id), isAwaitingCustomer))}`;

const heldRequests = build
  .select({ id: crmOutbox.requestId })
  .from(crmOutbox)
  .where(eq(crmOutbox.state, "held"));
/** Requests whose customer staff should call now: not asked by mail, or no answer in time. */
const waitingRequests = build
  .select({ id: offers.requestId })
  .from(offers)
  .where(and(isAwaitingCustomer, sql`coalesce(${offers.staffCallDueAt}, now()) <= now()`));

const hasTrigram = (words: string[]) => words.some((word) => word.length >= TRIGRAM_LETTERS);

function buildSearchCondition(query: string, start: SQL | undefined, order: SQL): SQL | undefined {
  const words = splitSearchWords(query);
  if (words.length === 0) return undefined;
  if (hasTrigram(words))
    return and(...words.map((word) => contains(sql`${table.searchText}`, word)));
  const recent = build
    .select({ id: table.id, searchText: table.searchText })
    .from(table)
    .where(start)
    .orderBy(order)
    .limit(SHORT_SEARCH_ROWS)
    .as("recent");
  const found = build
    .select({ id: recent.id })
    .from(recent)
    .where(and(...words.map((word) => contains(sql`${recent.searchText}`, word))));
  return inArray(table.id, found);
}

/** The conditions for the filters of a list and for the position where its page starts. */
function buildConditions(
  filters: ListFilters,
  options: { userId: string; start: SQL | undefined; order: SQL },
): SQL | undefined {
  const { q, status, view } = filters;
  return and(
    options.start,
    buildSearchCondition(q, options.start, options.order),
    status === "all" ? undefined : eq(table.status, status),
    view === "flagged"
      ? and(sql`${table.flags} <> '{}'`, inArray(table.id, heldRequests))
      : undefined,
    view === "waiting" ? inArray(table.id, waitingRequests) : undefined,
    view === "messages" ? inArray(table.id, newMessageRequests) : undefined,
    view === "mine" ? eq(table.assigneeId, options.userId) : undefined,
  );
}

/** The details that the CSV file has. */
const CSV_DETAILS = sql.join(
  listAnswerKeys("detail", ({ inCsv }) => inCsv === true).map(
    (key) => sql`${key}::text, ${table.additionalDetails} -> ${key}`,
  ),
  sql`, `,
);
const COLUMNS = {
  id: table.id,
  ...ANSWER_COLUMNS,
  details: sql<Record<string, unknown>>`jsonb_build_object(${CSV_DETAILS})`.as("details"),
  phoneE164: table.phoneE164,
  phoneHash: table.phoneHash,
  emailHash: table.emailHash,
  serviceType: table.serviceType,
  projectType: table.projectType,
  projectSize: table.projectSize,
  zipValid: table.zipValid,
  status: table.status,
  flags: table.flags,
  ghlContactId: table.ghlContactId,
  assigneeId: table.assigneeId,
  createdAt: table.createdAt,
};

type PageOptions = { filters: ListFilters; userId: string; limit: number };

/**
 * Up to `limit` rows starting at the cursor: newest first, or oldest first if the filters have a
 * `before` cursor.
 */
export function listRequestRows(db: Database, { filters, userId, limit }: PageOptions) {
  const order = filters.before ? OLDEST_FIRST : NEWEST_FIRST;
  const start = filters.before
    ? isNewerThan(filters.before)
    : filters.after
      ? isOlderThan(filters.after)
      : undefined;
  const page = db
    .select(COLUMNS)
    .from(table)
    .where(buildConditions(filters, { userId, start, order }))
    .orderBy(order)
    .limit(limit)
    .as("page");
  const columns = Object.fromEntries(
    Object.keys(COLUMNS).map((key) => [key, page[key as keyof typeof COLUMNS]]),
  ) as Pick<typeof page, keyof typeof COLUMNS>;
  // Related rows are joined for the rows of the page only.
  return db
    .select({
      ...columns,
      sync: crmOutbox.state,
      isOptedOut: hasOptedOut(page),
      hasNewMessage: hasNewMessage(page),
      waitingFor: selectWaitingCompany(page),
    })
    .from(page)
    .leftJoin(crmOutbox, eq(crmOutbox.requestId, page.id))
    .orderBy(
      filters.before
        ? sql`${page.createdAt}, ${page.id}`
        : sql`${page.createdAt} desc, ${page.id} desc`,
    );
}
export type RequestRow = Awaited<ReturnType<typeof listRequestRows>>[number];

/**
 * The last row that a search for short words has covered, if more rows follow; null for other
 * searches.
 */
export async function findShortSearchEnd(
  db: Database,
  { q, after }: Pick<ListFilters, "q" | "after">,
): Promise<{ id: string; createdAt: Date } | null> {
  const words = splitSearchWords(q);
  if (words.length === 0 || hasTrigram(words)) return null;
  const [last] = await db
    .select({ id: table.id, createdAt: table.createdAt })
    .from(table)
    .where(after && isOlderThan(after))
    .orderBy(NEWEST_FIRST)
    .offset(SHORT_SEARCH_ROWS - 1)
    .limit(1);
  return last ?? null;
}

export type RequestPage = { rows: RequestRow[]; older: string | null; newer: string | null };

/** One page of the list, newest first, with the cursors of the older and newer pages. */
export async function listRequests(
  db: Database,
  options: { filters: ListFilters; userId: string },
): Promise<RequestPage> {
  const { filters, userId } = options;
  const found = await listRequestRows(db, { filters, userId, limit: PAGE_SIZE + 1 });
  const hasMore = found.length > PAGE_SIZE;
  const rows = found.slice(0, PAGE_SIZE);
  if (filters.before) {
    // The newest page is always full, so it is read from the start.
    if (!hasMore)
      return listRequests(db, {
        userId,
        filters: { ...filters, before: undefined, after: undefined },
      });
    rows.reverse();
  }
  const [first, last] = [rows[0], rows.at(-1)];
  const end = filters.before || hasMore ? last : await findShortSearchEnd(db, filters);
  return {
    rows,
    older: end ? formatRowCursor(end) : null,
    newer: first && (filters.before ? hasMore : filters.after) ? formatRowCursor(first) : null,
  };
}

/** Members whom a request can be assigned to, ordered by name. */
export function listAssignees(db: Database) {
  return db
    .select({ id: adminUsers.userId, name: MEMBER_NAME })
    .from(adminUsers)
    .innerJoin(staffUsers, eq(staffUsers.id, adminUsers.userId))
    .where(canWorkOnRequests)
    .orderBy(asc(adminUsers.displayName), asc(staffUsers.email));
}
