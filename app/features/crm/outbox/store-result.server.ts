import { randomUUIDv7 } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { type BreakerState, crmAttempts, type crmOutbox } from "#app/db/tables/crm.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import type { Lease } from "#app/db/with-lease.server.ts";
import type { TargetName } from "#app/lib/delivery-targets.ts";
import { queueLateOptOut } from "../opt-outs/queue-opt-outs.server.ts";
import { recordResult } from "./circuit-breaker.server.ts";
import type { ClaimedRow, DeliveryResult } from "./delivery-target.server.ts";
import { getNextDelivery } from "./next-delivery.ts";
import { extendPausedAttempt } from "./store-result.sql.ts";

type AttemptResult = Exclude<DeliveryResult, { kind: "deferred" }>;
type Attempt = { row: ClaimedRow; result: AttemptResult; startedAt: Date; now: Date };

/**
 * Stores the result of one attempt in one transaction: attempt, outbox row, contact id, and circuit
 * breaker. If the lease was lost, the outbox row is left to the worker that has it.
 * @returns the breaker's new state if it opened
 */
export function storeDeliveryResult(
  db: Database,
  options: Attempt & {
    lease: Lease<typeof crmOutbox>;
    target: TargetName;
    probing: boolean;
    random: number;
  },
): Promise<BreakerState | null> {
  const { row, result, lease, target, probing, random, now } = options;
  const next = getNextDelivery(row.attempts, result, { probing, now, random });
  return withTransaction(db, async (tx) => {
    await recordAttempt(tx, options);
    await lease.end(tx, {
      state: next.state,
      attempts: next.attempts,
      nextAttemptAt: next.nextAttemptAt,
      lastStatus: result.status,
      lastError: result.kind === "delivered" ? null : result.error,
      deliveredAt: next.state === "delivered" ? now : null,
      progress: row.progress,
    });
    await storeContactId(tx, options);
    return recordResult(tx, { target, now, result });
  });
}

/**
 * Stores one row per attempt. Probes of a paused target repeat every minute, possibly for days, so
 * those with the same result share one row.
 */
async function recordAttempt(
  tx: Transaction,
  { row, result, startedAt, now }: Attempt,
): Promise<void> {
  const { kind, status } = result;
  const error = result.kind === "delivered" ? null : result.error;
  const repeated = { outboxId: row.id, finishedAt: now, status, error };
  if (kind === "paused" && (await extendPausedAttempt.run(tx, repeated)) > 0) return;
  await tx.insert(crmAttempts).values({
    id: randomUUIDv7(),
    outboxId: row.id,
    startedAt,
    finishedAt: now,
    outcome: kind,
    httpStatus: status,
    error,
  });
}

/**
 * Stores the contact id with the request, and queues the opt-out of a person who opted out while
 * the row was being sent.
 */
async function storeContactId(tx: Transaction, { row, result, now }: Attempt): Promise<void> {
  const { ghlContactId, syncedAt } = serviceRequests;
  const isDelivered = result.kind === "delivered";
  const contactId = isDelivered ? result.contactId : (row.progress.contactId ?? null);
  if (isDelivered)
    await tx
      .update(serviceRequests)
      .set({
        ghlContactId: contactId ?? undefined,
        syncedAt: sql`coalesce(${syncedAt}, ${sql.param(now, syncedAt)})`,
      })
      .where(eq(serviceRequests.id, row.requestId));
  else if (contactId)
    await tx
      .update(serviceRequests)
      .set({ ghlContactId: sql`coalesce(${ghlContactId}, ${contactId})` })
      .where(eq(serviceRequests.id, row.requestId));
  if (contactId) await queueLateOptOut(tx, { requestId: row.requestId, now });
}
