import { randomUUIDv7 } from "node:crypto";
import { and, eq, ne } from "drizzle-orm";
import { type ActionContext, getActorId } from "#app/db/action-context.server.ts";
import { crmOutbox } from "#app/db/tables/crm.server.ts";
import { requestNotes, serviceRequests } from "#app/db/tables/requests.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { setTrueCause } from "#app/features/quizzes/learning/request-results.server.ts";
import { CONTACT_SYNC_TARGET, DELIVERY_TARGETS } from "#app/lib/delivery-targets.ts";
import { releaseHeldMails } from "../customer/mails/queue-mail.server.ts";
import { ERASED_HASH } from "../erase-fields.server.ts";
import { changeStatuses, type EndOffer, type StatusResult } from "./change-statuses.server.ts";
import { createMissingDelivery } from "./mutations.sql.ts";
import { recordChange } from "./record-change.server.ts";
import type { StatusChange } from "./schema.ts";

type Refusal<R extends string> = { ok: false; reason: R };

/**
 * Sets the status of one or more requests. `changed` leaves out requests that already had it or do
 * not exist.
 * @param input.endOffer ends the offer of a request that is closed
 */
export const updateStatuses = (
  context: ActionContext,
  input: { changes: StatusChange[]; endOffer?: EndOffer },
): Promise<StatusResult> => withTransaction(context.db, (tx) => changeStatuses(tx, context, input));

/**
 * Records what the cause was in the end, for a request that came from a quiz.
 * @param input.cause an outcome of the quiz, OTHER_CAUSE or NO_CAUSE
 */
export function recordCause(
  context: ActionContext,
  { id, cause }: { id: string; cause: string },
): Promise<NoteResult> {
  return withTransaction(context.db, async (tx): Promise<NoteResult> => {
    const result = await setTrueCause(tx, { ...context, requestId: id, cause });
    if (!result.ok) return { ok: false, reason: "not-found" };
    if (result.changed)
      await recordChange(tx, context, {
        id,
        kind: "cause",
        detail: result.changed,
        // Not the cause itself: the audit log keeps it after the request is erased.
        audit: { cause: result.changed.isCleared ? "cleared" : "recorded" },
      });
    return { ok: true };
  });
}

export type NoteResult = { ok: true } | Refusal<"not-found" | "erased">;

type NewNote = { id: string; noteId?: string | undefined; text: string; refusesErased?: boolean };

/**
 * Adds a note. Notes are never changed or deleted; the timeline lists them without an event.
 * @param input.noteId chosen by the sender: what is stored with it already is not stored again
 * @param input.refusesErased programs add nothing to a request whose personal data was erased
 */
export function addNote(
  context: ActionContext,
  { id, noteId = randomUUIDv7(), text, refusesErased = false }: NewNote,
): Promise<NoteResult> {
  return withTransaction(context.db, async (tx): Promise<NoteResult> => {
    const [request] = await tx
      .select({ bodyHash: serviceRequests.bodyHash })
      .from(serviceRequests)
      .where(eq(serviceRequests.id, id))
      .for("share");
    if (!request) return { ok: false, reason: "not-found" };
    if (refusesErased && request.bodyHash === ERASED_HASH) return { ok: false, reason: "erased" };
    const { rowCount } = await tx
      .insert(requestNotes)
      .values({
        id: noteId,
        requestId: id,
        authorId: getActorId(context.actor),
        text,
        createdAt: context.now,
      })
      .onConflictDoNothing();
    if (rowCount === 0) return { ok: true };
    await recordAudit(tx, context, {
      action: "note",
      entity: "service-request",
      entityId: id,
      changes: { note: "added" },
    });
    return { ok: true };
  });
}

export type SendResult = { ok: true } | Refusal<"not-found" | "not-stuck" | "demo">;

/**
 * Queues a dead or held delivery again, due at once, and the mails of a held one. Attempts start from zero, or the first failure
 * would end the delivery again. It has the same target, and completed steps are not repeated. A
 * request without a delivery gets one. An erased request is never sent: `not-found`.
 */
export function resendRequest(context: ActionContext, { id }: { id: string }): Promise<SendResult> {
  return withTransaction(context.db, async (tx): Promise<SendResult> => {
    const [row] = await tx
      .select({
        outboxId: crmOutbox.id,
        state: crmOutbox.state,
        isDemo: serviceRequests.isDemo,
      })
      .from(crmOutbox)
      .innerJoin(serviceRequests, eq(serviceRequests.id, crmOutbox.requestId))
      .where(eq(crmOutbox.requestId, id))
      .for("update", { of: crmOutbox });
    if (!row) return createDelivery(tx, context, id);
    if (row.isDemo) return { ok: false, reason: "demo" };
    if (row.state !== "dead" && row.state !== "held") return { ok: false, reason: "not-stuck" };
    // Checked after the row is locked, in case the person is being erased right now.
    const { rowCount } = await tx
      .update(crmOutbox)
      .set({ state: "waiting", attempts: 0, nextAttemptAt: context.now, leaseUntil: null })
      .from(serviceRequests)
      .where(
        and(
          eq(crmOutbox.id, row.outboxId),
          eq(serviceRequests.id, crmOutbox.requestId),
          ne(serviceRequests.bodyHash, ERASED_HASH),
        ),
      );
    if (!rowCount) return { ok: false, reason: "not-found" };
    const kind = row.state === "held" ? "released" : "sent-again";
    await releaseHeldMails(tx, { requestId: id, now: context.now });
    await recordChange(tx, context, {
      id,
      kind,
      detail: {},
      audit: { sync: { from: row.state, to: "waiting" } },
    });
    return { ok: true };
  });
}

/** Creates the delivery of a request that has none and no CRM contact, to the current target. */
async function createDelivery(
  tx: Transaction,
  context: ActionContext,
  id: string,
): Promise<SendResult> {
  const created = await createMissingDelivery.run(tx, {
    requestId: id,
    id: randomUUIDv7(),
    now: context.now,
    targets: DELIVERY_TARGETS,
    defaultTarget: CONTACT_SYNC_TARGET,
    erasedHash: ERASED_HASH,
  });
  if (created === 0) return { ok: false, reason: "not-found" };
  await recordChange(tx, context, {
    id,
    kind: "sent-again",
    detail: {},
    audit: { sync: { from: null, to: "waiting" } },
  });
  return { ok: true };
}
