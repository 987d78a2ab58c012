import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import { selectRoot } from "../sql-conditions.ts";

/**
 * Notifies of changed requests. A change of one that was merged into another is a change of that one,
 * too: it is shown there.
 */
export const notifyChanged = sqlStatement({
  params: { channel: t.text(), ids: t.uuidArray() },
  row: { sent: t.integer() },
  sql: `
    select 1 as sent
    from (
      select string_agg(id::text, ',') as ids
      from (
        select id from unnest(:ids::uuid[]) as wanted (id)
        union
        select root.id from unnest(:ids::uuid[]) as wanted (id),
          lateral (${selectRoot("wanted.id")}) root
      ) changed
    ) payload, pg_notify(:channel, payload.ids)`,
});
