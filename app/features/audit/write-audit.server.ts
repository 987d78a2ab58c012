import { randomUUIDv7 } from "node:crypto";
import type pg from "pg";
import type { ActionContext } from "#app/db/action-context.server.ts";

export type AuditEntry = {
  /** A staff member's id, or a word such as "command-line". */
  actor: string;
  /** Verb of the change, such as "set-status". */
  action: string;
  entity: string;
  entityId?: string;
  /**
   * Before and after of fields that hold no personal data; for others a keyed hash, or the field's
   * name alone.
   */
  changes?: Record<string, unknown>;
  requestId?: string;
  now: Date;
};

/** Writes down a change in the transaction that makes it. The table takes nothing but new rows. */
export async function writeAudit(tx: pg.Pool | pg.PoolClient, entry: AuditEntry): Promise<void> {
  await tx.query(
    "insert into audit_log (id, at, actor, action, entity, entity_id, changes, request_id) values ($1, $2, $3, $4, $5, $6, $7, $8)",
    [
      randomUUIDv7(),
      entry.now,
      entry.actor,
      entry.action,
      entry.entity,
      entry.entityId ?? null,
      entry.changes ? JSON.stringify(entry.changes) : null,
      entry.requestId ?? null,
    ],
  );
}

/** Writes down who changed what, in the transaction of the change. */
export const recordAudit = (
  tx: pg.Pool | pg.PoolClient,
  { actor, now, httpRequestId }: Omit<ActionContext, "db">,
  entry: Pick<AuditEntry, "action" | "entity" | "entityId" | "changes">,
): Promise<void> => writeAudit(tx, { ...entry, actor, now, requestId: httpRequestId });
