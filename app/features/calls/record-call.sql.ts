import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** Merges an event into the row of its call, whatever the order in which events arrive. */
export const storeCallEvent = sqlStatement({
  params: {
    id: t.uuid(),
    externalId: t.text(),
    source: t.orNull(t.text()),
    calledNumber: t.orNull(t.text()),
    numberLabel: t.orNull(t.text()),
    callerHash: t.orNull(t.text()),
    keyVersion: t.orNull(t.integer()),
    startedAt: t.instant(),
    connectedAt: t.orNull(t.instant()),
    endedAt: t.orNull(t.instant()),
  },
  row: {},
  sql: `
    insert into call_attributions as c (
      id, external_id, source, called_number, number_label, caller_hash, key_version, started_at,
      connected_at, ended_at
    )
    values (
      :id, :externalId, :source, :calledNumber, :numberLabel, :callerHash, :keyVersion, :startedAt,
      :connectedAt, :endedAt
    )
    on conflict (external_id) do update set
      source = coalesce(c.source, excluded.source),
      called_number = coalesce(c.called_number, excluded.called_number),
      number_label = coalesce(c.number_label, excluded.number_label),
      caller_hash = coalesce(c.caller_hash, excluded.caller_hash),
      key_version = coalesce(c.key_version, excluded.key_version),
      started_at = least(c.started_at, excluded.started_at),
      connected_at = least(c.connected_at, excluded.connected_at),
      ended_at = greatest(c.ended_at, excluded.ended_at)`,
});
