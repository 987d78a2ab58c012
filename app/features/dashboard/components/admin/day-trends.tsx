import { TrendPanel } from "#app/components/admin/trend-panel.tsx";
import { formatCount, formatDay, formatDollars, formatMoney } from "#app/lib/format-values.ts";
import { WINDOW_DAYS } from "../../constants.ts";
import type { Dashboard } from "../../queries.server.ts";
import { useCharts } from "./use-charts.ts";

const COUNTING = "Counting";

/** Requests and income by day, as charts with tables. Today is not over, and marked so. */
export function DayTrends({ dashboard: { days, income } }: { dashboard: Dashboard }) {
  const charts = useCharts();
  const today = days.at(-1)?.day;
  const isCounted = days.every(({ requests }) => requests !== null);
  const total = days.reduce((sum, day) => sum + (day.requests ?? 0), 0);
  const formatKey = (day: string) => (day === today ? "Today" : formatDay(day));
  const formatRowName = (day: string) =>
    day === today ? `${formatDay(day)}, so far` : formatDay(day);
  const listBars = (read: (day: Dashboard["days"][number]) => number) =>
    days.map((day) => ({ key: day.day, value: read(day), isPartial: day.day === today }));
  return (
    <div className="grid gap-4 room-lg:grid-cols-2">
      <TrendPanel
        id="requests-by-day"
        title="Requests per day"
        summary={
          isCounted
            ? `Service requests in the last ${WINDOW_DAYS} days: ${formatCount(total)}. Today is not over.`
            : "The requests of these days are being counted."
        }
        columns={["Day", "Requests"]}
        rows={days.map(({ day, requests }) => [
          formatRowName(day),
          requests === null ? COUNTING : formatCount(requests),
        ])}
        height="h-56"
        chart={
          charts && isCounted ? (
            <charts.ColumnChart
              bars={listBars(({ requests }) => requests ?? 0)}
              name="Requests"
              color="var(--color-petrol)"
              formatTick={formatCount}
              formatValue={formatCount}
              formatKey={formatKey}
            />
          ) : undefined
        }
      />
      <TrendPanel
        id="income-by-day"
        title="Income per day"
        summary={`${formatMoney(income.window)} in the last ${WINDOW_DAYS} days, ${formatMoney(income.perDay)} a day. Today is not over.`}
        columns={["Day", "Income"]}
        rows={days.map((day) => [formatRowName(day.day), formatMoney(day.income)])}
        height="h-56"
        chart={
          charts ? (
            <charts.ColumnChart
              bars={listBars((day) => day.income)}
              name="Income"
              color="var(--color-action)"
              formatTick={formatDollars}
              formatValue={formatMoney}
              formatKey={formatKey}
            />
          ) : undefined
        }
      />
    </div>
  );
}
