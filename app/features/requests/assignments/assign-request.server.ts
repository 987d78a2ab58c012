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

export type AssignResult =
  | { ok: true }
  | { ok: false; reason: "not-found" | "not-staff" }
  /** `by`: who has it instead. */
  | { ok: false; reason: "taken"; by: string };

type AssignInput = {
  id: string;
  assigneeId: string | null;
  /** Who had it when the sender decided; missing: not known. */
  from?: string | null | undefined;
};

type AssignContext = ActionContext & Pick<AppContext, "settings">;

/**
 * Assigns a request to a member who may work on requests, or to nobody (null). A new request that
 * nobody has tried yet gets a return timer. Refused where somebody else has taken it since the
 * sender looked.
 */
export async function assignRequest(
  context: AssignContext,
  { id, assigneeId, from }: AssignInput,
): Promise<AssignResult> {
  const site = await context.settings.get();
  return withTransaction(context.db, async (tx): Promise<AssignResult> => {
    const request = await lockAssigned(tx, id);
    if (!request) return { ok: false, reason: "not-found" };
    const name = assigneeId ? await findMemberName(tx, assigneeId) : null;
    if (assigneeId && name === null) return { ok: false, reason: "not-staff" };
    if (request.assigneeId === assigneeId) return { ok: true };
    if (from !== undefined && request.assigneeId && request.assigneeId !== from)
      return { ok: false, reason: "taken", by: await findName(tx, request.assigneeId) };
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

async function findName(tx: Transaction, userId: string): Promise<string> {
  const [member] = await tx
    .select({ name: MEMBER_NAME })
    .from(staffUsers)
    .leftJoin(adminUsers, eq(adminUsers.userId, staffUsers.id))
    .where(eq(staffUsers.id, userId));
  return member?.name ?? "A colleague";
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
