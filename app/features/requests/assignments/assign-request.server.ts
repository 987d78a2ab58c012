import { and, eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { staffUsers } from "#app/db/tables/auth.server.ts";
import { adminUsers } from "#app/db/tables/members.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordChange } from "../inbox/record-change.server.ts";
import { canWorkOnRequests, MEMBER_NAME } from "../staff-members.server.ts";
import { startReturnTimers } from "./start-return-timers.server.ts";

export type AssignResult = { ok: true } | { ok: false; reason: "not-found" | "not-staff" };

type AssignContext = ActionContext & Pick<AppContext, "settings">;

/**
 * Assigns a request to a member who may work on requests, or to nobody (null). A new request that
 * nobody has tried yet gets a return timer.
 */
export async function assignRequest(
  context: AssignContext,
  { id, assigneeId }: { id: string; assigneeId: string | null },
): Promise<AssignResult> {
  const site = await context.settings.get();
  return withTransaction(context.db, async (tx): Promise<AssignResult> => {
    const request = await lockAssigned(tx, id);
    if (!request) return { ok: false, reason: "not-found" };
    const name = assigneeId ? await findMemberName(tx, assigneeId) : null;
    if (assigneeId && name === null) return { ok: false, reason: "not-staff" };
    if (request.assigneeId === assigneeId) return { ok: true };
    await tx
      .update(serviceRequests)
      .set({ assigneeId, returnDueAt: null, ...(assigneeId && { returnedAt: null }) })
      .where(eq(serviceRequests.id, id));
    await startReturnTimers(tx, [id], { site, now: context.now });
    await recordChange(tx, context, {
      id,
      kind: "assignee",
      detail: { assigneeId, name },
      audit: { assignee: { from: request.assigneeId, to: assigneeId } },
    });
    return { ok: true };
  });
}

async function lockAssigned(tx: Transaction, id: string) {
  const [request] = await tx
    .select({ assigneeId: serviceRequests.assigneeId })
    .from(serviceRequests)
    .where(eq(serviceRequests.id, id))
    .for("update");
  return request;
}

/** The name of a member who may work on requests, else null. */
async function findMemberName(tx: Transaction, userId: string): Promise<string | null> {
  const [member] = await tx
    .select({ name: MEMBER_NAME })
    .from(adminUsers)
    .innerJoin(staffUsers, eq(staffUsers.id, adminUsers.userId))
    .where(and(eq(adminUsers.userId, userId), canWorkOnRequests));
  return member?.name ?? null;
}
