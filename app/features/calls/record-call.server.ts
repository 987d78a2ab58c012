import { randomUUIDv7 } from "node:crypto";
import type { Database } from "#app/db/client.server.ts";
import { storeCallEvent } from "./record-call.sql.ts";
import type { CallEvent } from "./schema.ts";

/**
 * Records an event of a call. The result does not depend on the order of events, nor on repeats. A
 * call without a start event starts with its first event.
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
