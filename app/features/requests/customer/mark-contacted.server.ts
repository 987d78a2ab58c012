import { randomUUIDv7 } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { requestEvents, serviceRequests } from "#app/db/tables/requests.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";

/**
 * A customer who answered on their own page waits for no first call any more: the request is no longer
 * new, and the return timer ends. No attempt of staff is recorded. The caller has locked the request.
 */
export async function markContacted(
  tx: Transaction,
  context: ActionContext,
  { requestId }: { requestId: string },
): Promise<void> {
  const { rowCount } = await tx
    .update(serviceRequests)
    .set({ status: "contacted", returnDueAt: null, returnedAt: null })
    .where(and(eq(serviceRequests.id, requestId), eq(serviceRequests.status, "new")));
  if (!rowCount) return;
  const status = { from: "new", to: "contacted" };
  await tx.insert(requestEvents).values({
    id: randomUUIDv7(),
    requestId,
    at: context.now,
    // Nobody of the staff: the first response is not measured by it.
    actorId: null,
    kind: "status",
    detail: status,
  });
  await recordAudit(tx, context, {
    action: "status",
    entity: "service-request",
    entityId: requestId,
    changes: { status },
  });
}
