import type pg from "pg";
import { HIGHLEVEL_TARGET } from "#app/lib/delivery-targets.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import {
  BREAKER_THRESHOLD,
  CALLS_PER_DAY,
  PROBE_INTERVAL_MS,
  RATE_PER_WINDOW,
  RATE_WINDOW_MS,
} from "../constants.ts";

type TargetState = "closed" | "open" | "paused";
type TargetRow = {
  state: TargetState;
  next_probe_at: Date | null;
  recent_calls: Date[];
  day_started_at: Date | null;
  day_calls: number;
};

/**
 * How many rows can be sent now. `probing`: the breaker is open, and one row tests whether the
 * target works again.
 */
export type Capacity = { rows: number; probing: boolean; target: TargetRow };

async function lockRow(tx: pg.PoolClient, target: string, now: Date): Promise<TargetRow> {
  await tx.query("insert into crm_targets (target, since) values ($1, $2) on conflict do nothing", [
    target,
    now,
  ]);
  const { rows } = await tx.query<TargetRow>(
    "select state, next_probe_at, recent_calls, day_started_at, day_calls from crm_targets where target = $1 for update",
    [target],
  );
  const [row] = rows;
  if (!row) throw new Error("a delivery target has no row");
  return row;
}

/**
 * Locks the target's row until the end of the transaction, so that all instances share its limits
 * and probes.
 */
export async function lockTarget(
  tx: pg.PoolClient,
  options: { target: string; now: Date; limit: number; callsPerRow: number },
): Promise<Capacity> {
  const { target, now, limit, callsPerRow } = options;
  const row = await lockRow(tx, target, now);
  const probing = row.state !== "closed";
  const waits = probing && row.next_probe_at !== null && row.next_probe_at > now;
  const free = Math.floor((RATE_PER_WINDOW - callsInWindow(row, now).length) / callsPerRow);
  return { probing, target: row, rows: waits ? 0 : Math.min(probing ? 1 : limit, free) };
}

const callsInWindow = (row: TargetRow, now: Date) =>
  row.recent_calls.filter((call) => now.getTime() - call.getTime() < RATE_WINDOW_MS);

/** Counts calls against the rate window, and sets the next probe where this one is a probe. */
export async function countCalls(
  tx: pg.PoolClient,
  options: { target: string; now: Date; capacity: Capacity; calls: number },
): Promise<void> {
  const { target, now, capacity, calls } = options;
  const nextProbe = capacity.probing
    ? new Date(now.getTime() + PROBE_INTERVAL_MS)
    : capacity.target.next_probe_at;
  const recentCalls = [...callsInWindow(capacity.target, now), ...Array<Date>(calls).fill(now)];
  await tx.query("update crm_targets set recent_calls = $2, next_probe_at = $3 where target = $1", [
    target,
    recentCalls,
    nextProbe,
  ]);
}

/**
 * Counts one upcoming HTTP call, for targets with several calls per row and a daily limit.
 * @returns 0, or the milliseconds until the limit allows a call; then nothing was counted
 */
export async function consumeCall(
  tx: pg.PoolClient,
  { target, now }: { target: string; now: Date },
): Promise<number> {
  const row = await lockRow(tx, target, now);
  const recent = callsInWindow(row, now);
  const sameDay =
    row.day_started_at !== null && now.getTime() - row.day_started_at.getTime() < DAY_MS;
  if (sameDay && row.day_started_at && row.day_calls >= CALLS_PER_DAY)
    return row.day_started_at.getTime() + DAY_MS - now.getTime();
  const [oldest] = recent;
  if (oldest && recent.length >= RATE_PER_WINDOW)
    return Math.max(1, oldest.getTime() + RATE_WINDOW_MS - now.getTime());
  await tx.query(
    "update crm_targets set recent_calls = $2, day_started_at = $3, day_calls = $4 where target = $1",
    [target, [...recent, now], sameDay ? row.day_started_at : now, sameDay ? row.day_calls + 1 : 1],
  );
  return 0;
}

/** Closes the breaker after the target answered. Deliveries that waited become due at once. */
export async function closeBreaker(
  tx: pg.PoolClient,
  options: { target: string; now: Date },
): Promise<void> {
  const { rows } = await tx.query<{ was: TargetState }>(
    `update crm_targets t set state = 'closed', reason = null, consecutive_failures = 0, next_probe_at = null,
       since = case when t.state = 'closed' then t.since else $2 end
     from (select target, state from crm_targets where target = $1 for update) before
     where t.target = before.target returning before.state as was`,
    [options.target, options.now],
  );
  if (rows[0]?.was === "closed") return;
  await tx.query(
    "update crm_outbox set next_attempt_at = $2 where target = $1 and state = 'waiting' and next_attempt_at > $2",
    [options.target, options.now],
  );
  if (options.target === HIGHLEVEL_TARGET)
    await tx.query(
      "update crm_opt_outs set next_attempt_at = $1 where state = 'waiting' and next_attempt_at > $1",
      [options.now],
    );
}

/**
 * Records that the target failed or refuses everything. A pausing answer opens the breaker at once,
 * failures only after several in a row.
 * @returns the new state where this call changed it, else null
 */
export async function recordFailure(
  tx: pg.PoolClient,
  options: { target: string; now: Date; pausing: boolean; reason: string; retryAfterMs: number },
): Promise<TargetState | null> {
  const nextProbeAt = new Date(
    options.now.getTime() + Math.max(options.retryAfterMs, PROBE_INTERVAL_MS),
  );
  const { rows } = await tx.query<{ was: TargetState; state: TargetState }>(
    `update crm_targets t set
       state = before.next, reason = $3, consecutive_failures = t.consecutive_failures + 1, next_probe_at = $4,
       since = case when t.state = before.next then t.since else $2 end
     from (
       select target, state, case when $5 then 'paused' when consecutive_failures + 1 >= $6 and state = 'closed' then 'open' else state end as next
       from crm_targets where target = $1 for update
     ) before
     where t.target = before.target returning before.state as was, t.state`,
    [options.target, options.now, options.reason, nextProbeAt, options.pausing, BREAKER_THRESHOLD],
  );
  const [row] = rows;
  return row && row.was !== row.state ? row.state : null;
}
