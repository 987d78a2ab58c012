import { and, eq, gt } from "drizzle-orm";
import { type BreakerState, crmOptOuts, crmOutbox, crmTargets } from "#app/db/tables/crm.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { HIGHLEVEL_TARGET, type TargetName } from "#app/lib/delivery-targets.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import {
  BREAKER_THRESHOLD,
  CALLS_PER_DAY,
  MAX_RETRY_AFTER_MS,
  PROBE_INTERVAL_MS,
  RATE_PER_WINDOW,
  RATE_WINDOW_MS,
} from "../constants.ts";
import { closeTarget, recordFailure } from "./circuit-breaker.sql.ts";

/** State of a delivery target that limits its calls. */
type TargetRow = Pick<
  typeof crmTargets.$inferSelect,
  "state" | "nextProbeAt" | "recentCalls" | "dayStartedAt" | "dayCalls"
>;

/**
 * How many rows can be sent now. `probing`: the breaker is open, and one row tests whether the
 * target works again.
 */
export type Capacity = { rows: number; probing: boolean; target: TargetRow };

/** Creates the row of a target that was never used. */
const ensureTarget = (tx: Transaction, target: TargetName, now: Date) =>
  tx
    .insert(crmTargets)
    .values({ target, since: now })
    .onConflictDoNothing({ target: crmTargets.target });

async function lockRow(tx: Transaction, target: TargetName, now: Date): Promise<TargetRow> {
  const { state, nextProbeAt, recentCalls, dayStartedAt, dayCalls } = crmTargets;
  await ensureTarget(tx, target, now);
  const [row] = await tx
    .select({ state, nextProbeAt, recentCalls, dayStartedAt, dayCalls })
    .from(crmTargets)
    .where(eq(crmTargets.target, target))
    .for("update");
  if (!row) throw new Error("a delivery target has no row");
  return row;
}

/**
 * How many rows can be sent to a target now. Locks the target's row until the end of the
 * transaction, so that all instances share its limits and probes.
 */
export async function lockTarget(
  tx: Transaction,
  options: { target: TargetName; now: Date; limit: number; callsPerRow: number },
): Promise<Capacity> {
  const { target, now, limit, callsPerRow } = options;
  const row = await lockRow(tx, target, now);
  const probing = row.state !== "closed";
  const isProbeDue = row.nextProbeAt === null || row.nextProbeAt <= now;
  const room = Math.floor((RATE_PER_WINDOW - listCallsInWindow(row, now).length) / callsPerRow);
  const rows = probing ? Number(isProbeDue) : limit;
  return { probing, target: row, rows: Math.min(rows, room) };
}

const listCallsInWindow = (row: TargetRow, now: Date) =>
  row.recentCalls.filter((call) => now.getTime() - call.getTime() < RATE_WINDOW_MS);

/** Counts calls against the rate window; after a probe, also sets the time of the next one. */
export async function recordCalls(
  tx: Transaction,
  options: { target: TargetName; now: Date; capacity: Capacity; calls: number },
): Promise<void> {
  const { target, now, capacity, calls } = options;
  const nextProbeAt = capacity.probing
    ? new Date(now.getTime() + PROBE_INTERVAL_MS)
    : capacity.target.nextProbeAt;
  const recentCalls = [...listCallsInWindow(capacity.target, now), ...Array<Date>(calls).fill(now)];
  await tx
    .update(crmTargets)
    .set({ recentCalls, nextProbeAt })
    .where(eq(crmTargets.target, target));
}

/**
 * Counts one upcoming HTTP call, for targets with several calls per row and a daily limit.
 * @returns 0, or the milliseconds until the limit allows a call; then nothing was counted
 */
export async function consumeCall(
  tx: Transaction,
  { target, now }: { target: TargetName; now: Date },
): Promise<number> {
  const row = await lockRow(tx, target, now);
  const recent = listCallsInWindow(row, now);
  const { dayStartedAt, dayCalls } = row;
  const isSameDay = dayStartedAt !== null && now.getTime() - dayStartedAt.getTime() < DAY_MS;
  if (isSameDay && dayCalls >= CALLS_PER_DAY)
    return dayStartedAt.getTime() + DAY_MS - now.getTime();
  const [oldest] = recent;
  if (oldest && recent.length >= RATE_PER_WINDOW)
    return Math.max(1, oldest.getTime() + RATE_WINDOW_MS - now.getTime());
  await tx
    .update(crmTargets)
    .set({
      recentCalls: [...recent, now],
      dayStartedAt: isSameDay ? dayStartedAt : now,
      dayCalls: isSameDay ? dayCalls + 1 : 1,
    })
    .where(eq(crmTargets.target, target));
  return 0;
}

/** Closes the breaker after the target responded. Waiting deliveries become due at once. */
export async function closeBreaker(
  tx: Transaction,
  options: { target: TargetName; now: Date },
): Promise<void> {
  const { target, now } = options;
  const closed = await closeTarget.first(tx, options);
  if (closed?.before === "closed") return;
  await tx
    .update(crmOutbox)
    .set({ nextAttemptAt: now })
    .where(
      and(
        eq(crmOutbox.target, target),
        eq(crmOutbox.state, "waiting"),
        gt(crmOutbox.nextAttemptAt, now),
      ),
    );
  if (target === HIGHLEVEL_TARGET)
    await tx
      .update(crmOptOuts)
      .set({ nextAttemptAt: now })
      .where(and(eq(crmOptOuts.state, "waiting"), gt(crmOptOuts.nextAttemptAt, now)));
}

/**
 * The result of a call, as far as it concerns the target. After a refusal of one row, the target
 * itself works.
 */
export type TargetResult =
  | { kind: "delivered" }
  | { kind: "refused" }
  | { kind: "paused"; error: string; retryAfterMs: number | null }
  | { kind: "failed"; error: string; retryAfterMs: number | null };

/**
 * Closes the breaker, or counts a failure: `paused` opens it at once, `failed` only after several
 * in a row.
 * @returns the new state if the breaker opened, else null
 */
export async function recordResult(
  tx: Transaction,
  options: { target: TargetName; now: Date; result: TargetResult },
): Promise<BreakerState | null> {
  const { target, now, result } = options;
  if (result.kind === "delivered" || result.kind === "refused") {
    await closeBreaker(tx, { target, now });
    return null;
  }
  const retryAfterMs = Math.min(result.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  const changed = await recordFailure.first(tx, {
    target,
    now,
    reason: result.error,
    nextProbeAt: new Date(now.getTime() + Math.max(retryAfterMs, PROBE_INTERVAL_MS)),
    isPausing: result.kind === "paused",
    threshold: BREAKER_THRESHOLD,
  });
  return changed && changed.before !== changed.after ? changed.after : null;
}

/** Pauses a target that may not have been used yet. @returns as `recordResult` */
export async function pauseTarget(
  tx: Transaction,
  { target, now, reason }: { target: TargetName; now: Date; reason: string },
): Promise<BreakerState | null> {
  await ensureTarget(tx, target, now);
  return recordResult(tx, {
    target,
    now,
    result: { kind: "paused", error: reason, retryAfterMs: null },
  });
}

export const logOpenedBreaker = (
  log: Logger,
  fields: { target: TargetName; state: BreakerState },
): void =>
  log.error(
    fields,
    "alarm: the delivery target accepts nothing; requests wait and nothing is lost",
  );
