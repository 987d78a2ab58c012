import { randomUUIDv7 } from "node:crypto";
import type { Database } from "#app/db/client.server.ts";
import { storeCallEvent } from "./record-call.sql.ts";
import type { CallEvent } from "./schema.ts";

/**
 * Records an event of a call. Events may arrive in any order and more than once, with the same
 * result. A call without a start event counts from its first event.
 */
export async function recordCall(db: Database, { type, id, at, source }: CallEvent): Promise<void> {
  await storeCallEvent.run(db, {
    id: randomUUIDv7(),
    externalId: id,
    source: source ?? null,
    startedAt: at,
    connectedAt: type === "call.connected" ? at : null,
    endedAt: type === "call.ended" ? at : null,
  });
}
