import { randomUUIDv7 } from "node:crypto";
import { isNull, sql } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { inboxAlarms, staffAvailability } from "#app/db/tables/shifts.server.ts";
import { type Connection, type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { getBusinessHours, isOpenAt, subtractBusinessTime } from "#app/lib/business-hours.ts";
import type { StaleCache } from "#app/lib/stale-cache.server.ts";
import { ERASED_HASH } from "../erase-fields.server.ts";
import { notifyAlarms } from "../inbox/request-feed.server.ts";
import { endAlarms, listUnattended, summarizeAlarms } from "./alarms.sql.ts";
import {
  EMERGENCY_LOOK_BACK_MS,
  EMERGENCY_WAIT_MS,
  LINKED_REQUESTS,
  LONGEST_WAIT_MS,
  TAKE_OVER_MS,
  WAIT_LOOK_BACK_MS,
  WATCHED_A_RUN,
} from "./constants.ts";
import type { InboxHours } from "./return-timer.server.ts";
import type { AlarmKind, AlarmSummary } from "./schema.ts";
import { getEmergencyHours } from "./shifts.ts";

export type AlarmsCache = StaleCache<AlarmSummary>;
type Alarmed = { requestId: string; kind: AlarmKind };

/** The open alarms of all requests. */
export async function getAlarmSummary(db: Connection): Promise<AlarmSummary> {
  const found = await summarizeAlarms.first(db, { limit: LINKED_REQUESTS });
  return {
    emergencies: found?.emergencies ?? 0,
    returned: found?.returned ?? 0,
    waiting: found?.waiting ?? 0,
    requests: found?.requests ?? [],
    readAt: found?.readAt ?? 0,
  };
}

/**
 * Raises an alarm for each request that waits too long, during the hours in which somebody should be
 * there: those of emergencies for emergencies, the office's for others.
 * @returns those that were raised, the oldest request first
 */
export async function raiseAlarms(
  tx: Transaction,
  hours: InboxHours,
  { now }: Pick<ActionContext, "now">,
): Promise<Alarmed[]> {
  const { timeZone } = hours;
  const office = { hours: getBusinessHours(hours.regularHours), timeZone };
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const unattended = await listUnattended.rows(tx, {
    now,
    erasedHash: ERASED_HASH,
    since: ago(WAIT_LOOK_BACK_MS),
    isOpen: isOpenAt(now, office.hours, timeZone),
    isEmergencyOpen: isOpenAt(now, getEmergencyHours(hours.emergencyHours), timeZone),
    emergencySince: ago(EMERGENCY_LOOK_BACK_MS),
    emergencyUntil: ago(EMERGENCY_WAIT_MS),
    waitingUntil: subtractBusinessTime(now, LONGEST_WAIT_MS, office),
    limit: WATCHED_A_RUN,
  });
  if (unattended.length === 0) return [];
  const { requestId, kind } = inboxAlarms;
  // Another instance may raise the same ones right now.
  return tx
    .insert(inboxAlarms)
    .values(
      unattended.map((request) => ({
        id: randomUUIDv7(),
        kind: request.kind,
        requestId: request.id,
        raisedAt: now,
      })),
    )
    .onConflictDoNothing()
    .returning({ requestId, kind });
}

/**
 * Ends the alarms whose requests no longer wait; where somebody is on shift again, all of them.
 * @returns how many ended, and the requests that still wait, the oldest first
 */
export async function endOpenAlarms(
  tx: Transaction,
  { now, isStaffed }: { now: Date; isStaffed: boolean },
): Promise<{ count: number; handedOver: Alarmed[] }> {
  const ended = await endAlarms.rows(tx, { now, erasedHash: ERASED_HASH, all: isStaffed });
  const handedOver = ended
    .filter(({ waits }) => waits)
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return { count: ended.length, handedOver };
}

/**
 * Takes over while nobody is on shift: the member is on shift for two hours, and the open alarms end.
 * A request that still waits after that raises a new one.
 */
export function takeOver(
  context: ActionContext,
): Promise<{ ok: true; alarms: number } | { ok: false; reason: "none" }> {
  const { actor, now } = context;
  return withTransaction(context.db, async (tx) => {
    const { rowCount } = await tx
      .update(inboxAlarms)
      .set({ acknowledgedBy: actor, acknowledgedAt: now, endedAt: now })
      .where(isNull(inboxAlarms.endedAt));
    if (!rowCount) return { ok: false as const, reason: "none" as const };
    const onUntil = new Date(now.getTime() + TAKE_OVER_MS);
    await tx
      .insert(staffAvailability)
      .values({ userId: actor, onUntil })
      .onConflictDoUpdate({
        target: staffAvailability.userId,
        set: { onUntil: sql`excluded.on_until` },
      });
    await notifyAlarms(tx);
    await recordAudit(tx, context, {
      action: "take-over",
      entity: "inbox",
      changes: { alarms: rowCount, until: onUntil.toISOString() },
    });
    return { ok: true as const, alarms: rowCount };
  });
}
