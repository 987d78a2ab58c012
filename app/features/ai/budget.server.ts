import { and, count, eq, gte, isNull, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { aiCalls, generationJobs } from "#app/db/tables/ai.server.ts";
import {
  type Connection,
  lockInTransaction,
  type Transaction,
  withTransaction,
} from "#app/db/transaction.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { getStartOfDay, toBusinessDay } from "#app/lib/business-days.ts";
import { MAX_CALLS_PER_PERSON_PER_DAY } from "./constants.ts";
import { calculateCostCents, type ModelConfig } from "./model-config.server.ts";

export type BudgetDay = { now: Date; timeZone: string };

const startOfToday = ({ now, timeZone }: BudgetDay) =>
  getStartOfDay(toBusinessDay(now, timeZone), timeZone);

/** Cost of today's model calls in cents. Calls in progress count with their maximum cost. */
export async function getSpentToday(db: Connection, day: BudgetDay): Promise<number> {
  const [spent] = await db
    .select({ cents: sql`coalesce(sum(${aiCalls.costCents}), 0)`.mapWith(Number) })
    .from(aiCalls)
    .where(gte(aiCalls.calledAt, startOfToday(day)));
  return spent?.cents ?? 0;
}

/** Today's model calls for the jobs of one person. */
async function countCallsToday(
  tx: Transaction,
  { startedBy, ...day }: BudgetDay & { startedBy: string | null },
): Promise<number> {
  const person = generationJobs.startedBy;
  const [counted] = await tx
    .select({ calls: count() })
    .from(aiCalls)
    .innerJoin(generationJobs, eq(generationJobs.id, aiCalls.jobId))
    .where(
      and(
        gte(aiCalls.calledAt, startOfToday(day)),
        startedBy === null ? isNull(person) : eq(person, startedBy),
      ),
    );
  return counted?.calls ?? 0;
}

/** `cents`: the reserved amount. */
export type Reservation = { ok: true; cents: number } | { ok: false; reason: "budget" | "person" };
type ReserveCallInput = BudgetDay & {
  jobId: string;
  item: string;
  startedBy: string | null;
  config: ModelConfig;
  tokens: { input: number; output: number };
};

/**
 * Reserves the maximum cost of a call. Reservations are serialized, so that many workers together
 * stay within the budget.
 */
export function reserveCall(db: Database, options: ReserveCallInput): Promise<Reservation> {
  const { jobId, item, config, now } = options;
  const maxCostCents = calculateCostCents(config, options.tokens) ?? 0;
  return withTransaction(db, async (tx): Promise<Reservation> => {
    await lockInTransaction(tx, ADVISORY_LOCKS.reserveModelCall);
    if ((await getSpentToday(tx, options)) + maxCostCents > config.dailyBudgetCents)
      return { ok: false, reason: "budget" };
    if ((await countCallsToday(tx, options)) >= MAX_CALLS_PER_PERSON_PER_DAY)
      return { ok: false, reason: "person" };
    await tx
      .insert(aiCalls)
      .values({ jobId, item, state: "sent", costCents: maxCostCents, calledAt: now })
      .onConflictDoUpdate({
        target: [aiCalls.jobId, aiCalls.item],
        set: {
          state: "sent",
          costCents: sql`${aiCalls.costCents} + ${maxCostCents}`,
          error: null,
          calledAt: now,
        },
      });
    return { ok: true, cents: maxCostCents };
  });
}
