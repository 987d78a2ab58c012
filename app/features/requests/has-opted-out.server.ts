import { and, exists, gte, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { suppressions } from "#app/db/tables/consent.server.ts";

/** SQL condition: whether the person opted out of contact after sending the request of the row. */
export function hasOptedOut(row: {
  phoneHash: SQLWrapper;
  emailHash: SQLWrapper;
  createdAt: SQLWrapper;
}): SQL<boolean> {
  const { contactHash, optedOutAt } = suppressions;
  const optOut = new QueryBuilder()
    .select({ found: sql`1` })
    .from(suppressions)
    .where(
      and(
        sql`${contactHash} in (${row.phoneHash}, ${row.emailHash})`,
        gte(optedOutAt, row.createdAt),
      ),
    );
  return sql<boolean>`${exists(optOut)}`;
}
