import { randomUUIDv7 } from "node:crypto";
import { and, asc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { staffUsers } from "#app/db/tables/auth.server.ts";
import { adminUsers } from "#app/db/tables/members.server.ts";
import { requestEvents, serviceRequests } from "#app/db/tables/requests.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { MEMBER_NAME } from "../staff-members.server.ts";
import { CLOCK_ACTOR, RETURNED_EVENT, WATCHED_A_RUN } from "./constants.ts";
import { getReturnMinutes, getReturnSettings } from "./return-timer.server.ts";

/**
 * Ends assignments whose return timer expired: nobody tried to reach the customer. What another
 * instance is returning at the moment is left to it.
 * @returns the ids of the requests, the oldest first
 */
export async function returnExpiredAssignments(
  tx: Transaction,
  { now }: Pick<ActionContext, "now">,
): Promise<string[]> {
  const { id, returnDueAt, assigneeId, isEmergency, createdAt } = serviceRequests;
  const expired = await tx
    .select({ id, assigneeId, isEmergency, createdAt, name: sql<string | null>`${MEMBER_NAME}` })
    .from(serviceRequests)
    .leftJoin(staffUsers, eq(staffUsers.id, assigneeId))
    .leftJoin(adminUsers, eq(adminUsers.userId, assigneeId))
    // A merged request keeps its times for an undo.
    .where(and(lte(returnDueAt, now), isNull(serviceRequests.mergedIntoId)))
    // As in the index of the few that have a timer.
    .orderBy(asc(returnDueAt))
    .limit(WATCHED_A_RUN)
    .for("update", { of: serviceRequests, skipLocked: true });
  if (expired.length === 0) return [];
  expired.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const ids = expired.map((request) => request.id);
  await tx
    .update(serviceRequests)
    .set({ assigneeId: null, returnDueAt: null, returnedAt: now })
    .where(inArray(id, ids));
  const settings = await getReturnSettings(tx);
  for (const request of expired) {
    const minutes = getReturnMinutes(settings, request);
    await tx.insert(requestEvents).values({
      id: randomUUIDv7(),
      requestId: request.id,
      at: now,
      kind: RETURNED_EVENT,
      detail: { minutes, assigneeId: request.assigneeId, name: request.name },
    });
    await recordAudit(
      tx,
      { actor: CLOCK_ACTOR, now },
      {
        action: RETURNED_EVENT,
        entity: "service-request",
        entityId: request.id,
        changes: { assignee: { from: request.assigneeId, to: null }, minutes },
      },
    );
  }
  return ids;
}
