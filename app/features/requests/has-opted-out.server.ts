import { and, eq, exists, gte, min, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { type OptOutScope, suppressions } from "#app/db/tables/consent.server.ts";

type HashedRow = { phoneHash: SQLWrapper; emailHash: SQLWrapper; createdAt: SQLWrapper };

/**
 * SQL condition: whether the person opted out of contact after sending the request of the row.
 * @param onlyScope only an opt-out of this scope; of any where it is left out
 */
export function hasOptedOut(row: HashedRow, onlyScope?: OptOutScope): SQL<boolean> {
  const { contactHash, optedOutAt, scope } = suppressions;
  const optOut = new QueryBuilder()
    .select({ found: sql`1` })
    .from(suppressions)
    .where(
      and(
        sql`${contactHash} in (${row.phoneHash}, ${row.emailHash})`,
        gte(optedOutAt, row.createdAt),
        onlyScope ? eq(scope, onlyScope) : undefined,
      ),
    );
  return sql<boolean>`${exists(optOut)}`;
}

/** SQL: when the person first opted out of contact after sending the request of the row, or null. */
export function getOptOutTime(row: HashedRow): SQL<Date | null> {
  const { contactHash, optedOutAt } = suppressions;
  const first = new QueryBuilder()
    .select({ at: min(optedOutAt) })
    .from(suppressions)
    .where(
      and(
        sql`${contactHash} in (${row.phoneHash}, ${row.emailHash})`,
        gte(optedOutAt, row.createdAt),
      ),
    );
  return sql`(${first})`.mapWith(optedOutAt) as SQL<Date | null>;
}
