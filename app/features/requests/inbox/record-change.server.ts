import { randomUUIDv7 } from "node:crypto";
import { type ActionContext, getActorId } from "#app/db/action-context.server.ts";
import { requestEvents } from "#app/db/tables/requests.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";

/** Adds an event to the request's timeline and a row to the audit log. */
export async function recordChange(
  tx: Transaction,
  context: ActionContext,
  change: {
    id: string;
    kind: string;
    detail: Record<string, unknown>;
    audit: Record<string, unknown>;
  },
): Promise<void> {
  await tx.insert(requestEvents).values({
    id: randomUUIDv7(),
    requestId: change.id,
    at: context.now,
    actorId: getActorId(context.actor),
    kind: change.kind,
    detail: change.detail,
  });
  await recordAudit(tx, context, {
    action: change.kind,
    entity: "service-request",
    entityId: change.id,
    changes: change.audit,
  });
}
