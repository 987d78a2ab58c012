import { randomUUIDv7 } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { auditLog } from "#app/db/tables/audit.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";

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
export async function writeAudit(
  tx: Connection | pg.Pool | pg.PoolClient,
  entry: AuditEntry,
): Promise<void> {
  const { now, ...row } = entry;
  const db = "$client" in tx ? tx : drizzle(tx);
  await db.insert(auditLog).values({ ...row, id: randomUUIDv7(), at: now });
}

/** Writes down who changed what, in the transaction of the change. */
export const recordAudit = (
  tx: Connection | pg.Pool | pg.PoolClient,
  { actor, now, httpRequestId }: Omit<ActionContext, "db">,
  entry: Pick<AuditEntry, "action" | "entity" | "entityId" | "changes">,
): Promise<void> => writeAudit(tx, { ...entry, actor, now, requestId: httpRequestId });
