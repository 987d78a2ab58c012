import { z } from "zod";
import type { ContactSyncRecord } from "#app/features/requests/intake/build-record.ts";
import { HIGHLEVEL_TARGET } from "#app/lib/delivery-targets.ts";
import { requireRecord } from "../outbox/queries.server.ts";
import type { ClaimedRow, DeliveryReply, DeliveryTarget } from "../outbox/target.server.ts";
import { buildNote, buildTags, getNoteMarker } from "./build-contact.ts";
import type { FieldCache } from "./custom-fields.server.ts";
import type { HighLevelServices } from "./refresh-tokens.server.ts";
import { type CallResult, callFor, type HighLevelSession, openSession } from "./session.server.ts";
import { ensureContact } from "./upsert-contact.server.ts";

/** Upsert, tags, note; custom fields are known after the first time. */
const CALLS_PER_ROW = 3;

const notesSchema = z.object({ notes: z.array(z.object({ body: z.string().nullish() })) });

/** One row on its way to HighLevel. */
export type DeliveryRun = {
  session: HighLevelSession;
  row: ClaimedRow;
  record: ContactSyncRecord;
  cache: FieldCache;
  now: () => Date;
};
/** Null where the step is done; else what becomes of the row. */
export type StepResult = Exclude<DeliveryReply, { kind: "delivered" }> | null;

/**
 * HighLevel's own API as a target: contact, tags, one note. Each completed step is stored in the
 * row's progress before the next call, so that the worker that takes over after a crash creates
 * neither a second contact nor a second note.
 */
export function highLevelTarget(services: HighLevelServices): DeliveryTarget {
  const cache: FieldCache = new Map();
  return {
    name: HIGHLEVEL_TARGET,
    callsPerRow: CALLS_PER_ROW,
    isMultiStep: true,
    async send(row, lease) {
      const session = await openSession(services, (tx) =>
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
      const record = await requireRecord(services.db, row.requestId);
      const run: DeliveryRun = { session, row, record, cache, now: services.now };
      const halt = (await ensureContact(run)) ?? (await addTags(run)) ?? (await writeNote(run));
      return halt ?? { kind: "delivered", status: 200, contactId: row.progress.contactId ?? null };
    },
  };
}

const contactPath = ({ row }: DeliveryRun) =>
  `/contacts/${encodeURIComponent(row.progress.contactId ?? "")}`;

/** A refused contact was deleted, or merged into another: the next attempt starts over. */
function restartIfRefused(
  { row }: DeliveryRun,
  answer: Extract<CallResult, { ok: false }>,
): StepResult {
  if (answer.halt.kind !== "refused") return answer.halt;
  row.progress = { locationId: row.progress.locationId };
  return {
    kind: "failed",
    status: answer.status,
    error: `${answer.halt.error}, for a contact that was there before`,
    retryAfterMs: null,
  };
}

async function addTags(run: DeliveryRun): Promise<StepResult> {
  const { session, row, record } = run;
  if (row.progress.tagged) return null;
  const answer = await session.call({
    method: "POST",
    path: `${contactPath(run)}/tags`,
    body: { tags: buildTags(record) },
  });
  if (!answer.ok) return restartIfRefused(run, answer);
  row.progress.tagged = true;
  return null;
}

async function writeNote(run: DeliveryRun): Promise<StepResult> {
  const { session, row, record } = run;
  const path = `${contactPath(run)}/notes`;
  if (row.progress.noting) {
    const listed = await callFor(session, notesSchema, { method: "GET", path });
    if (!listed.ok) return restartIfRefused(run, listed);
    const marker = getNoteMarker(row.requestId);
    if (listed.value.notes.some(({ body }) => body?.includes(marker))) return null;
  }
  row.progress.noting = true;
  const body = { body: buildNote(record, row.requestId) };
  const answer = await session.call({ method: "POST", path, body });
  return answer.ok ? null : restartIfRefused(run, answer);
}
