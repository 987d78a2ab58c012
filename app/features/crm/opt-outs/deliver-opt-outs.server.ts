import { HIGHLEVEL_TARGET } from "#app/lib/delivery-targets.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { LEASE_MS, MAX_RETRY_AFTER_MS, SEND_CONCURRENCY } from "../constants.ts";
import type { HighLevelServices } from "../highlevel/refresh-tokens.server.ts";
import { type CallResult, openSession } from "../highlevel/session.server.ts";
import {
  closeBreaker,
  countCalls,
  lockTarget,
  recordFailure,
} from "../outbox/circuit-breaker.server.ts";
import { nextDelivery } from "../outbox/next-delivery.ts";

type OptOutRow = {
  id: string;
  contact_id: string;
  attempts: number;
  lease_until: Date;
  lifted: boolean;
};
type Options = HighLevelServices & { random: () => number };

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

/** An opt-out is lifted if the person sent a new request after it. */
const CLAIM_SQL = `
  update crm_opt_outs s set lease_until = $2
  where id in (
    select id from crm_opt_outs where state = 'waiting' and (next_attempt_at <= $1 or $4) and (lease_until is null or lease_until <= $1)
    order by next_attempt_at limit $3 for update skip locked
  )
  returning id, contact_id, attempts, lease_until,
    exists (select from service_requests r where r.ghl_contact_id = s.contact_id and r.created_at > s.created_at and not r.is_demo) as lifted`;

function claimOptOuts({ db, now }: Options): Promise<{ rows: OptOutRow[]; probing: boolean }> {
  const moment = now();
  return inTransaction(db.$client, async (tx) => {
    const capacity = await lockTarget(tx, {
      target: HIGHLEVEL_TARGET,
      now: moment,
      limit: SEND_CONCURRENCY,
      callsPerRow: 1,
    });
    if (capacity.rows <= 0) return { rows: [], probing: capacity.probing };
    const { rows } = await tx.query<OptOutRow>(CLAIM_SQL, [
      moment,
      new Date(moment.getTime() + LEASE_MS),
      capacity.rows,
      capacity.probing,
    ]);
    if (rows.length > 0)
      await countCalls(tx, { target: HIGHLEVEL_TARGET, now: moment, capacity, calls: 0 });
    return { rows, probing: capacity.probing };
  });
}

/** Sets opted-out contacts to do-not-disturb in the CRM. Returns how many were delivered. */
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

async function deliverOptOut(options: Options, row: OptOutRow, probing: boolean): Promise<boolean> {
  if (row.lifted) {
    await options.db.$client.query(
      "update crm_opt_outs set state = 'lifted', finished_at = $2, lease_until = null where id = $1",
      [row.id, options.now()],
    );
    return true;
  }
  const session = await openSession(
    options,
    Object.assign(row, { table: "crm_opt_outs" as const }),
  );
  if (!session) {
    await options.db.$client.query("update crm_opt_outs set lease_until = null where id = $1", [
      row.id,
    ]);
    return false;
  }
  const answer = await session.call({
    method: "PUT",
    path: `/contacts/${encodeURIComponent(row.contact_id)}`,
    body: DO_NOT_DISTURB,
  });
  await settle(options, { row, answer, probing });
  return answer.ok;
}

async function settle(
  options: Options,
  { row, answer, probing }: { row: OptOutRow; answer: CallResult; probing: boolean },
): Promise<void> {
  const now = options.now();
  const isContactRefused = !answer.ok && answer.status === FORBIDDEN;
  const halt = answer.ok ? null : answer.halt;
  if (halt?.kind === "deferred") {
    const later = new Date(now.getTime() + halt.retryAfterMs);
    await options.db.$client.query(
      "update crm_opt_outs set lease_until = null, next_attempt_at = $3 where id = $1 and lease_until = $2",
      [row.id, row.lease_until, later],
    );
    return;
  }
  const next = nextDelivery(
    row.attempts,
    isContactRefused ? { kind: "failed", retryAfterMs: null } : (halt ?? { kind: "delivered" }),
    { probing, now, random: options.random() },
  );
  const opened = await inTransaction(options.db.$client, async (tx) => {
    await tx.query(
      "update crm_opt_outs set state = $2, attempts = $3, next_attempt_at = $4, lease_until = null, last_error = $5, finished_at = $6 where id = $1 and state = 'waiting'",
      [
        row.id,
        next.state,
        next.attempts,
        next.nextAttemptAt,
        halt?.error ?? null,
        next.state === "waiting" ? null : now,
      ],
    );
    if (!halt)
      await tx.query(
        "insert into request_events (id, request_id, at, kind, detail) select gen_random_uuid(), id, $2, 'crm-stopped', '{}' from service_requests where ghl_contact_id = $1",
        [row.contact_id, now],
      );
    // A contact of a previously connected location is refused with 403, which is not a failure of
    // the target.
    if (isContactRefused) return null;
    if (!halt || halt.kind === "refused")
      return closeBreaker(tx, { target: HIGHLEVEL_TARGET, now }).then(() => null);
    const retryAfterMs = Math.min(halt.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
    return recordFailure(tx, {
      target: HIGHLEVEL_TARGET,
      now,
      pausing: halt.kind === "paused",
      reason: halt.error,
      retryAfterMs,
    });
  });
  if (next.state === "dead")
    options.log.error(
      { optOut: row.id, reason: halt?.error },
      "alarm: an opt-out could not be delivered to the CRM; enter it there manually",
    );
  if (opened)
    options.log.error(
      { target: HIGHLEVEL_TARGET, state: opened },
      "alarm: the delivery target accepts nothing; requests wait and nothing is lost",
    );
}
