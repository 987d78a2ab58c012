import { randomUUIDv7 } from "node:crypto";
import type pg from "pg";
import type { Database } from "#app/db/client.server.ts";
import type { DeliveryProgress } from "#app/db/tables/crm.server.ts";
import type { TargetName } from "#app/lib/delivery-targets.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { LEASE_MS, MAX_RETRY_AFTER_MS, SEND_CONCURRENCY } from "../constants.ts";
import type { SyncReply } from "../contact-sync/client.server.ts";
import { queueLateOptOut } from "../opt-outs/queue-opt-outs.server.ts";
import { closeBreaker, countCalls, lockTarget, recordFailure } from "./circuit-breaker.server.ts";
import { nextDelivery } from "./next-delivery.ts";

/**
 * A row under this worker's lease. A multi-step target renews the lease and stores its progress.
 */
export type ClaimedRow = {
  id: string;
  request_id: string;
  attempts: number;
  lease_until: Date;
  progress: DeliveryProgress;
};

/** A system that rows are delivered to. It has one circuit breaker and one rate window. */
export type DeliveryTarget = {
  name: TargetName;
  /**
   * HTTP calls that a row usually needs: no more rows are claimed than the rate window has room
   * for.
   */
  callsPerRow: number;
  /**
   * True if `send` makes several calls: it counts each one, and rows of the same person are sent
   * one after the other.
   */
  isMultiStep: boolean;
  /** Safe to run twice for a row. */
  send: (row: ClaimedRow) => Promise<SyncReply>;
};

export type DeliveryOptions = {
  db: Database;
  target: DeliveryTarget;
  log: Logger;
  now: () => Date;
  random: () => number;
  /** Called after each attempt was stored, with or without success. */
  onSettled?: (requestId: string) => void;
};

type Claim = { rows: ClaimedRow[]; probing: boolean };

/**
 * Rows to send: due, not under another worker's lease, and not of a person who opted out after
 * consenting. A row without attempts is due, whatever the clock of the machine that stored it. A
 * probe claims the oldest waiting row, due or not: testing the target must not wait for a due row.
 */
const CLAIM_SQL = `
  update crm_outbox set lease_until = $3
  where id in (
    select o.id from crm_outbox o join service_requests r on r.id = o.request_id
    where o.target = $1 and o.state = 'waiting' and (o.next_attempt_at <= $2 or o.next_attempt_at = o.created_at or $5) and (o.lease_until is null or o.lease_until <= $2)
      and not coalesce(r.phone_hash = any($6), false) and not coalesce(r.email_hash = any($6), false)
      and not exists (select from suppressions s where s.contact_hash in (r.phone_hash, r.email_hash) and s.opted_out_at >= r.created_at)
    order by o.next_attempt_at
    limit $4
    for update of o skip locked
  )
  returning id, request_id, attempts, lease_until, progress`;

/** Claims rows to send under a lease, which expires if the worker dies. */
export function claimDue(options: Pick<DeliveryOptions, "db" | "now" | "target">): Promise<Claim> {
  const { name, callsPerRow, isMultiStep } = options.target;
  const now = options.now();
  return inTransaction(options.db.$client, async (tx) => {
    const capacity = await lockTarget(tx, {
      target: name,
      now,
      limit: SEND_CONCURRENCY,
      callsPerRow,
    });
    if (capacity.rows <= 0) return { rows: [], probing: capacity.probing };
    const busy = isMultiStep ? await listBusyPeople(tx, name, now) : [];
    const { rows: found } = await tx.query<ClaimedRow>(CLAIM_SQL, [
      name,
      now,
      new Date(now.getTime() + LEASE_MS),
      capacity.rows,
      capacity.probing,
      busy,
    ]);
    const rows = isMultiStep ? await onePerPerson(tx, found) : found;
    if (rows.length > 0)
      await countCalls(tx, { target: name, now, capacity, calls: isMultiStep ? 0 : rows.length });
    return { rows, probing: capacity.probing };
  });
}

/**
 * Contact hashes of the people whose rows are being sent: two upserts at once could create two
 * contacts for one person.
 */
async function listBusyPeople(tx: pg.PoolClient, target: string, now: Date): Promise<string[]> {
  const { rows } = await tx.query<{ hashes: string[] }>(
    `select array_remove(array[r.phone_hash, r.email_hash], null) as hashes from crm_outbox o join service_requests r on r.id = o.request_id
     where o.target = $1 and o.state = 'waiting' and o.lease_until > $2`,
    [target, now],
  );
  return rows.flatMap((row) => row.hashes);
}

/**
 * Of the rows just claimed, the oldest request of each person; the others go back and wait for
 * their turn.
 */
async function onePerPerson(tx: pg.PoolClient, rows: ClaimedRow[]): Promise<ClaimedRow[]> {
  const { rows: people } = await tx.query<{ id: string; hashes: string[] }>(
    "select id, array_remove(array[phone_hash, email_hash], null) as hashes from service_requests where id = any($1)",
    [rows.map((row) => row.request_id)],
  );
  const hashesOf = new Map(people.map(({ id, hashes }) => [id, hashes]));
  const taken = new Set<string>();
  // Ids of requests grow with time.
  const oldestFirst = rows.toSorted((a, b) => (a.request_id < b.request_id ? -1 : 1));
  const kept = oldestFirst.filter(({ request_id: id }) => {
    const hashes = hashesOf.get(id) ?? [];
    const isFree = hashes.every((hash) => !taken.has(hash));
    for (const hash of isFree ? hashes : []) taken.add(hash);
    return isFree;
  });
  const others = rows.filter((row) => !kept.includes(row)).map((row) => row.id);
  if (others.length > 0)
    await tx.query("update crm_outbox set lease_until = null where id = any($1)", [others]);
  return kept;
}

/** Sends one claimed row and writes down what became of it. */
export async function deliverRow(
  options: DeliveryOptions,
  row: ClaimedRow,
  probing: boolean,
): Promise<void> {
  const startedAt = options.now();
  const reply = await options.target.send(row);
  if (reply.kind === "deferred") return releaseRow(options, row, reply.retryAfterMs);
  const opened = await settle(options, { row, reply, probing, startedAt });
  options.onSettled?.(row.request_id);
  const fields = {
    requestId: row.request_id,
    outcome: reply.kind,
    status: reply.status,
    attempt: row.attempts + 1,
  };
  if (reply.kind === "delivered") options.log.info(fields, "request delivered");
  else options.log.warn({ ...fields, reason: reply.error }, "request not delivered");
  if (opened)
    options.log.error(
      { target: options.target.name, state: opened },
      "alarm: the delivery target accepts nothing; requests wait and nothing is lost",
    );
}

/** Ends the lease without an attempt; the row is due again when the rate limit allows it. */
async function releaseRow(
  { db, now }: DeliveryOptions,
  row: ClaimedRow,
  retryAfterMs: number,
): Promise<void> {
  await db.$client.query(
    "update crm_outbox set lease_until = null, next_attempt_at = $3, progress = $4 where id = $1 and lease_until = $2",
    [
      row.id,
      row.lease_until,
      new Date(now().getTime() + retryAfterMs),
      JSON.stringify(row.progress),
    ],
  );
}

type Outcome = Exclude<SyncReply, { kind: "deferred" }>;
type Settlement = { row: ClaimedRow; reply: Outcome; probing: boolean; startedAt: Date };

/**
 * Stores the result in one transaction: attempt, outbox row, contact id, and circuit breaker.
 * @returns the breaker's new state if it opened
 */
function settle(options: DeliveryOptions, { row, reply, probing, startedAt }: Settlement) {
  const target = options.target.name;
  const now = options.now();
  const error = reply.kind === "delivered" ? null : reply.error;
  const next = nextDelivery(row.attempts, reply, { probing, now, random: options.random() });
  return inTransaction(options.db.$client, async (tx) => {
    await writeAttempt(tx, { row, reply, startedAt, now });
    await tx.query(
      `update crm_outbox set state = $2, attempts = $3, next_attempt_at = $4, lease_until = null, last_status = $5, last_error = $6, delivered_at = $7, progress = $8
       where id = $1 and state = 'waiting'`,
      [
        row.id,
        next.state,
        next.attempts,
        next.nextAttemptAt,
        reply.status,
        error,
        next.state === "delivered" ? now : null,
        JSON.stringify(row.progress),
      ],
    );
    await storeContactId(tx, { row, reply, now });
    // A refusal concerns one row: the target itself works.
    if (reply.kind === "delivered" || reply.kind === "refused")
      return closeBreaker(tx, { target, now }).then(() => null);
    const retryAfterMs = Math.min(reply.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
    return recordFailure(tx, {
      target,
      now,
      pausing: reply.kind === "paused",
      reason: reply.error,
      retryAfterMs,
    });
  });
}

/**
 * Stores one row per attempt. Probes of a paused target repeat every minute, maybe for days: those
 * with the same result share one row.
 */
async function writeAttempt(
  tx: pg.PoolClient,
  { row, reply, startedAt, now }: Omit<Settlement, "probing"> & { now: Date },
): Promise<void> {
  const error = reply.kind === "delivered" ? null : reply.error;
  const { rowCount: again } = await tx.query(
    `update crm_attempts set finished_at = $2 where id = (select id from crm_attempts where outbox_id = $1 order by started_at desc, id desc limit 1)
       and $3 = 'paused' and outcome = $3 and http_status is not distinct from $4 and error is not distinct from $5`,
    [row.id, now, reply.kind, reply.status, error],
  );
  if (again) return;
  await tx.query(
    "insert into crm_attempts (id, outbox_id, started_at, finished_at, outcome, http_status, error) values ($1, $2, $3, $4, $5, $6, $7)",
    [randomUUIDv7(), row.id, startedAt, now, reply.kind, reply.status, error],
  );
}

/**
 * Stores the contact id with the request, and queues the opt-out of a person who opted out while
 * the row was being sent.
 */
async function storeContactId(
  tx: pg.PoolClient,
  { row, reply, now }: { row: ClaimedRow; reply: Outcome; now: Date },
): Promise<void> {
  const contactId = reply.kind === "delivered" ? reply.contactId : (row.progress.contactId ?? null);
  if (reply.kind === "delivered")
    await tx.query(
      "update service_requests set ghl_contact_id = coalesce($2, ghl_contact_id), synced_at = coalesce(synced_at, $3) where id = $1",
      [row.request_id, contactId, now],
    );
  else if (contactId)
    await tx.query(
      "update service_requests set ghl_contact_id = coalesce(ghl_contact_id, $2) where id = $1",
      [row.request_id, contactId],
    );
  if (contactId) await queueLateOptOut(tx, { requestId: row.request_id, now });
}

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
