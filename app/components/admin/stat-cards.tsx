type StatCardsProps = {
  stats: readonly { label: string; value: string; note?: string }[];
  /** Shown on hover, such as when the numbers were counted. */
  title?: string;
  /** Stacks the cards on a phone, for long labels. */
  isStacked?: boolean;
};

const AUTO_FIT_ON_NARROW = "room-max-xs:grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))]";

/** Labeled numbers in a row; on a phone, two in a row unless there are three. */
export function StatCards({ stats, title, isStacked = false }: StatCardsProps) {
  const columns = isStacked
    ? "room-sm:grid-cols-3"
    : stats.length === 3
      ? `grid-cols-3 ${AUTO_FIT_ON_NARROW}`
      : `grid-cols-2 ${AUTO_FIT_ON_NARROW} room-md:grid-cols-4`;
  return (
    <dl title={title} className={`grid gap-3 ${columns}`}>
      {stats.map((stat) => (
        <StatCard key={stat.label} {...stat} />
      ))}
    </dl>
  );
}

function StatCard({ label, value, note }: StatCardsProps["stats"][number]) {
  return (
    <div className="panel-card px-4 py-3">
      <dt className="text-sm text-muted">{label}</dt>
      <dd>
        <span className="font-display text-2xl font-bold tabular-nums">{value}</span>
        {note ? <span className="block text-sm text-muted">{note}</span> : null}
      </dd>
    </div>
  );
}
