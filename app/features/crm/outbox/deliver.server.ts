import { eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { crmOutbox } from "#app/db/tables/crm.server.ts";
import { type LeaseRules, withLease } from "#app/db/with-lease.server.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { LEASE_MS } from "../constants.ts";
import { logOpenedBreaker } from "./circuit-breaker.server.ts";
import { claimDue } from "./claim.server.ts";
import { settle } from "./settle.server.ts";
import type { ClaimedRow, DeliveryTarget } from "./target.server.ts";

export type DeliveryOptions = {
  db: Database;
  target: DeliveryTarget;
  log: Logger;
  now: () => Date;
  random: () => number;
  /** Called after each attempt was stored, with or without success. */
  onSettled?: (requestId: string) => void;
};

const OUTBOX_LEASE: LeaseRules<typeof crmOutbox> = {
  table: crmOutbox,
  isOpen: eq(crmOutbox.state, "waiting"),
  leaseMs: LEASE_MS,
};

/** Sends all due rows in small batches. Returns how many rows were sent. */
export async function deliverDue(options: DeliveryOptions, signal?: AbortSignal): Promise<number> {
  let sent = 0;
  while (!signal?.aborted) {
    const { rows, probing } = await claimDue(options);
    if (rows.length === 0) return sent;
    await Promise.all(rows.map((row) => deliverRow(options, row, probing)));
    sent += rows.length;
  }
  return sent;
}

/** Sends one claimed row and stores the result. */
export function deliverRow(
  options: DeliveryOptions,
  row: ClaimedRow,
  probing: boolean,
): Promise<void> {
  const { db, target, now, log } = options;
  return withLease({ ...OUTBOX_LEASE, db, now }, row, async (lease) => {
    const startedAt = now();
    const reply = await target.send(row, lease);
    if (reply.kind === "deferred") {
      // No attempt: the row is due again when the rate limit allows it.
      const nextAttemptAt = new Date(now().getTime() + reply.retryAfterMs);
      await lease.end(db, { nextAttemptAt, progress: row.progress });
      return;
    }
    const opened = await settle(db, {
      row,
      reply,
      lease,
      target: target.name,
      probing,
      startedAt,
      now: now(),
      random: options.random(),
    });
    options.onSettled?.(row.requestId);
    const fields = {
      requestId: row.requestId,
      outcome: reply.kind,
      status: reply.status,
      attempt: row.attempts + 1,
    };
    if (reply.kind === "delivered") log.info(fields, "request delivered");
    else log.warn({ ...fields, reason: reply.error }, "request not delivered");
    if (opened) logOpenedBreaker(log, { target: target.name, state: opened });
  });
}
