import { randomUUIDv7 } from "node:crypto";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { auditLog } from "#app/db/tables/audit.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";

export type AuditEntry = {
  /** Verb of the change, such as "set-status". */
  action: string;
  entity: string;
  entityId?: string;
  /** Old and new values of fields; for personal data only a keyed hash, or the field's name. */
  changes?: Record<string, unknown>;
};

/**
 * Records who changed what, in the transaction of the change. The table is append-only.
 */
export async function recordAudit(
  tx: Pick<Connection, "insert">,
  { actor, now, httpRequestId }: Omit<ActionContext, "db">,
  { action, entity, entityId, changes }: AuditEntry,
): Promise<void> {
  await tx.insert(auditLog).values({
    id: randomUUIDv7(),
    at: now,
    actor,
    action,
    entity,
    entityId,
    changes,
    httpRequestId,
  });
}
