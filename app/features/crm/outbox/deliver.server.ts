import { eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { crmOutbox } from "#app/db/tables/crm.server.ts";
import { type LeaseRules, withLease } from "#app/db/with-lease.server.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { describeSpan, withRequestSpan } from "#app/lib/tracing.server.ts";
import { LEASE_MS } from "../constants.ts";
import { logOpenedBreaker } from "./circuit-breaker.server.ts";
import { claimDeliveries } from "./claim.server.ts";
import type { ClaimedRow, DeliveryTarget } from "./delivery-target.server.ts";
import { storeDeliveryResult } from "./store-result.server.ts";

export type DeliveryOptions = {
  db: Database;
  target: DeliveryTarget;
  log: Logger;
  now: () => Date;
  random: () => number;
  /** Called after an attempt was stored, whether it succeeded or not. */
  onAttemptStored?: (requestId: string) => void;
};

const OUTBOX_LEASE: LeaseRules<typeof crmOutbox> = {
  table: crmOutbox,
  isOpen: eq(crmOutbox.state, "waiting"),
  leaseMs: LEASE_MS,
};

/** Sends all due rows in small batches. @returns how many rows were sent */
export async function deliverDue(options: DeliveryOptions, signal?: AbortSignal): Promise<number> {
  let sent = 0;
  while (!signal?.aborted) {
    const { rows, probing } = await claimDeliveries(options);
    if (rows.length === 0) return sent;
    await Promise.all(rows.map((row) => deliverRow(options, row, probing)));
    sent += rows.length;
  }
  return sent;
}

/** Sends one claimed row and stores the result, in the trace of its request. */
export function deliverRow(
  options: DeliveryOptions,
  row: ClaimedRow,
  probing: boolean,
): Promise<void> {
  const attributes = { "app.target": options.target.name, "app.attempt": row.attempts + 1 };
  return withRequestSpan(row.requestId, "deliver request", { kind: "CLIENT", attributes }, () =>
    sendRow(options, row, probing),
  );
}

function sendRow(options: DeliveryOptions, row: ClaimedRow, probing: boolean): Promise<void> {
  const { db, target, now, log } = options;
  return withLease({ ...OUTBOX_LEASE, db, now }, row, async (lease) => {
    const startedAt = now();
    const result = await target.send(row, lease);
    if (result.kind === "deferred") {
      // Not an attempt: the row is due again when the rate limit allows it.
      const nextAttemptAt = new Date(now().getTime() + result.retryAfterMs);
      await lease.end(db, { nextAttemptAt, progress: row.progress });
      return;
    }
    const opened = await storeDeliveryResult(db, {
      row,
      result,
      lease,
      target: target.name,
      probing,
      startedAt,
      now: now(),
      random: options.random(),
    });
    options.onAttemptStored?.(row.requestId);
    describeSpan({ "app.outcome": result.kind });
    const fields = {
      requestId: row.requestId,
      outcome: result.kind,
      status: result.status,
      attempt: row.attempts + 1,
    };
    if (result.kind === "delivered") log.info(fields, "request delivered");
    else log.warn({ ...fields, reason: result.error }, "request not delivered");
    if (opened) logOpenedBreaker(log, { target: target.name, state: opened });
  });
}
