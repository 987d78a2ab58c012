import { DataTable } from "#app/components/admin/data-table.tsx";
import { StatCards } from "#app/components/admin/stat-cards.tsx";
import { TrendPanel } from "#app/components/admin/trend-panel.tsx";
import { TREND_WEEKS } from "../../../constants.ts";
import type { ProviderDetailData } from "../../loaders.server.ts";

type Performance = NonNullable<ProviderDetailData["performance"]>;

const JOB_STATUSES: Record<string, string> = {
  completed: "Completed",
  in_progress: "In progress",
  other: "Other",
};

export function PerformanceTab({ performance }: { performance: Performance }) {
  const { bidsWeek, bidsMonth, jobsWeek, jobs, weeks } = performance;
  const total = weeks.reduce((sum, { accepted }) => sum + accepted, 0);
  return (
    <div className="grid gap-4">
      <StatCards
        isStacked
        stats={[
          { label: "Accepted bids, last 7 days", value: String(bidsWeek) },
          { label: "Accepted bids, last month", value: String(bidsMonth) },
          { label: "Jobs this week", value: String(jobsWeek) },
        ]}
      />
      <LatestJobs jobs={jobs} />
      <TrendPanel
        id="bids-by-week"
        title="Accepted bids by week"
        summary={`${total} in the last ${TREND_WEEKS} weeks.`}
        columns={["Week from", "Accepted bids"]}
        rows={weeks.map(({ from, accepted }) => [from, String(accepted)])}
        height="h-56"
        chart={<WeekBars weeks={weeks} />}
      />
    </div>
  );
}

const formatBid = ({ bidStatus, amount }: Performance["jobs"][number]) =>
  bidStatus ? `${amount}, ${bidStatus}` : null;

function LatestJobs({ jobs }: Pick<Performance, "jobs">) {
  return (
    <section aria-labelledby="jobs-title" className="panel-card p-4">
      <h3 id="jobs-title" className="h3">
        Latest jobs
      </h3>
      {jobs.length > 0 ? (
        <DataTable
          caption="Latest jobs"
          className="mt-2"
          columns={[
            {
              header: "Service",
              cell: ({ serviceType }) => <span className="wrap-anywhere">{serviceType}</span>,
            },
            {
              header: "Status",
              nowrap: true,
              cell: ({ status }) => JOB_STATUSES[status] ?? status,
            },
            {
              header: "Date",
              from: "sm",
              nowrap: true,
              cell: ({ day, exact }) => <span title={exact}>{day}</span>,
              narrow: (job) => (
                <span className="text-sm text-muted">
                  {job.day}. {formatBid(job) ?? "No bid"}
                </span>
              ),
            },
            {
              header: "Bid",
              from: "sm",
              cell: (job) => formatBid(job) ?? <span className="text-muted">No bid</span>,
            },
          ]}
          rows={jobs}
          rowKey={({ id }) => id}
        />
      ) : (
        <p className="mt-2 text-muted">No jobs yet.</p>
      )}
    </section>
  );
}

/**
 * Bars are drawn in hundredths of the chart's height and stretched, unlike the text.
 */
const FULL_HEIGHT = 100;
/** Every third week has room for a date under it, also on a phone. */
const WEEKS_PER_LABEL = 3;

/**
 * One bar per week, oldest first, with its count above it. Drawn without the dashboard's chart
 * library, which is many times larger.
 */
function WeekBars({ weeks }: Pick<Performance, "weeks">) {
  const max = Math.max(1, ...weeks.map(({ accepted }) => accepted));
  return (
    <div className="grid h-full grid-rows-[auto_1fr_auto] text-sm tabular-nums">
      <div className="grid auto-cols-fr grid-flow-col text-center">
        {weeks.map(({ from, accepted }) => (
          <span key={from}>{accepted > 0 ? accepted : ""}</span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${weeks.length} ${FULL_HEIGHT}`}
        preserveAspectRatio="none"
        className="size-full min-h-0 border-b border-line"
      >
        <title>Accepted bids by week</title>
        {weeks.map(({ from, accepted }, index) => {
          const height = (accepted / max) * FULL_HEIGHT;
          return (
            <rect
              key={from}
              x={index + 0.1}
              y={FULL_HEIGHT - height}
              width="0.8"
              height={height}
              fill="var(--color-petrol)"
            />
          );
        })}
      </svg>
      <div className="grid auto-cols-fr grid-flow-col text-muted">
        {weeks.map(({ from }, index) =>
          index % WEEKS_PER_LABEL === 0 ? <span key={from}>{from}</span> : null,
        )}
      </div>
    </div>
  );
}
