import { eq } from "drizzle-orm";
import { crmOptOuts } from "#app/db/tables/crm.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { type Lease, type LeaseRules, withLease } from "#app/db/with-lease.server.ts";
import { HIGHLEVEL_TARGET } from "#app/lib/delivery-targets.ts";
import { LEASE_MS, SEND_CONCURRENCY } from "../constants.ts";
import type { HighLevelContext } from "../highlevel/refresh-tokens.server.ts";
import { type CallResult, openSession } from "../highlevel/session.server.ts";
import {
  lockTarget,
  logOpenedBreaker,
  recordCalls,
  recordResult,
} from "../outbox/circuit-breaker.server.ts";
import { getNextDelivery } from "../outbox/next-delivery.ts";
import { addOptOutEvents, claimDueOptOuts } from "./deliver-opt-outs.sql.ts";

type ClaimedOptOut = Awaited<ReturnType<typeof claimDueOptOuts.rows>>[number];
type Options = HighLevelContext & { random: () => number };

const OPT_OUT_LEASE: LeaseRules<typeof crmOptOuts> = {
  table: crmOptOuts,
  isOpen: eq(crmOptOuts.state, "waiting"),
  leaseMs: LEASE_MS,
};

const FORBIDDEN = 403;

/** Every channel that the CRM can use. */
const CHANNELS = ["Call", "SMS", "Email", "WhatsApp", "GMB", "FB"];
const DO_NOT_DISTURB = {
  dnd: true,
  dndSettings: Object.fromEntries(
    CHANNELS.map((channel) => [
      channel,
      { status: "active", message: "This person asked us to stop.", code: "web" },
    ]),
  ),
};

function claimOptOuts(options: Options): Promise<{ rows: ClaimedOptOut[]; probing: boolean }> {
  const target = HIGHLEVEL_TARGET;
  const now = options.now();
  return withTransaction(options.db, async (tx) => {
    const limit = SEND_CONCURRENCY;
    const capacity = await lockTarget(tx, { target, now, limit, callsPerRow: 1 });
    const { probing } = capacity;
    if (capacity.rows <= 0) return { rows: [], probing };
    const rows = await claimDueOptOuts.rows(tx, {
      now,
      leaseUntil: new Date(now.getTime() + LEASE_MS),
      isProbe: probing,
      limit: capacity.rows,
    });
    if (rows.length > 0) await recordCalls(tx, { target, now, capacity, calls: 0 });
    return { rows, probing };
  });
}

/** Sets opted-out contacts to do-not-disturb in the CRM. @returns how many were delivered */
export async function deliverOptOuts(options: Options, signal?: AbortSignal): Promise<number> {
  let delivered = 0;
  // Without a connection, opt-outs wait.
  if (!(await openSession(options))) return delivered;
  while (!signal?.aborted) {
    const { rows, probing } = await claimOptOuts(options);
    if (rows.length === 0) return delivered;
    const results = await Promise.all(rows.map((row) => deliverOptOut(options, row, probing)));
    delivered += results.filter(Boolean).length;
    if (!results.some(Boolean)) return delivered;
  }
  return delivered;
}

function deliverOptOut(options: Options, row: ClaimedOptOut, probing: boolean): Promise<boolean> {
  const { db, now } = options;
  return withLease({ ...OPT_OUT_LEASE, db, now }, row, async (lease) => {
    if (row.isSuperseded) {
      await lease.end(db, { state: "superseded", finishedAt: now() });
      return true;
    }
    const session = await openSession(options, lease.renew);
    if (!session) {
      await lease.end(db, {});
      return false;
    }
    const reply = await session.call({
      method: "PUT",
      path: `/contacts/${encodeURIComponent(row.contactId)}`,
      body: DO_NOT_DISTURB,
    });
    await storeOptOutResult(options, { row, lease, reply, probing });
    return reply.ok;
  });
}

type OptOutResult = {
  row: ClaimedOptOut;
  lease: Lease<typeof crmOptOuts>;
  reply: CallResult;
  probing: boolean;
};

async function storeOptOutResult(
  { db, log, random, ...options }: Options,
  { row, lease, reply, probing }: OptOutResult,
): Promise<void> {
  const now = options.now();
  // HighLevel refuses a contact of a previously connected location with 403: the target still
  // works.
  const isContactRefused = !reply.ok && reply.status === FORBIDDEN;
  const result = reply.ok ? ({ kind: "delivered" } as const) : reply.halt;
  if (result.kind === "deferred") {
    await lease.end(db, { nextAttemptAt: new Date(now.getTime() + result.retryAfterMs) });
    return;
  }
  const lastError = result.kind === "delivered" ? null : result.error;
  const next = getNextDelivery(
    row.attempts,
    isContactRefused ? { kind: "failed", retryAfterMs: null } : result,
    { probing, now, random: random() },
  );
  const opened = await withTransaction(db, async (tx) => {
    await lease.end(tx, {
      state: next.state,
      attempts: next.attempts,
      nextAttemptAt: next.nextAttemptAt,
      lastError,
      finishedAt: next.state === "waiting" ? null : now,
    });
    if (reply.ok) await addOptOutEvents.run(tx, { contactId: row.contactId, now });
    return isContactRefused ? null : recordResult(tx, { target: HIGHLEVEL_TARGET, now, result });
  });
  if (next.state === "dead")
    log.error(
      { optOut: row.id, reason: lastError },
      "alarm: an opt-out could not be delivered to the CRM; enter it there manually",
    );
  if (opened) logOpenedBreaker(log, { target: HIGHLEVEL_TARGET, state: opened });
}
