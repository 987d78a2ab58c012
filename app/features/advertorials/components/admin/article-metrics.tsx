import { BarPanel } from "#app/features/content-editor/components/admin/metrics/bar-panel.tsx";
import {
  NoMetrics,
  PeriodLinks,
  Stat,
} from "#app/features/content-editor/components/admin/metrics/metric-cards.tsx";
import { formatCount, formatDay } from "#app/lib/format-values.ts";
import { groupWeeks } from "../../group-weeks.ts";
import type { ArticleMetrics as Metrics } from "../../metrics.server.ts";
import { ArticleLinks } from "./article-links.tsx";

const KINDS = [
  { name: "views", title: "Views", none: "Nobody has opened it in this time." },
  {
    name: "calls",
    title: "Calls tapped",
    none: "Nobody has tapped the phone number in this time.",
  },
  {
    name: "requests",
    title: "Service requests",
    none: "No service request was sent from its page in this time.",
  },
] as const;

/** Metrics of an advertorial: views, calls and service requests. */
export function ArticleMetricsPage({ metrics }: { metrics: Metrics }) {
  const { slug, title, days, views, isActive } = metrics;
  const formatPer100Views = (count: number) =>
    views > 0 ? `${((count / views) * 100).toFixed(1)} per 100 views` : undefined;
  const isEmpty = KINDS.every(({ name }) => metrics[name] === 0);
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <ArticleLinks slug={slug} title={title} />
      <PeriodLinks days={days} />
      <dl className="grid gap-3 room-sm:grid-cols-3">
        {KINDS.map(({ name, title: words }) => (
          <Stat
            key={name}
            name={words}
            value={formatCount(metrics[name])}
            note={name === "views" ? undefined : formatPer100Views(metrics[name])}
          />
        ))}
      </dl>
      {isEmpty ? (
        <NoMetrics>
          {isActive
            ? `Nobody has opened this advertorial in the last ${days} days. Link to it from an advertisement or a service page, and its metrics will show here.`
            : "This advertorial is not active: visitors cannot open it. Make it active in the list of advertorials, and its metrics will show here."}
        </NoMetrics>
      ) : (
        <ByWeek metrics={metrics} />
      )}
      <p className="max-w-prose text-sm text-muted">
        A view is a page that somebody came to see; a call is a tap on a phone number of the page,
        whether or not the call was made. Requests count by the page they were sent from, under any
        address the advertorial has had.
      </p>
    </div>
  );
}

function ByWeek({ metrics }: { metrics: Metrics }) {
  const weeks = groupWeeks(metrics.byDay);
  return (
    <div className="grid items-start gap-4 room-lg:grid-cols-3">
      {KINDS.map(({ name, title, none }) => (
        <BarPanel
          key={name}
          id={name}
          title={`${title} by week`}
          summary={
            metrics[name] === 0
              ? none
              : `${formatCount(metrics[name])} in the last ${metrics.days} days.`
          }
          bars={weeks.map((week) => ({
            name:
              week.from === week.to
                ? formatDay(week.from)
                : `${formatDay(week.from)} to ${formatDay(week.to)}`,
            value: week[name],
            text: formatCount(week[name]),
          }))}
          columns={["Day", title]}
          rows={metrics.byDay
            .toReversed()
            .map((day) => [formatDay(day.day), formatCount(day[name])])}
        />
      ))}
    </div>
  );
}
