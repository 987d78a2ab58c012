import { and, eq, sql } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { staffUsers } from "#app/db/tables/auth.server.ts";
import { adminUsers } from "#app/db/tables/members.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { hasOptedOut } from "../has-opted-out.server.ts";
import { recordChange } from "../inbox/record-change.server.ts";
import { canWorkOnRequests, MEMBER_NAME } from "../staff-members.server.ts";
import { getReturnDueAt, type InboxHours } from "./return-timer.server.ts";

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
      .set({
        assigneeId,
        returnDueAt: await startTimer(tx, request, { assigneeId, site, now: context.now }),
        ...(assigneeId && { returnedAt: null }),
      })
      .where(eq(serviceRequests.id, id));
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
  const { assigneeId, status, isEmergency, firstAttemptAt } = serviceRequests;
  const [request] = await tx
    .select({
      assigneeId,
      isEmergency,
      /** Nobody tried to reach the customer, and somebody should. */
      mustTry: sql<boolean>`${status} = 'new' and ${firstAttemptAt} is null and not ${hasOptedOut(serviceRequests)}`,
    })
    .from(serviceRequests)
    .where(eq(serviceRequests.id, id))
    .for("update");
  return request;
}

/** When the assignment ends if nobody tries; null: it does not. */
const startTimer = async (
  tx: Transaction,
  request: { mustTry: boolean; isEmergency: boolean | null },
  { assigneeId, site, now }: { assigneeId: string | null; site: InboxHours; now: Date },
): Promise<Date | null> =>
  assigneeId && request.mustTry ? getReturnDueAt(tx, site, { ...request, now }) : null;

/** The name of a member who may work on requests, else null. */
async function findMemberName(tx: Transaction, userId: string): Promise<string | null> {
  const [member] = await tx
    .select({ name: MEMBER_NAME })
    .from(adminUsers)
    .innerJoin(staffUsers, eq(staffUsers.id, adminUsers.userId))
    .where(and(eq(adminUsers.userId, userId), canWorkOnRequests));
  return member?.name ?? null;
}
