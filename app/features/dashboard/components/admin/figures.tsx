import { formatCount, formatMoney } from "#app/lib/format-values.ts";
import { NO_SOURCE, WINDOW_DAYS } from "../../constants.ts";
import type { Dashboard } from "../../queries.server.ts";

type GroupProps = {
  title: string;
  metrics: [label: string, value: string][];
  note?: string;
};

const WINDOW_LABEL = `Last ${WINDOW_DAYS} days`;
/** The first count of a process can take longer than a page may wait. */
const formatPendingCount = (value: number | null) =>
  value === null ? "Counting" : formatCount(value);

// Side by side where there is room, so the two that take two lines stand in one row.
const listGroups = ({
  requests,
  income,
  providers,
  homeowners,
  quizzes,
  calls,
  notifications,
  refunds,
}: Dashboard): GroupProps[] => [
  {
    title: "Service requests",
    metrics: [
      ["All", formatPendingCount(requests.total)],
      ["Today", formatCount(requests.today)],
    ],
  },
  {
    title: "Providers",
    metrics: [
      ["All", formatPendingCount(providers.total)],
      ["Active", formatPendingCount(providers.active)],
    ],
  },
  {
    title: "Income",
    metrics: [
      ["Today", formatMoney(income.today)],
      [WINDOW_LABEL, formatMoney(income.window)],
      ["Average per day", formatMoney(income.perDay)],
    ],
  },
  {
    title: "Refunds",
    metrics: [
      ["Today", formatCount(refunds.today)],
      [WINDOW_LABEL, formatCount(refunds.window)],
    ],
    note: NO_SOURCE,
  },
  {
    title: "Homeowners",
    metrics: [
      ["New today", formatCount(homeowners.today)],
      ["Setup completed", formatPendingCount(homeowners.setUp)],
    ],
  },
  {
    title: "Quizzes",
    metrics: [
      ["All", formatPendingCount(quizzes.total)],
      ["Active", formatPendingCount(quizzes.active)],
    ],
  },
  {
    title: "Call attribution",
    metrics: [
      ["Today", formatCount(calls.today)],
      ["Connected", formatCount(calls.connected)],
    ],
  },
  {
    title: "Notifications today",
    metrics: [
      ["Email", formatCount(notifications.email)],
      ["SMS", formatCount(notifications.sms)],
    ],
  },
];

/** Every figure, in one block with a line for each subject. */
export function Figures({ dashboard }: { dashboard: Dashboard }) {
  return (
    <section aria-labelledby="figures-title" className="panel-card p-4">
      <h2 id="figures-title" className="h3">
        Figures
      </h2>
      <div className="mt-2 grid gap-x-10 room-lg:grid-cols-2">
        {listGroups(dashboard).map((group) => (
          <FigureGroup key={group.title} {...group} />
        ))}
      </div>
    </section>
  );
}

function FigureGroup({ title, metrics, note }: GroupProps) {
  const id = `figures-${title.toLowerCase().replaceAll(" ", "-")}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div
      role="group"
      aria-labelledby={id}
      className="grid gap-x-4 border-t border-line py-1.5 room-sm:grid-cols-[10.5rem_1fr]"
    >
      <h3 id={id} className="font-semibold text-petrol">
        {title}
      </h3>
      <div className="flex flex-wrap items-baseline gap-x-5">
        <dl className="flex flex-wrap gap-x-5">
          {metrics.map(([label, value]) => (
            <div key={label} className="flex items-baseline gap-1.5">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="font-bold tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        {note ? <p className="text-sm text-muted">{note}</p> : null}
      </div>
    </div>
  );
}
