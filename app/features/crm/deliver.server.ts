import { randomUUIDv7 } from "node:crypto";
import type { Database } from "#app/db/client.server.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { type ContactSyncConfig, type SyncReply, sendRecord } from "./client.server.ts";
import { CONTACT_SYNC_TARGET, LEASE_MS, MAX_RETRY_AFTER_MS, SEND_CONCURRENCY } from "./constants.ts";
import { nextDelivery } from "./next-delivery.ts";
import { requireRecord } from "./queries.server.ts";
import { closeBreaker, countCalls, lockTarget, recordTrouble } from "./target-breaker.server.ts";

export type DeliveryOptions = {
  db: Database;
  config: ContactSyncConfig;
  log: Logger;
  now: () => Date;
  random: () => number;
};

type ClaimedRow = { id: string; request_id: string; attempts: number };
type Claim = { rows: ClaimedRow[]; probing: boolean };

/**
 * Rows to send: due, not under another worker's lease, and not of a person who said stop after consenting.
 * A probe takes the oldest waiting row, due or not: whether the target is back must not wait for a row's own turn.
 */
const CLAIM_SQL = `
  update crm_outbox set lease_until = $3
  where id in (
    select o.id from crm_outbox o join service_requests r on r.id = o.request_id
    where o.target = $1 and o.state = 'waiting' and (o.next_attempt_at <= $2 or $5) and (o.lease_until is null or o.lease_until <= $2)
      and not exists (select from suppressions s where s.contact_hash in (r.phone_hash, r.email_hash) and s.stopped_at >= r.created_at)
    order by o.next_attempt_at
    limit $4
    for update of o skip locked
  )
  returning id, request_id, attempts`;

/** Takes rows to send under a lease, which a worker that dies gives back by itself. */
export function claimDue(options: Pick<DeliveryOptions, "db" | "now">): Promise<Claim> {
  const now = options.now();
  return inTransaction(options.db.$client, async (tx) => {
    const room = await lockTarget(tx, { target: CONTACT_SYNC_TARGET, now, limit: SEND_CONCURRENCY });
    if (room.rows <= 0) return { rows: [], probing: room.probing };
    const { rows } = await tx.query<ClaimedRow>(CLAIM_SQL, [CONTACT_SYNC_TARGET, now, new Date(now.getTime() + LEASE_MS), room.rows, room.probing]);
    if (rows.length > 0) await countCalls(tx, { target: CONTACT_SYNC_TARGET, now, room, calls: rows.length });
    return { rows, probing: room.probing };
  });
}

/** Sends one claimed row and writes down what became of it. Safe to run twice: the request's id travels as the key. */
export async function deliverRow(options: DeliveryOptions, row: ClaimedRow, probing: boolean): Promise<void> {
  const startedAt = options.now();
  const record = await requireRecord(options.db, row.request_id);
  const reply = await sendRecord(options.config, { record, key: row.request_id, now: options.now });
  const opened = await settle(options, { row, reply, probing, startedAt });
  const fields = { requestId: row.request_id, outcome: reply.kind, status: reply.status, attempt: row.attempts + 1 };
  if (reply.kind === "delivered") options.log.info(fields, "request delivered");
  else options.log.warn({ ...fields, reason: reply.error }, "request not delivered");
  if (opened) options.log.error({ target: CONTACT_SYNC_TARGET, state: opened }, "alarm: the delivery target takes nothing; requests wait and nothing is lost");
}

type Settlement = { row: ClaimedRow; reply: SyncReply; probing: boolean; startedAt: Date };

/** One transaction: attempt, outbox row, contact id, and the target's breaker. Returns the breaker's new state where it opened. */
function settle(options: DeliveryOptions, { row, reply, probing, startedAt }: Settlement) {
  const now = options.now();
  const error = reply.kind === "delivered" ? null : reply.error;
  const next = nextDelivery(row.attempts, reply, { probing, now, random: options.random() });
  return inTransaction(options.db.$client, async (tx) => {
    await tx.query("insert into crm_attempts (id, outbox_id, started_at, finished_at, outcome, http_status, error) values ($1, $2, $3, $4, $5, $6, $7)", [
      randomUUIDv7(),
      row.id,
      startedAt,
      now,
      reply.kind,
      reply.status,
      error,
    ]);
    await tx.query(
      `update crm_outbox set state = $2, attempts = $3, next_attempt_at = $4, lease_until = null, last_status = $5, last_error = $6, delivered_at = $7
       where id = $1 and state = 'waiting'`,
      [row.id, next.state, next.attempts, next.nextAttemptAt, reply.status, error, next.state === "delivered" ? now : null],
    );
    if (reply.kind === "delivered") await tx.query("update service_requests set ghl_contact_id = coalesce($2, ghl_contact_id) where id = $1", [row.request_id, reply.contactId]);
    // A refusal is an answer to one row: the target itself is well.
    if (reply.kind === "delivered" || reply.kind === "refused") return closeBreaker(tx, { target: CONTACT_SYNC_TARGET, now }).then(() => null);
    const retryAfterMs = Math.min(reply.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
    return recordTrouble(tx, { target: CONTACT_SYNC_TARGET, now, pausing: reply.kind === "paused", reason: reply.error, retryAfterMs });
  });
}

/** Sends everything that is due, a few rows at a time. Returns how many rows were sent. */
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
