import { randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { requestEvents, serviceRequests } from "#app/db/tables/requests.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";

export type RequestOutcome = NonNullable<(typeof serviceRequests.$inferSelect)["outcome"]>;

/**
 * Closes a request on its customer's wish.
 * @returns false where it was closed already, or does not exist
 */
export async function closeByCustomer(
  tx: Transaction,
  context: ActionContext,
  { requestId, outcome }: { requestId: string; outcome: RequestOutcome },
): Promise<boolean> {
  const { now } = context;
  const [request] = await tx
    .select({ status: serviceRequests.status })
    .from(serviceRequests)
    .where(eq(serviceRequests.id, requestId))
    .for("update");
  if (!request || request.status === "closed") return false;
  await tx
    .update(serviceRequests)
    .set({ status: "closed", outcome, closedAt: now })
    .where(eq(serviceRequests.id, requestId));
  await tx.insert(requestEvents).values({
    id: randomUUIDv7(),
    requestId,
    at: now,
    kind: "closed-by-customer",
    detail: { outcome },
  });
  await recordAudit(tx, context, {
    action: "close",
    entity: "service-request",
    entityId: requestId,
    changes: { status: { from: request.status, to: "closed" }, outcome },
  });
  return true;
}
