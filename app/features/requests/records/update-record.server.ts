import { eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { ERASED_HASH } from "../erase-fields.server.ts";
import { changeStatuses, type EndOffer } from "../inbox/change-statuses.server.ts";
import { publishStatusChanges } from "../inbox/publish-status-changes.ts";
import type { RequestStatus } from "../inbox/schema.ts";
import type { OutcomeChoice } from "../outcomes/choices.ts";

type RecordChange = {
  id: string;
  /** The version that the change is based on. */
  version: number;
  status?: RequestStatus | undefined;
  outcome?: OutcomeChoice | undefined;
};

export type UpdateRecordResult =
  | { ok: true }
  | { ok: false; reason: "not-found" | "version" | "erased" | "not-closed" };

/**
 * Sets the status of a request, and how it ended, as staff do in the inbox, unless it has changed since
 * the given version.
 */
export async function updateRecord(
  context: ActionContext & Pick<AppContext, "requestCounts" | "requestFeed">,
  { id, version, status, outcome, endOffer }: RecordChange & { endOffer: EndOffer },
): Promise<UpdateRecordResult> {
  const result = await withTransaction(context.db, async (tx) => {
    const [request] = await tx
      .select({
        version: serviceRequests.version,
        status: serviceRequests.status,
        bodyHash: serviceRequests.bodyHash,
      })
      .from(serviceRequests)
      .where(eq(serviceRequests.id, id))
      .for("update");
    if (!request) return { ok: false, reason: "not-found" } as const;
    if (request.version !== version) return { ok: false, reason: "version" } as const;
    if (request.bodyHash === ERASED_HASH) return { ok: false, reason: "erased" } as const;
    const next = status ?? request.status;
    if (outcome && next !== "closed") return { ok: false, reason: "not-closed" } as const;
    return changeStatuses(tx, context, { changes: [{ id, status: next, outcome }], endOffer });
  });
  if (!result.ok) return result;
  publishStatusChanges(context, result.changed);
  if (result.changed.length === 0 && outcome) context.requestFeed.publishChange(id);
  return { ok: true };
}
