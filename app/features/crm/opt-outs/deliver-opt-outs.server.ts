import { HIGHLEVEL_TARGET } from "#app/lib/delivery-targets.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { LEASE_MS, MAX_RETRY_AFTER_MS, SEND_CONCURRENCY } from "../constants.ts";
import type { HighLevelServices } from "../highlevel/refresh-tokens.server.ts";
import { type CallResult, openSession } from "../highlevel/session.server.ts";
import {
  closeBreaker,
  countCalls,
  lockTarget,
  recordTrouble,
} from "../outbox/circuit-breaker.server.ts";
import { nextDelivery } from "../outbox/next-delivery.ts";

type StopRow = {
  id: string;
  contact_id: string;
  attempts: number;
  lease_until: Date;
  lifted: boolean;
};
type Options = HighLevelServices & { random: () => number };

const FORBIDDEN = 403;

/** Every channel by which the CRM could disturb. */
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

/** A stop is lifted where the person asked for an offer again after it. */
const CLAIM_SQL = `
  update crm_opt_outs s set lease_until = $2
  where id in (
    select id from crm_opt_outs where state = 'waiting' and (next_attempt_at <= $1 or $4) and (lease_until is null or lease_until <= $1)
    order by next_attempt_at limit $3 for update skip locked
  )
  returning id, contact_id, attempts, lease_until,
    exists (select from service_requests r where r.ghl_contact_id = s.contact_id and r.created_at > s.created_at and not r.is_demo) as lifted`;

function claimOptOuts({ db, now }: Options): Promise<{ rows: StopRow[]; probing: boolean }> {
  const moment = now();
  return inTransaction(db.$client, async (tx) => {
    const room = await lockTarget(tx, {
      target: HIGHLEVEL_TARGET,
      now: moment,
      limit: SEND_CONCURRENCY,
      callsPerRow: 1,
    });
    if (room.rows <= 0) return { rows: [], probing: room.probing };
    const { rows } = await tx.query<StopRow>(CLAIM_SQL, [
      moment,
      new Date(moment.getTime() + LEASE_MS),
      room.rows,
      room.probing,
    ]);
    if (rows.length > 0)
      await countCalls(tx, { target: HIGHLEVEL_TARGET, now: moment, room, calls: 0 });
    return { rows, probing: room.probing };
  });
}

/** Tells the CRM whom it must not disturb any more. Returns how many contacts it was told. */
export async function deliverOptOuts(options: Options, signal?: AbortSignal): Promise<number> {
  let told = 0;
  // Without a connection they wait.
  if (!(await openSession(options))) return told;
  while (!signal?.aborted) {
    const { rows, probing } = await claimOptOuts(options);
    if (rows.length === 0) return told;
    const results = await Promise.all(rows.map((row) => deliverStop(options, row, probing)));
    told += results.filter(Boolean).length;
    if (!results.some(Boolean)) return told;
  }
  return told;
}

async function deliverStop(options: Options, row: StopRow, probing: boolean): Promise<boolean> {
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
  { row, answer, probing }: { row: StopRow; answer: CallResult; probing: boolean },
): Promise<void> {
  const now = options.now();
  const ofContact = !answer.ok && answer.status === FORBIDDEN;
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
    ofContact ? { kind: "failed", retryAfterMs: null } : (halt ?? { kind: "delivered" }),
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
    // A contact of a location that was connected before is refused with 403: that says nothing
    // about the target.
    if (ofContact) return null;
    if (!halt || halt.kind === "refused")
      return closeBreaker(tx, { target: HIGHLEVEL_TARGET, now }).then(() => null);
    const retryAfterMs = Math.min(halt.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
    return recordTrouble(tx, {
      target: HIGHLEVEL_TARGET,
      now,
      pausing: halt.kind === "paused",
      reason: halt.error,
      retryAfterMs,
    });
  });
  if (next.state === "dead")
    options.log.error(
      { stop: row.id, reason: halt?.error },
      "alarm: the CRM was not told that a person said stop; do it by hand",
    );
  if (opened)
    options.log.error(
      { target: HIGHLEVEL_TARGET, state: opened },
      "alarm: the delivery target takes nothing; requests wait and nothing is lost",
    );
}
