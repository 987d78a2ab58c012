import { eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { type BreakerState, crmTargets } from "#app/db/tables/crm.server.ts";
import { CONTACT_SYNC_TARGET, type TargetName } from "#app/lib/delivery-targets.ts";
import { countDeliveries } from "./target-state.sql.ts";

export type TargetState = {
  /** Null before the first delivery. */
  breaker: {
    state: BreakerState;
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

const NO_DELIVERIES = {
  waiting: 0,
  held: 0,
  dead: 0,
  delivered: 0,
  lastDeliveredAt: null,
  oldestWaitingAt: null,
};

/** Circuit breaker and number of deliveries of a target. */
export async function getTargetState(
  db: Database,
  target: TargetName = CONTACT_SYNC_TARGET,
): Promise<TargetState> {
  const { state, reason, since, nextProbeAt, consecutiveFailures: failures } = crmTargets;
  const [[breaker], counts] = await Promise.all([
    db
      .select({ state, reason, since, nextProbeAt, failures })
      .from(crmTargets)
      .where(eq(crmTargets.target, target)),
    countDeliveries.first(db, { target }),
  ]);
  return { breaker: breaker ?? null, ...(counts ?? NO_DELIVERIES) };
}
