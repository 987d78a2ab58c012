import { randomUUIDv7 } from "node:crypto";
import type { Database } from "#app/db/client.server.ts";
import { type ContactKeys, getKeyVersion } from "#app/lib/contact-keys.server.ts";
import { hashEventCaller } from "./hash-caller.server.ts";
import { storeCallEvent } from "./record-call.sql.ts";
import type { CallEvent } from "./schema.ts";

type RecordContext = {
  db: Database;
  contactKeys: ContactKeys;
  /** The label of one of our numbers, from Settings. */
  findLabel: (calledNumber: string) => string | null;
};

/**
 * Records an event of a call. The result does not depend on the order of events, nor on repeats. A
 * call without a start event starts with its first event. Of the caller only a keyed hash is stored.
 */
export async function recordCall(
  { db, contactKeys, findLabel }: RecordContext,
  event: CallEvent,
): Promise<void> {
  const { type, id, at, source, called } = event;
  const callerHash = hashEventCaller(contactKeys, event);
  await storeCallEvent.run(db, {
    id: randomUUIDv7(),
    externalId: id,
    source: source ?? null,
    calledNumber: called ?? null,
    numberLabel: called ? findLabel(called) : null,
    callerHash,
    keyVersion: callerHash ? getKeyVersion(contactKeys) : null,
    startedAt: at,
    connectedAt: type === "call.connected" ? at : null,
    endedAt: type === "call.ended" ? at : null,
  });
}
