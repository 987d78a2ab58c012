import { randomUUIDv7 } from "node:crypto";
import type pg from "pg";
import type { CallEvent } from "./schema.ts";

/**
 * Records an event of a call. Events may arrive in any order and more than once, with the same
 * result. A call without a start event counts from its first event.
 */
export async function recordCall(
  pool: pg.Pool,
  { type, id, at, source }: CallEvent,
): Promise<void> {
  await pool.query(
    `insert into call_attributions as c (id, external_id, source, started_at, connected_at, ended_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (external_id) do update set
       source = coalesce(c.source, excluded.source),
       started_at = least(c.started_at, excluded.started_at),
       connected_at = least(c.connected_at, excluded.connected_at),
       ended_at = greatest(c.ended_at, excluded.ended_at)`,
    [
      randomUUIDv7(),
      id,
      source ?? null,
      at,
      type === "call.connected" ? at : null,
      type === "call.ended" ? at : null,
    ],
  );
}
