import { and, asc, desc, eq } from "drizzle-orm";
import { contactAttempts, type ReplacedByAttempt } from "#app/db/tables/inbox.server.ts";
import { requestEvents, serviceRequests } from "#app/db/tables/requests.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import type { StatusChanged } from "../inbox/schema.ts";
import { writeStatuses } from "../inbox/write-statuses.server.ts";
import { UNDO_MS } from "./constants.ts";
import type { AttemptContext } from "./log-attempt.server.ts";
import {
  ATTEMPTED_COLUMNS,
  type AttemptedRequest,
  getResponseMinutes,
  type WorkHours,
} from "./store-attempt.server.ts";

export type UndoAttemptResult =
  | { ok: true; changed: StatusChanged | null }
  | { ok: false; reason: "not-found" | "too-late" };

/**
 * Deletes an attempt that its author logged by mistake some minutes ago, and restores what it
 * replaced: the counts, the status unless somebody changed it since, and the return timer unless
 * the request has another assignee or attempt by now. The audit log keeps both.
 */
export async function undoAttempt(
  context: AttemptContext,
  { requestId, attemptId }: { requestId: string; attemptId: string },
): Promise<UndoAttemptResult> {
  const { actor, now } = context;
  const site = await context.settings.get();
  return withTransaction(context.db, async (tx): Promise<UndoAttemptResult> => {
    const [request] = await tx
      .select(ATTEMPTED_COLUMNS)
      .from(serviceRequests)
      .where(eq(serviceRequests.id, requestId))
      .for("update");
    const [attempt] = await tx
      .select()
      .from(contactAttempts)
      .where(and(eq(contactAttempts.id, attemptId), eq(contactAttempts.requestId, requestId)));
    if (!request || !attempt || attempt.actorId !== actor)
      return { ok: false, reason: "not-found" };
    const { replaced, channel, result } = attempt;
    if (!replaced || now.getTime() - Date.parse(replaced.loggedAt) > UNDO_MS)
      return { ok: false, reason: "too-late" };
    await tx.delete(contactAttempts).where(eq(contactAttempts.id, attemptId));
    const changed: StatusChanged | null = (await isStatusOfAttempt(tx, { request, replaced }))
      ? { id: requestId, from: "contacted", to: "new" }
      : null;
    // The status first: only a new request has a return timer.
    if (changed) await writeStatuses(tx, context, [changed]);
    await restoreTimes(tx, { request, replaced, site });
    await recordAudit(tx, context, {
      action: "attempt-undone",
      entity: "service-request",
      entityId: requestId,
      changes: { attemptId, channel, result },
    });
    return { ok: true, changed };
  });
}

type Restored = { request: AttemptedRequest; replaced: ReplacedByAttempt; site: WorkHours };

const toDate = (iso: string | null) => (iso === null ? null : new Date(iso));

/** Sets the times and the count to those of the attempts that are left. */
async function restoreTimes(tx: Transaction, { request, replaced, site }: Restored): Promise<void> {
  const left = await tx
    .select({ at: contactAttempts.at })
    .from(contactAttempts)
    .where(eq(contactAttempts.requestId, request.id))
    .orderBy(asc(contactAttempts.at));
  const firstAttemptAt = left[0]?.at ?? null;
  const wasTimerTheirs =
    request.assigneeId === replaced.assigneeId &&
    !request.returnDueAt &&
    !left.some(({ at }) => at >= new Date(replaced.loggedAt));
  await tx
    .update(serviceRequests)
    .set({
      firstAttemptAt,
      firstResponseMinutes:
        firstAttemptAt && (await getResponseMinutes(tx, { ...request, firstAttemptAt }, site)),
      lastAttemptAt: left.at(-1)?.at ?? null,
      attemptCount: left.length,
      ...(wasTimerTheirs && {
        returnDueAt: toDate(replaced.returnDueAt),
        returnedAt: toDate(replaced.returnedAt),
      }),
    })
    .where(eq(serviceRequests.id, request.id));
}

/** Whether the attempt moved the request from new to contacted, and nobody changed it since. */
async function isStatusOfAttempt(
  tx: Transaction,
  { request, replaced }: Omit<Restored, "site">,
): Promise<boolean> {
  if (replaced.status !== "new" || request.status !== "contacted") return false;
  const [latest] = await tx
    .select({ at: requestEvents.at, detail: requestEvents.detail })
    .from(requestEvents)
    .where(and(eq(requestEvents.requestId, request.id), eq(requestEvents.kind, "status")))
    .orderBy(desc(requestEvents.at), desc(requestEvents.id))
    .limit(1);
  return (
    latest?.at.toISOString() === replaced.loggedAt &&
    latest.detail.from === "new" &&
    latest.detail.to === "contacted"
  );
}
