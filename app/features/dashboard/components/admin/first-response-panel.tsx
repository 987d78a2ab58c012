import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { TrendPanel } from "#app/components/admin/trend-panel.tsx";
import type { FirstResponse } from "#app/features/requests/attempts/first-response.server.ts";
import { formatCount } from "#app/lib/format-values.ts";
import { WINDOW_DAYS } from "../../constants.ts";
import { formatHour, formatMinutes } from "../../format-minutes.ts";
import { useCharts } from "./use-charts.ts";

type ServiceTimes = FirstResponse["byService"][number];

/** How many services the table shows at first. */
const SHOWN_SERVICES = 6;

/** How soon staff try to reach customers: over all, by service and by hour of arrival. */
export function FirstResponsePanel({ response }: { response: FirstResponse }) {
  const { overall, byService, byHour, waiting } = response;
  const others = byService.slice(SHOWN_SERVICES);
  return (
    <div className={`grid gap-4 ${byHour.length > 0 ? "room-lg:grid-cols-2" : ""}`}>
      <section aria-labelledby="first-response-title" className="panel-card p-4">
        <h2 id="first-response-title" className="h3">
          First response
        </h2>
        <p className="mt-1 text-[0.9375rem] text-muted">
          {overall
            ? `Business hours from a request to the first try to reach its customer, last ${WINDOW_DAYS} days.`
            : `Nobody tried to reach a customer in the last ${WINDOW_DAYS} days.`}
        </p>
        <dl className="mt-3 grid grid-cols-2 gap-x-8 gap-y-2 room-sm:flex">
          {overall ? (
            <>
              <Metric label="Median" value={formatMinutes(overall.median)} />
              <Metric label="90th percentile" value={formatMinutes(overall.p90)} />
              <Metric label="Tried" value={formatCount(overall.requests)} />
            </>
          ) : null}
          <Metric label="Still waiting" value={formatCount(waiting)} />
        </dl>
        {byService.length > 0 ? (
          <div className="mt-3">
            <ServiceTable
              caption="First response by service"
              rows={byService.slice(0, SHOWN_SERVICES)}
            />
          </div>
        ) : null}
        {others.length > 0 ? (
          <details className="mt-3">
            <summary className="link inline-block cursor-pointer py-1">
              {`Show ${formatCount(others.length)} more`}
            </summary>
            <ServiceTable caption="First response by service, the others" rows={others} />
          </details>
        ) : null}
      </section>
      {byHour.length > 0 ? <HourPanel byHour={byHour} /> : null}
    </div>
  );
}

const Metric = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="text-xl font-bold tabular-nums">{value}</dd>
  </div>
);

const SERVICE_COLUMNS: [Column<ServiceTimes>, ...Column<ServiceTimes>[]] = [
  { header: "Service", cell: ({ service }) => <span className="break-words">{service}</span> },
  { header: "Median", align: "end", nowrap: true, cell: ({ median }) => formatMinutes(median) },
  {
    header: "90th percentile",
    wrapHeader: true,
    align: "end",
    nowrap: true,
    cell: ({ p90 }) => formatMinutes(p90),
  },
  {
    header: "Tried",
    align: "end",
    from: "sm",
    cell: ({ requests }) => formatCount(requests),
    narrow: ({ requests }) => (
      <span className="text-sm text-muted">{formatCount(requests)} tried</span>
    ),
  },
];

const ServiceTable = ({ caption, rows }: { caption: string; rows: ServiceTimes[] }) => (
  <DataTable
    caption={caption}
    hasRowHeaders
    className="dense-table"
    columns={SERVICE_COLUMNS}
    rows={rows}
    rowKey={({ service }) => service}
  />
);

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Medians by hour of arrival. */
function HourPanel({ byHour }: Pick<FirstResponse, "byHour">) {
  const charts = useCharts();
  const medians = new Map(byHour.map(({ hour, median }) => [hour, median]));
  return (
    <TrendPanel
      id="first-response-by-hour"
      title="First response by hour of arrival"
      summary="Median in business hours: what arrives at night waits from the next opening on."
      columns={["Hour", "Median", "90th percentile", "Tried"]}
      rows={byHour.map(({ hour, median, p90, requests }) => [
        formatHour(hour),
        formatMinutes(median),
        formatMinutes(p90),
        formatCount(requests),
      ])}
      height="h-56"
      chart={
        charts ? (
          <charts.ColumnChart
            bars={HOURS.map((hour) => ({
              key: String(hour),
              value: Math.round(medians.get(hour) ?? 0),
            }))}
            name="Median"
            color="var(--color-petrol)"
            formatTick={(minutes) => `${minutes} min`}
            formatValue={formatMinutes}
            formatKey={(hour) => formatHour(Number(hour))}
          />
        ) : undefined
      }
    />
  );
}
