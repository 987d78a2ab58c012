import { and, eq, exists, gt, notExists, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias, QueryBuilder } from "drizzle-orm/pg-core";
import { contactAttempts } from "#app/db/tables/inbox.server.ts";
import { requestEvents, serviceRequests } from "#app/db/tables/requests.server.ts";
import { PHONE_EVENT } from "./customer/corrections/constants.ts";

const build = new QueryBuilder();
const same = alias(serviceRequests, "same_number");
const answered = alias(contactAttempts, "answered");

/**
 * SQL condition: whether staff who called the number of the row found that it is not the customer's,
 * for this request or another one with the number. Neither where the customer changed it since, nor
 * where they were reached later. `WRONG_NUMBER` is the same for statements in `*.sql.ts` files.
 */
export function hasWrongNumber(row: { id: SQLWrapper; phoneE164: SQLWrapper }): SQL<boolean> {
  const { at, result, requestId } = contactAttempts;
  const changedSince = build
    .select({ found: sql`1` })
    .from(requestEvents)
    .where(
      and(
        eq(requestEvents.requestId, same.id),
        eq(requestEvents.kind, PHONE_EVENT),
        gt(requestEvents.at, at),
      ),
    );
  const reachedSince = build
    .select({ found: sql`1` })
    .from(answered)
    .where(
      and(
        sql`${answered.requestId} in (${same.id}, ${row.id})`,
        eq(answered.result, "reached"),
        gt(answered.at, at),
      ),
    );
  const wrong = build
    .select({ found: sql`1` })
    .from(same)
    .innerJoin(contactAttempts, eq(requestId, same.id))
    .where(
      and(
        or(eq(same.id, row.id), eq(same.phoneE164, row.phoneE164)),
        eq(result, "wrong-number"),
        notExists(changedSince),
        notExists(reachedSince),
      ),
    );
  return sql<boolean>`${exists(wrong)}`;
}
