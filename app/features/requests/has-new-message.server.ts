import {
  and,
  eq,
  exists,
  gt,
  gte,
  ne,
  notExists,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { alias, QueryBuilder } from "drizzle-orm/pg-core";
import { requestMessages } from "#app/db/tables/customer-page.server.ts";
import { requestEvents } from "#app/db/tables/requests.server.ts";
import { MESSAGES_READ_EVENT } from "./constants.ts";
import { getRootId, selectMergedIds } from "./merged-requests.server.ts";

const build = new QueryBuilder();
const answers = alias(requestMessages, "answers");

/** A message of the customer or a provider that staff neither answered nor marked as read. */
const isNew = and(
  ne(requestMessages.author, "staff"),
  notExists(
    build
      .select({ found: sql`1` })
      .from(answers)
      .where(
        and(
          eq(answers.requestId, requestMessages.requestId),
          eq(answers.author, "staff"),
          sql`(${answers.createdAt}, ${answers.id}) > (${requestMessages.createdAt}, ${requestMessages.id})`,
        ),
      ),
  ),
  notExists(
    build
      .select({ found: sql`1` })
      .from(requestEvents)
      .where(
        and(
          eq(requestEvents.requestId, requestMessages.requestId),
          eq(requestEvents.kind, MESSAGES_READ_EVENT),
          gte(requestEvents.at, requestMessages.createdAt),
        ),
      ),
  ),
);

/** SQL condition: whether a message in the request's own thread waits for staff. */
export const hasNewMessageInThread = (row: { id: SQLWrapper }): SQL<boolean> =>
  sql<boolean>`${exists(
    build
      .select({ found: sql`1` })
      .from(requestMessages)
      .where(and(eq(requestMessages.requestId, row.id), isNew)),
  )}`;

/**
 * SQL condition: whether a message about the request of the row waits for staff, in its own thread
 * or in that of a request that was merged into it.
 */
export const hasNewMessage = (row: { id: SQLWrapper }): SQL<boolean> => {
  // The limit makes it one look-up for each merged request, and most requests have none.
  const newest = build
    .select({ found: sql`1` })
    .from(requestMessages)
    .where(and(sql`${requestMessages.requestId} = merged_request.id`, isNew))
    .limit(1);
  const inMerged = sql`exists (
    select from ${selectMergedIds(row)} as merged_request, lateral ${newest} as found)`;
  return sql<boolean>`(${hasNewMessageInThread(row)} or ${inMerged})`;
};

/** The lowest id (UUIDv7) of a message of the last 90 days: older ones are not searched. */
const OLDEST_ID = sql`(lpad(to_hex((extract(epoch from now() - interval '90 days') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;

/** SQL subquery: the requests that show a message of the last 90 days that waits for staff. */
export const newMessageRequests = build
  .select({ id: getRootId({ id: requestMessages.requestId }).as("id") })
  .from(requestMessages)
  .where(and(gt(requestMessages.id, OLDEST_ID), isNew));
