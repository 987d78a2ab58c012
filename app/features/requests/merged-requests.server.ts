import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { serviceRequests } from "#app/db/tables/requests.server.ts";

const merged = alias(serviceRequests, "merged");
const fromMerged = sql`${serviceRequests} as ${merged}`;

// The builder drops the table names of columns at the top of an expression, so each is nested.

/**
 * SQL expression: the id of the request that shows the one of the row: the one that it was merged into,
 * or the request itself.
 */
export const getRootId = (row: { id: SQLWrapper }): SQL<string> => {
  const root = sql`(
    with recursive merged_up as (
      select ${merged.id}, ${merged.mergedIntoId} from ${fromMerged} where ${merged.id} = ${row.id}
      union
      select ${merged.id}, ${merged.mergedIntoId}
      from merged_up join ${fromMerged} on ${merged.id} = merged_up.merged_into_id
    )
    select id from merged_up where merged_into_id is null)`;
  return sql<string>`${root}`;
};

/** SQL subquery: ids of the requests that were merged into the one of the row, at any depth. */
export const selectMergedIds = (row: { id: SQLWrapper }): SQL => {
  const ids = sql`(
    with recursive merged_tree as (
      select ${merged.id} from ${fromMerged} where ${merged.mergedIntoId} = ${row.id}
      union
      select ${merged.id}
      from merged_tree join ${fromMerged} on ${merged.mergedIntoId} = merged_tree.id
    )
    select id from merged_tree)`;
  return sql`${ids}`;
};
