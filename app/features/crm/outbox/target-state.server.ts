import type pg from "pg";
import { CONTACT_SYNC_TARGET, type TargetName } from "#app/lib/delivery-targets.ts";

export type TargetState = {
  /** Null before the first delivery. */
  breaker: {
    state: "closed" | "open" | "paused";
    reason: string | null;
    since: Date;
    nextProbeAt: Date | null;
    failures: number;
  } | null;
  waiting: number;
  held: number;
  dead: number;
  delivered: number;
  lastDeliveredAt: Date | null;
  oldestWaitingAt: Date | null;
};

/** State of the deliveries to a target. */
export async function getTargetState(
  pool: pg.Pool,
  target: TargetName = CONTACT_SYNC_TARGET,
): Promise<TargetState> {
  const [targets, counts] = await Promise.all([
    pool.query<NonNullable<TargetState["breaker"]>>(
      `select state, reason, since, next_probe_at as "nextProbeAt", consecutive_failures as failures from crm_targets where target = $1`,
      [target],
    ),
    pool.query<Omit<TargetState, "breaker">>(
      `select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'held')::int as held,
         count(*) filter (where state = 'dead')::int as dead, count(*) filter (where state = 'delivered')::int as delivered,
         max(delivered_at) as "lastDeliveredAt", min(created_at) filter (where state = 'waiting') as "oldestWaitingAt"
       from crm_outbox where target = $1`,
      [target],
    ),
  ]);
  const none = {
    waiting: 0,
    held: 0,
    dead: 0,
    delivered: 0,
    lastDeliveredAt: null,
    oldestWaitingAt: null,
  };
  return { breaker: targets.rows[0] ?? null, ...(counts.rows[0] ?? none) };
}
