import type pg from "pg";
import { dayOf, startOfDay } from "#app/lib/business-days.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { MAX_CALLS_PER_PERSON_PER_DAY } from "./constants.ts";
import { calculateCostCents, type ModelConfig } from "./model-config.server.ts";

export type BudgetDay = { now: Date; timeZone: string };

const SPENT_SQL =
  "select coalesce(sum(cost_cents), 0)::float8 as cents from ai_calls where called_at >= $1";
const startOfToday = ({ now, timeZone }: BudgetDay) => startOfDay(dayOf(now, timeZone), timeZone);

/** Cost of today's model calls in cents. Calls in progress count with their maximum cost. */
export async function getSpentToday(db: pg.Pool | pg.PoolClient, day: BudgetDay): Promise<number> {
  const { rows } = await db.query<{ cents: number }>(SPENT_SQL, [startOfToday(day)]);
  return rows[0]?.cents ?? 0;
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
export function reserveCall(pool: pg.Pool, options: ReserveCallInput): Promise<Reservation> {
  const { jobId, item, startedBy, config, now } = options;
  const maxCostCents = calculateCostCents(config, options.tokens) ?? 0;
  return inTransaction(pool, async (tx): Promise<Reservation> => {
    await tx.query("select pg_advisory_xact_lock(hashtextextended('ai-budget', 0))");
    if ((await getSpentToday(tx, options)) + maxCostCents > config.dailyBudgetCents)
      return { ok: false, reason: "budget" };
    const { rows } = await tx.query<{ calls: number }>(
      "select count(*)::int as calls from ai_calls c join generation_jobs j on j.id = c.job_id where c.called_at >= $1 and j.started_by is not distinct from $2",
      [startOfToday(options), startedBy],
    );
    if ((rows[0]?.calls ?? 0) >= MAX_CALLS_PER_PERSON_PER_DAY)
      return { ok: false, reason: "person" };
    await tx.query(
      `insert into ai_calls (job_id, item, state, cost_cents, called_at) values ($1, $2, 'asked', $3, $4)
       on conflict (job_id, item) do update set state = 'asked', cost_cents = ai_calls.cost_cents + excluded.cost_cents, error = null, called_at = excluded.called_at`,
      [jobId, item, maxCostCents, now],
    );
    return { ok: true, cents: maxCostCents };
  });
}
