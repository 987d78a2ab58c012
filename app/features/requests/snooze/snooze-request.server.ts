import { randomUUIDv7 } from "node:crypto";
import { and, asc, eq, isNull, lte } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { requestEvents, serviceRequests } from "#app/db/tables/requests.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { formatExactTime } from "#app/lib/format-time.ts";
import { CLOCK_ACTOR, WATCHED_A_RUN } from "../assignments/constants.ts";
import type { InboxHours } from "../assignments/return-timer.server.ts";
import { startReturnTimers } from "../assignments/start-return-timers.server.ts";
import { recordChange } from "../inbox/record-change.server.ts";
import {
  CUSTOMER_SNOOZE_MS,
  MAX_SNOOZE_MS,
  SNOOZE_ENDED_EVENT,
  SNOOZED_EVENT,
} from "./constants.ts";

type SnoozeContext = ActionContext & Pick<AppContext, "settings">;
export type SnoozeResult =
  | { ok: true }
  | { ok: false; reason: "not-found" | "closed" | "past" | "too-far" };

const { id, status, snoozedUntil, snoozeKind } = serviceRequests;
const COLUMNS = { id, status, snoozedUntil, snoozeKind };
type SnoozedRequest = Pick<typeof serviceRequests.$inferSelect, keyof typeof COLUMNS>;

/**
 * Hides a request from the queue until a time, at most 60 days ahead, or until the customer does
 * something, at most 14 days. What the customer does ends both. Its return timer stops.
 */
export async function snoozeRequest(
  context: SnoozeContext,
  { requestId, until }: { requestId: string; until: Date | "customer" },
): Promise<SnoozeResult> {
  const { now } = context;
  const { timeZone } = await context.settings.get();
  const kind = until === "customer" ? "customer" : "time";
  const end = until === "customer" ? new Date(now.getTime() + CUSTOMER_SNOOZE_MS) : until;
  if (end <= now) return { ok: false, reason: "past" };
  if (end.getTime() - now.getTime() > MAX_SNOOZE_MS) return { ok: false, reason: "too-far" };
  return withTransaction(context.db, async (tx): Promise<SnoozeResult> => {
    const request = await lockRequest(tx, requestId);
    if (!request) return { ok: false, reason: "not-found" };
    if (request.status === "closed") return { ok: false, reason: "closed" };
    await tx
      .update(serviceRequests)
      .set({ snoozedUntil: end, snoozeKind: kind, returnDueAt: null })
      .where(eq(id, requestId));
    await recordChange(tx, context, {
      id: requestId,
      kind: SNOOZED_EVENT,
      detail: { kind, until: end.toISOString(), time: formatExactTime(end, timeZone) },
      audit: { snooze: { kind, until: end.toISOString() } },
    });
    return { ok: true };
  });
}

/** Ends a snooze before its time; of a request that is not snoozed, nothing changes. */
export async function endSnooze(
  context: SnoozeContext,
  { requestId }: { requestId: string },
): Promise<SnoozeResult> {
  const site = await context.settings.get();
  return withTransaction(context.db, async (tx): Promise<SnoozeResult> => {
    const request = await lockRequest(tx, requestId);
    if (!request) return { ok: false, reason: "not-found" };
    if (!request.snoozedUntil) return { ok: true };
    await wakeRequest(tx, request, { site, now: context.now });
    await recordChange(tx, context, {
      id: requestId,
      kind: SNOOZE_ENDED_EVENT,
      detail: { by: "staff" },
      audit: { snooze: "ended" },
    });
    return { ok: true };
  });
}

async function lockRequest(tx: Transaction, requestId: string): Promise<SnoozedRequest | null> {
  const [request] = await tx
    .select(COLUMNS)
    .from(serviceRequests)
    .where(eq(id, requestId))
    .for("update");
  return request ?? null;
}

/** Removes the snooze; whoever has a new request that nobody tried has to try again in time. */
async function wakeRequest(
  tx: Transaction,
  request: SnoozedRequest,
  options: { site: InboxHours; now: Date },
): Promise<void> {
  await tx
    .update(serviceRequests)
    .set({ snoozedUntil: null, snoozeKind: null })
    .where(eq(id, request.id));
  await startReturnTimers(tx, [request.id], options);
}

/**
 * Ends the snoozes whose time came. What another instance is ending at the moment is left to it.
 * @returns the ids of the requests
 */
export async function endDueSnoozes(
  tx: Transaction,
  { now, site }: { now: Date; site: InboxHours },
): Promise<string[]> {
  const due = await tx
    .select(COLUMNS)
    .from(serviceRequests)
    // A merged request keeps its times for an undo.
    .where(and(lte(snoozedUntil, now), isNull(serviceRequests.mergedIntoId)))
    .orderBy(asc(snoozedUntil))
    .limit(WATCHED_A_RUN)
    .for("update", { skipLocked: true });
  for (const request of due) {
    await wakeRequest(tx, request, { site, now });
    await tx.insert(requestEvents).values({
      id: randomUUIDv7(),
      requestId: request.id,
      at: now,
      kind: SNOOZE_ENDED_EVENT,
      detail: { by: CLOCK_ACTOR, kind: request.snoozeKind },
    });
    await recordAudit(
      tx,
      { actor: CLOCK_ACTOR, now },
      {
        action: SNOOZE_ENDED_EVENT,
        entity: "service-request",
        entityId: request.id,
        changes: { snooze: "ended" },
      },
    );
  }
  return due.map((request) => request.id);
}
