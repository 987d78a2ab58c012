import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** Merges an event into the row of its call, whatever the order in which events arrive. */
export const storeCallEvent = sqlStatement({
  params: {
    id: t.uuid(),
    externalId: t.text(),
    source: t.orNull(t.text()),
    startedAt: t.instant(),
    connectedAt: t.orNull(t.instant()),
    endedAt: t.orNull(t.instant()),
  },
  row: {},
  sql: `
    insert into call_attributions as c
      (id, external_id, source, started_at, connected_at, ended_at)
    values (:id, :externalId, :source, :startedAt, :connectedAt, :endedAt)
    on conflict (external_id) do update set
      source = coalesce(c.source, excluded.source),
      started_at = least(c.started_at, excluded.started_at),
      connected_at = least(c.connected_at, excluded.connected_at),
      ended_at = greatest(c.ended_at, excluded.ended_at)`,
});
