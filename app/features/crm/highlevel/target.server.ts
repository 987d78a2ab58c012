import { z } from "zod";
import type { ContactSyncRecord } from "#app/features/requests/intake/build-record.ts";
import { HIGHLEVEL_TARGET } from "#app/lib/delivery-targets.ts";
import type {
  ClaimedRow,
  DeliveryResult,
  DeliveryTarget,
} from "../outbox/delivery-target.server.ts";
import { requireRecord } from "../outbox/queries.server.ts";
import { buildNote, buildTags, getNoteMarker } from "./build-contact.ts";
import type { CustomFieldCache } from "./custom-fields.server.ts";
import type { HighLevelContext } from "./refresh-tokens.server.ts";
import {
  type CallResult,
  callAndParse,
  type HighLevelSession,
  openSession,
} from "./session.server.ts";
import { ensureContact } from "./upsert-contact.server.ts";

/** Upsert, tags, note; the ids of custom fields are cached. */
const CALLS_PER_ROW = 3;

const notesSchema = z.object({ notes: z.array(z.object({ body: z.string().nullish() })) });

/** The delivery of one row to HighLevel. */
export type DeliveryRun = {
  session: HighLevelSession;
  row: ClaimedRow;
  record: ContactSyncRecord;
  cache: CustomFieldCache;
  now: () => Date;
};
/** Null if the step is done; else how the delivery of the row ends. */
export type StepResult = Exclude<DeliveryResult, { kind: "delivered" }> | null;

/**
 * Delivers requests to HighLevel's own API: contact, tags, one note. Each completed step is stored
 * in the row's progress before the next call, so that a worker that continues after a crash creates
 * neither a second contact nor a second note.
 */
export function createHighLevelTarget(context: HighLevelContext): DeliveryTarget {
  const cache: CustomFieldCache = new Map();
  return {
    name: HIGHLEVEL_TARGET,
    callsPerRow: CALLS_PER_ROW,
    isMultiStep: true,
    async send(row, lease) {
      const session = await openSession(context, (tx) =>
        lease.renew(tx, { progress: row.progress }),
      );
      if (!session)
        return {
          kind: "paused",
          status: null,
          error: "not connected, connect HighLevel in Settings",
          retryAfterMs: null,
        };
      const { locationId } = session;
      if (row.progress.locationId !== locationId) row.progress = { locationId };
      const record = await requireRecord(context.db, row.requestId);
      const run: DeliveryRun = { session, row, record, cache, now: context.now };
      const halt = (await ensureContact(run)) ?? (await addTags(run)) ?? (await writeNote(run));
      return halt ?? { kind: "delivered", status: 200, contactId: row.progress.contactId ?? null };
    },
  };
}

const getContactPath = ({ row }: DeliveryRun) =>
  `/contacts/${encodeURIComponent(row.progress.contactId ?? "")}`;

/** A contact that is refused was deleted, or merged into another: the next attempt starts over. */
function restartIfRefused(
  { row }: DeliveryRun,
  result: Extract<CallResult, { ok: false }>,
): StepResult {
  if (result.halt.kind !== "refused") return result.halt;
  row.progress = { locationId: row.progress.locationId };
  return {
    kind: "failed",
    status: result.status,
    error: `${result.halt.error}, for a contact that was there before`,
    retryAfterMs: null,
  };
}

async function addTags(run: DeliveryRun): Promise<StepResult> {
  const { session, row, record } = run;
  if (row.progress.tagged) return null;
  const result = await session.call({
    method: "POST",
    path: `${getContactPath(run)}/tags`,
    body: { tags: buildTags(record) },
  });
  if (!result.ok) return restartIfRefused(run, result);
  row.progress.tagged = true;
  return null;
}

async function writeNote(run: DeliveryRun): Promise<StepResult> {
  const { session, row, record } = run;
  const path = `${getContactPath(run)}/notes`;
  if (row.progress.noting) {
    const listed = await callAndParse(session, notesSchema, { method: "GET", path });
    if (!listed.ok) return restartIfRefused(run, listed);
    const marker = getNoteMarker(row.requestId);
    if (listed.value.notes.some(({ body }) => body?.includes(marker))) return null;
  }
  row.progress.noting = true;
  const body = { body: buildNote(record, row.requestId) };
  const result = await session.call({ method: "POST", path, body });
  return result.ok ? null : restartIfRefused(run, result);
}
