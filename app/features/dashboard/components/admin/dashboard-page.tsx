import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { ButtonLink } from "#app/components/admin/button.tsx";
import { TrendPanel } from "#app/components/admin/trend-panel.tsx";
import { formatCount, formatDay, formatMoney } from "#app/lib/format-values.ts";
import { RELOAD_AFTER_MS, WINDOW_DAYS } from "../../constants.ts";
import type { Dashboard } from "../../queries.server.ts";
import * as chartModule from "./charts.client.tsx";
import { LatestRequests } from "./latest-requests.tsx";
import { StatCards } from "./stat-cards.tsx";

type Charts = typeof chartModule;

/**
 * The charts, once the browser can measure their size; null on the server, which renders only the
 * tables. Not imported dynamically: that would add a chunk which every public page fetches too.
 */
function useCharts(): Charts | null {
  const [isMeasurable, setMeasurable] = useState(false);
  useEffect(() => setMeasurable(true), []);
  return isMeasurable ? chartModule : null;
}

/** Reloads the data while totals are being counted. */
function useReloadUntilCounted(dashboard: Dashboard) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (dashboard.requests.total !== null) return;
    const timer = setTimeout(() => void revalidate(), RELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [dashboard, revalidate]);
}

export function DashboardPage({ dashboard }: { dashboard: Dashboard }) {
  useReloadUntilCounted(dashboard);
  return (
    <div className="grid gap-4">
      <StatCards dashboard={dashboard} />
      <div className="grid gap-4 room-lg:grid-cols-[2fr_1fr]">
        <LatestRequests requests={dashboard.latest} />
        <QuickActions />
      </div>
      <Trends dashboard={dashboard} />
    </div>
  );
}

function QuickActions() {
  return (
    <nav aria-labelledby="actions-title" className="panel-card p-4">
      <h2 id="actions-title" className="h3">
        Quick actions
      </h2>
      <ul className="mt-3 grid gap-2">
        <li>
          <ButtonLink to="/backyard/service-requests" tone="primary" className="w-full">
            View service requests
          </ButtonLink>
        </li>
        <li>
          <ButtonLink to="/backyard/quizzes" className="w-full">
            Manage quizzes
          </ButtonLink>
        </li>
      </ul>
    </nav>
  );
}

const COUNTING = "Counting";

function Trends({ dashboard: { days, income, funnel } }: { dashboard: Dashboard }) {
  const charts = useCharts();
  const counted =
    days.every(({ requests }) => requests !== null) && funnel.every(({ count }) => count !== null);
  const requests = days.reduce((sum, day) => sum + (day.requests ?? 0), 0);
  return (
    <>
      <div className="grid gap-4 room-lg:grid-cols-2">
        <TrendPanel
          id="requests-by-day"
          title="Requests per day"
          summary={
            counted
              ? `Service requests in the last ${WINDOW_DAYS} days: ${formatCount(requests)}.`
              : "The requests of these days are being counted."
          }
          columns={["Day", "Requests"]}
          rows={days.map(({ day, requests }) => [
            formatDay(day),
            requests === null ? COUNTING : formatCount(requests),
          ])}
          height="h-56"
          chart={
            charts && counted ? (
              <charts.DayChart
                days={days.map(({ day, requests }) => ({ day, value: requests ?? 0 }))}
                name="Requests"
                color="var(--color-petrol)"
                format={formatCount}
              />
            ) : undefined
          }
        />
        <TrendPanel
          id="income-by-day"
          title="Income per day"
          summary={`${formatMoney(income.window)} in the last ${WINDOW_DAYS} days, ${formatMoney(income.perDay)} a day.`}
          columns={["Day", "Income"]}
          rows={days.map(({ day, income }) => [formatDay(day), formatMoney(income)])}
          height="h-56"
          chart={
            charts ? (
              <charts.DayChart
                days={days.map(({ day, income }) => ({ day, value: income }))}
                name="Income"
                color="var(--color-action)"
                format={formatMoney}
              />
            ) : undefined
          }
        />
      </div>
      <TrendPanel
        id="funnel"
        title="From visit to closed request"
        summary={`Last ${WINDOW_DAYS} days. Down to Submitted these are anonymous counts of what visitors did; below it are the service requests of these days. Share: the part of the stage before.`}
        columns={["Stage", "Count", "Share"]}
        rows={funnel.map(({ label, count, share }) => [
          label,
          count === null ? COUNTING : formatCount(count),
          share === null ? "" : `${share}%`,
        ])}
        height="h-96"
        chart={
          charts && counted ? (
            <charts.FunnelChart
              stages={funnel.map(({ label, count }) => ({ label, count: count ?? 0 }))}
            />
          ) : undefined
        }
      />
    </>
  );
}
