import type { Database } from "#app/db/client.server.ts";
import type { ReadReplica } from "#app/db/read-replica.server.ts";
import { countFunnelEvents } from "#app/features/analytics/queries.server.ts";
import type { RequestStatus } from "#app/features/requests/inbox/schema.ts";
import { type BusinessDays, listLastDays } from "#app/lib/business-days.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { formatAge, formatInstant } from "#app/lib/format-values.ts";
import { buildFunnel, type Funnel } from "./build-funnel.ts";
import { LATEST_REQUESTS, WINDOW_DAYS } from "./constants.ts";
import { countToday, listNewestRequests, sumPaidByDay } from "./queries.sql.ts";
import {
  type CountsByDay,
  countRequestsByDay,
  type DayCounts,
  getTotals,
  type TotalsOptions,
} from "./totals.server.ts";

export type LatestRequest = {
  id: string;
  customerName: string;
  serviceType: string;
  status: RequestStatus;
  createdAt: Date;
  age: string;
  exactTime: string;
};

/** Null values are still being counted. Amounts are in dollars. */
export type Dashboard = {
  requests: { total: number | null; today: number };
  providers: { total: number | null; active: number | null };
  homeowners: { today: number; setUp: number | null };
  quizzes: { total: number | null; active: number | null };
  income: { today: number; window: number; perDay: number };
  calls: { today: number; connected: number };
  notifications: { email: number; sms: number };
  refunds: { today: 0; window: 0 };
  latest: LatestRequest[];
  /** Oldest first; the last is today. */
  days: { day: string; requests: number | null; income: number }[];
  funnel: Funnel;
};

/**
 * Data of the dashboard. Each query reads only a range of an index, or five rows: counts of whole
 * tables come from the process's cached totals, and the requests since then are added here.
 */
export async function getDashboard(
  replica: ReadReplica,
  options: TotalsOptions,
): Promise<Dashboard> {
  const { now, timeZone } = options;
  const days = listLastDays(now, { count: WINDOW_DAYS, timeZone });
  const today = days.starts.at(-1) ?? now;
  const totals = await getTotals(replica, options);
  const [recent, counts, income, latest, events] = await replica.read((db) =>
    Promise.all([
      // What the cached totals leave out; without totals, only today's requests.
      countRequestsByDay(db, { days, from: totals?.before ?? today }),
      countToday.first(db, { since: today }),
      sumIncome(db, { days, now }),
      listLatestRequests(db, { now, timeZone }),
      countFunnelEvents(db, { fromDay: days.names[0] ?? "" }),
    ]),
  );
  if (!counts) throw new Error("a query of counts has one row");
  const requests = totals && addCounts(totals.requests, recent);
  const inWindow = days.names.map((day) => requests?.get(day));
  return {
    requests: {
      total: requests ? sumField([...requests.values()], "requests") : null,
      today: (requests ?? recent).get(days.names.at(-1) ?? "")?.requests ?? 0,
    },
    providers: { total: totals?.providers ?? null, active: totals?.activeProviders ?? null },
    homeowners: { today: counts.homeowners, setUp: totals?.homeownersSetUp ?? null },
    quizzes: { total: totals?.quizzes ?? null, active: totals?.activeQuizzes ?? null },
    income: {
      today: income.byDay.at(-1) ?? 0,
      window: income.window,
      perDay: income.window / WINDOW_DAYS,
    },
    calls: { today: counts.calls, connected: counts.connected },
    notifications: { email: counts.email, sms: counts.sms },
    refunds: { today: 0, window: 0 },
    latest,
    days: days.names.map((day, index) => ({
      day,
      requests: requests ? (inWindow[index]?.requests ?? 0) : null,
      income: income.byDay[index] ?? 0,
    })),
    funnel: buildFunnel(
      events,
      totals && {
        ...totals.outcomes,
        received: sumField(inWindow, "requests"),
        synced: sumField(inWindow, "synced"),
        contacted: sumField(inWindow, "contacted"),
        closed: sumField(inWindow, "closed"),
      },
    ),
  };
}

function addCounts(counted: CountsByDay, recent: CountsByDay): CountsByDay {
  const sum = new Map(counted);
  for (const [day, counts] of recent) {
    const before = sum.get(day);
    sum.set(day, {
      requests: counts.requests + (before?.requests ?? 0),
      synced: counts.synced + (before?.synced ?? 0),
      contacted: counts.contacted + (before?.contacted ?? 0),
      closed: counts.closed + (before?.closed ?? 0),
    });
  }
  return sum;
}

const sumField = (counts: (DayCounts | undefined)[], field: keyof DayCounts) =>
  counts.reduce((sum, day) => sum + (day?.[field] ?? 0), 0);
/** Sums amounts in dollars. Adds cents, to avoid rounding errors. */
const sumCents = (amounts: number[]) =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
const WINDOW_MS = WINDOW_DAYS * DAY_MS;

/**
 * Paid amounts in dollars: `byDay` by business day, in the order of `days`; `window` is the sum of
 * the last 30 × 24 hours, which may start on the day before the first of `days`.
 */
async function sumIncome(
  db: Database,
  { days, now }: { days: BusinessDays; now: Date },
): Promise<{ byDay: number[]; window: number }> {
  const windowStart = new Date(now.getTime() - WINDOW_MS);
  const rows = await sumPaidByDay.rows(db, { days: days.starts, windowStart });
  const byDay = days.names.map(() => 0);
  for (const { bucket, amount } of rows) if (bucket > 0) byDay[bucket - 1] = amount;
  return { byDay, window: sumCents(rows.map(({ inWindow }) => inWindow)) };
}

async function listLatestRequests(
  db: Database,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<LatestRequest[]> {
  const rows = await listNewestRequests.rows(db, { limit: LATEST_REQUESTS });
  return rows.map((row) => ({
    ...row,
    age: formatAge(row.createdAt, now),
    exactTime: formatInstant(row.createdAt, timeZone),
  }));
}
