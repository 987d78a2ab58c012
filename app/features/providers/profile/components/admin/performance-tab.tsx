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
  const stats = [
    { label: "Accepted bids, last 7 days", value: bidsWeek },
    { label: "Accepted bids, last month", value: bidsMonth },
    { label: "Jobs this week", value: jobsWeek },
  ];
  return (
    <div className="grid gap-4">
      <dl className="grid gap-3 room-sm:grid-cols-3">
        {stats.map(({ label, value }) => (
          <div key={label} className="panel-card px-4 py-3">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-display text-2xl font-bold">{value}</dd>
          </div>
        ))}
      </dl>
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

function LatestJobs({ jobs }: Pick<Performance, "jobs">) {
  return (
    <section aria-labelledby="jobs-title" className="panel-card p-4">
      <h3 id="jobs-title" className="h3">
        Latest jobs
      </h3>
      {jobs.length > 0 ? (
        <table className="data-table mt-2">
          <thead>
            <tr>
              <th scope="col">Service</th>
              <th scope="col">Status</th>
              <th scope="col" className="room-max-sm:hidden">
                Date
              </th>
              <th scope="col" className="room-max-sm:hidden">
                Bid
              </th>
            </tr>
          </thead>
          <tbody>
            {jobs.map(({ id, serviceType, status, day, exact, bidStatus, amount }) => (
              <tr key={id}>
                <td className="wrap-anywhere">
                  {serviceType}
                  <span className="block text-sm text-muted room-sm:hidden">
                    {day}. {bidStatus ? `${amount}, ${bidStatus}` : "No bid"}
                  </span>
                </td>
                <td className="whitespace-nowrap">{JOB_STATUSES[status] ?? status}</td>
                <td className="whitespace-nowrap room-max-sm:hidden" title={exact}>
                  {day}
                </td>
                <td className="room-max-sm:hidden">
                  {bidStatus ? (
                    `${amount}, ${bidStatus}`
                  ) : (
                    <span className="text-muted">No bid</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="mt-2 text-muted">No jobs yet.</p>
      )}
    </section>
  );
}

/**
 * Bars are drawn in hundredths of the chart's height and stretched; the text beside them keeps its
 * size.
 */
const FULL_HEIGHT = 100;
/** Every third week has room for a date under it, also on a phone. */
const WEEKS_PER_LABEL = 3;

/**
 * A bar a week, oldest first, with its count above it. Drawn without the library of the dashboard,
 * which is many times larger.
 */
function WeekBars({ weeks }: Pick<Performance, "weeks">) {
  const most = Math.max(1, ...weeks.map(({ accepted }) => accepted));
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
          const height = (accepted / most) * FULL_HEIGHT;
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
