import {
  and,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  or,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { crmOutbox } from "#app/db/tables/crm.server.ts";
import { offers } from "#app/db/tables/offers.server.ts";
import { requestEvents, serviceRequests as table } from "#app/db/tables/requests.server.ts";
import { HOUR_MS } from "#app/lib/durations.ts";
import { ERASED_HASH } from "../erase-fields.server.ts";
import { newMessageRequests } from "../has-new-message.server.ts";
import { hasOptedOut } from "../has-opted-out.server.ts";
import { SNOOZE_ENDED_EVENT } from "../snooze/constants.ts";
import type { Group } from "./groups.ts";
import type { ListFilters, RequestStatus, View } from "./schema.ts";

const build = new QueryBuilder();

/** As a list: PostgreSQL can look it up in an index, other than "not closed". */
const OPEN_STATUSES: RequestStatus[] = ["new", "contacted"];

/** SQL condition of an offer: accepted, and the customer has not answered. */
export const isAwaitingCustomer = and(
  eq(offers.state, "accepted"),
  isNull(offers.customerApprovedAt),
);

/** A time, or the placeholder of one in a query that is built once. */
export type Instant = Date | Placeholder;

const heldRequests = build
  .select({ id: crmOutbox.requestId })
  .from(crmOutbox)
  .where(eq(crmOutbox.state, "held"));

/** Requests whose customer staff should call now: not asked by mail, or no answer in time. */
const waitingRequests = (now: Instant) =>
  build
    .select({ id: offers.requestId })
    .from(offers)
    .where(
      and(isAwaitingCustomer, or(isNull(offers.staffCallDueAt), lte(offers.staffCallDueAt, now))),
    );

const isUnmerged = isNull(table.mergedIntoId);
const isAwake = (now: Instant) => or(isNull(table.snoozedUntil), lte(table.snoozedUntil, now));

/**
 * A customer who has to be called is listed whatever they do: only a time that staff picked hides the
 * request until then.
 */
const isAwakeForYes = (now: Instant) => or(isAwake(now), eq(table.snoozeKind, "customer"));

const isEmergency = and(eq(table.status, "new"), sql`${table.isEmergency}`);
const isReturned = and(
  isNotNull(table.returnedAt),
  ne(table.status, "closed"),
  not(isEmergency as SQL),
);
const isOrdinary = and(isNull(table.returnedAt), sql`not (${isEmergency})`);
const subtract = (now: Instant, ms: number) =>
  sql`(${now}::timestamptz - ${ms} * interval '1 millisecond')`;
const getHourAgo = (now: Instant) => subtract(now, HOUR_MS);
const isUnattemptedSince = (at: SQL) => and(isNull(table.firstAttemptAt), lte(table.createdAt, at));

/**
 * Requests of any kind, emergencies included, whose customer staff have to ask for a yes. An array is
 * read first: a join would look through all requests since the oldest of them.
 */
const isWaitingForYes = (now: Instant) =>
  and(ne(table.status, "closed"), sql`${table.id} = any (array(${waitingRequests(now)}))`);

/** The condition of each group of the inbox, apart from merged and snoozed requests. */
function getGroupCondition(group: Group, now: Instant): SQL | undefined {
  const isNotWaiting = not(inArray(table.id, waitingRequests(now)));
  const hourAgo = getHourAgo(now);
  const conditions: Record<Group, SQL | undefined> = {
    emergency: isEmergency,
    returned: isReturned,
    overdue: and(eq(table.status, "new"), isOrdinary, isUnattemptedSince(hourAgo), isNotWaiting),
    new: and(
      eq(table.status, "new"),
      isOrdinary,
      or(isNotNull(table.firstAttemptAt), gt(table.createdAt, hourAgo)),
      isNotWaiting,
    ),
    waiting: and(isWaitingForYes(now), isOrdinary),
    contacted: and(eq(table.status, "contacted"), isNull(table.returnedAt), isNotWaiting),
    closed: eq(table.status, "closed"),
  };
  return conditions[group];
}

/** SQL condition: the requests of a group. Groups have no request in common. */
export function getGroupRows(group: Group, now: Instant): SQL | undefined {
  const awake =
    group === "closed" ? undefined : group === "waiting" ? isAwakeForYes(now) : isAwake(now);
  return and(isUnmerged, awake, getGroupCondition(group, now));
}

/** SQL condition: staff may call the customer: not erased, not opted out, and no suspected spam. */
export const isCallable = and(
  ne(table.bodyHash, ERASED_HASH),
  not(hasOptedOut(table)),
  not(inArray(table.id, heldRequests)),
);

/**
 * After a call without an answer, the next time to try is in another part of the day, which
 * `suggest-next-time.ts` has four hours apart. A time that staff picked instead is the snooze's end.
 */
const RETRY_AFTER_MS = 4 * HOUR_MS;
const isDueAgain = (now: Instant) =>
  or(
    lte(table.lastAttemptAt, subtract(now, RETRY_AFTER_MS)),
    exists(
      build
        .select({ found: sql`1` })
        .from(requestEvents)
        .where(
          and(
            eq(requestEvents.requestId, table.id),
            eq(requestEvents.kind, SNOOZE_ENDED_EVENT),
            gte(requestEvents.at, table.lastAttemptAt),
          ),
        ),
    ),
  );

/**
 * SQL condition: new requests that nobody has tried; emergencies and longer waits have views. The time
 * is named here again, so that only the end of the index of such requests is read.
 */
const getFreshRows = (now: Instant) =>
  and(
    getGroupRows("new", now),
    isNull(table.firstAttemptAt),
    gt(table.createdAt, getHourAgo(now)),
    isCallable,
  );
/** SQL condition: new requests that staff tried without success, and should try again by now. */
const getRetryRows = (now: Instant) =>
  and(getGroupRows("new", now), isNotNull(table.firstAttemptAt), isDueAgain(now), isCallable);

type ViewOptions = {
  userId: string | SQLWrapper;
  now: Instant;
  /** A search also finds merged and snoozed requests. */
  hasSearch: boolean;
  /** The status that the list is filtered by. */
  status?: ListFilters["status"];
};

/** SQL condition: which requests a view of the list has. */
export function getViewCondition(
  view: View,
  { userId, now, hasSearch, status }: ViewOptions,
): SQL | undefined {
  const unmerged = hasSearch ? undefined : isUnmerged;
  switch (view) {
    case "inbox":
    case "all":
      return unmerged;
    case "flagged":
      return and(unmerged, sql`${table.flags} <> '{}'`, inArray(table.id, heldRequests));
    case "messages":
      return and(unmerged, inArray(table.id, newMessageRequests));
    case "mine":
      // Closed ones are no work any more; a search or the status finds them.
      return and(
        isUnmerged,
        eq(table.assigneeId, userId),
        hasSearch || status === "closed" ? undefined : inArray(table.status, OPEN_STATUSES),
      );
    case "snoozed":
      return and(isUnmerged, gt(table.snoozedUntil, now));
    case "to-call":
      return getFreshRows(now);
    case "to-retry":
      return getRetryRows(now);
    case "waiting":
      return and(isUnmerged, isAwakeForYes(now), isWaitingForYes(now));
    default:
      return getGroupRows(view, now);
  }
}

/**
 * SQL conditions that together are those of a view, and have no request in common: each of them is
 * counted in an index of its own.
 */
export function listCountedParts(view: View, options: ViewOptions): (SQL | undefined)[] {
  const rows = getViewCondition(view, options);
  if (view !== "new") return [rows];
  return [
    and(rows, isNotNull(table.firstAttemptAt)),
    and(rows, isNull(table.firstAttemptAt), gt(table.createdAt, getHourAgo(options.now))),
  ];
}
