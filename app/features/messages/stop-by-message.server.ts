import { eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { stopContactOf } from "#app/features/privacy/customer-stop.server.ts";
import { hasOptedOut } from "#app/features/requests/has-opted-out.server.ts";

/**
 * Stops all contact for a customer who wrote that they want it, where it is not stopped already.
 * @returns the id of the opt-out; null where there is no new one
 */
export async function stopByMessage(
  tx: Transaction,
  context: ActionContext,
  { requestId, source }: { requestId: string; source: "my-request" | "mail" },
): Promise<string | null> {
  const [request] = await tx
    .select({ isStopped: hasOptedOut(serviceRequests, "all") })
    .from(serviceRequests)
    .where(eq(serviceRequests.id, requestId));
  return request && !request.isStopped ? stopContactOf(tx, context, { requestId, source }) : null;
}
