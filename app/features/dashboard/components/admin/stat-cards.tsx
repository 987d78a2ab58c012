import { formatCount, formatMoney } from "#app/lib/format-metrics.ts";
import { NO_SOURCE, WINDOW_DAYS } from "../../constants.ts";
import type { Dashboard } from "../../queries.server.ts";

type CardProps = {
  id: string;
  title: string;
  figures: [label: string, value: string][];
  note?: string;
};

const LAST_DAYS = `Last ${WINDOW_DAYS} days`;
/** The first count of a process can take longer than the page may. */
const countOf = (value: number | null) => (value === null ? "Counting" : formatCount(value));

/** All totals, each with its label. */
export function StatCards({ dashboard }: { dashboard: Dashboard }) {
  const { requests, income, providers, homeowners, quizzes, calls, notifications, refunds } =
    dashboard;
  const cards: CardProps[] = [
    {
      id: "requests",
      title: "Service requests",
      figures: [
        ["All", countOf(requests.total)],
        ["Today", countOf(requests.today)],
      ],
    },
    {
      id: "income",
      title: "Income",
      figures: [
        ["Today", formatMoney(income.today)],
        [LAST_DAYS, formatMoney(income.window)],
        ["Average per day", formatMoney(income.perDay)],
      ],
    },
    {
      id: "providers",
      title: "Providers",
      figures: [
        ["All", countOf(providers.total)],
        ["Active", countOf(providers.active)],
      ],
    },
    {
      id: "homeowners",
      title: "Homeowners",
      figures: [
        ["New today", countOf(homeowners.today)],
        ["Setup completed", countOf(homeowners.setUp)],
      ],
    },
    {
      id: "quizzes",
      title: "Quizzes",
      figures: [
        ["All", countOf(quizzes.total)],
        ["Active", countOf(quizzes.active)],
      ],
    },
    {
      id: "calls",
      title: "Call attribution",
      figures: [
        ["Today", countOf(calls.today)],
        ["Connected", countOf(calls.connected)],
      ],
    },
    {
      id: "notifications",
      title: "Notifications today",
      figures: [
        ["E-mail", countOf(notifications.email)],
        ["SMS", countOf(notifications.sms)],
      ],
    },
    {
      id: "refunds",
      title: "Refunds",
      figures: [
        ["Today", formatCount(refunds.today)],
        [LAST_DAYS, formatCount(refunds.window)],
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

function StatCard({ id, title, figures, note }: CardProps) {
  return (
    <section aria-labelledby={`stat-${id}`} className="panel-card p-4">
      <h2 id={`stat-${id}`} className="font-semibold text-petrol">
        {title}
      </h2>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-3">
        {figures.map(([label, value]) => (
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
