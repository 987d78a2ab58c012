import { formatCount, formatMoney } from "#app/lib/format-values.ts";
import { NO_SOURCE, WINDOW_DAYS } from "../../constants.ts";
import type { Dashboard } from "../../queries.server.ts";

type CardProps = {
  id: string;
  title: string;
  metrics: [label: string, value: string][];
  note?: string;
};

const WINDOW_LABEL = `Last ${WINDOW_DAYS} days`;
/** The first count of a process can take longer than a page may wait. */
const formatPendingCount = (value: number | null) =>
  value === null ? "Counting" : formatCount(value);

/** The totals, one card per subject. */
export function StatCards({ dashboard }: { dashboard: Dashboard }) {
  const { requests, income, providers, homeowners, quizzes, calls, notifications, refunds } =
    dashboard;
  const cards: CardProps[] = [
    {
      id: "requests",
      title: "Service requests",
      metrics: [
        ["All", formatPendingCount(requests.total)],
        ["Today", formatPendingCount(requests.today)],
      ],
    },
    {
      id: "income",
      title: "Income",
      metrics: [
        ["Today", formatMoney(income.today)],
        [WINDOW_LABEL, formatMoney(income.window)],
        ["Average per day", formatMoney(income.perDay)],
      ],
    },
    {
      id: "providers",
      title: "Providers",
      metrics: [
        ["All", formatPendingCount(providers.total)],
        ["Active", formatPendingCount(providers.active)],
      ],
    },
    {
      id: "homeowners",
      title: "Homeowners",
      metrics: [
        ["New today", formatPendingCount(homeowners.today)],
        ["Setup completed", formatPendingCount(homeowners.setUp)],
      ],
    },
    {
      id: "quizzes",
      title: "Quizzes",
      metrics: [
        ["All", formatPendingCount(quizzes.total)],
        ["Active", formatPendingCount(quizzes.active)],
      ],
    },
    {
      id: "calls",
      title: "Call attribution",
      metrics: [
        ["Today", formatPendingCount(calls.today)],
        ["Connected", formatPendingCount(calls.connected)],
      ],
    },
    {
      id: "notifications",
      title: "Notifications today",
      metrics: [
        ["E-mail", formatPendingCount(notifications.email)],
        ["SMS", formatPendingCount(notifications.sms)],
      ],
    },
    {
      id: "refunds",
      title: "Refunds",
      metrics: [
        ["Today", formatCount(refunds.today)],
        [WINDOW_LABEL, formatCount(refunds.window)],
      ],
      note: NO_SOURCE,
    },
  ];
  return (
    <div className="grid gap-4 room-sm:grid-cols-2 room-lg:grid-cols-4">
      {cards.map((card) => (
        <StatCard key={card.id} {...card} />
      ))}
    </div>
  );
}

function StatCard({ id, title, metrics, note }: CardProps) {
  return (
    <section aria-labelledby={`stat-${id}`} className="panel-card p-4">
      <h2 id={`stat-${id}`} className="font-semibold text-petrol">
        {title}
      </h2>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-3">
        {metrics.map(([label, value]) => (
          <div key={label}>
            <dt className="text-[0.9375rem] text-muted">{label}</dt>
            <dd className="font-display text-2xl font-extrabold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {note ? <p className="mt-2 text-[0.9375rem] text-muted">{note}</p> : null}
    </section>
  );
}
