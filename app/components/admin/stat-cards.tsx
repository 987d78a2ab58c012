type StatCardsProps = {
  stats: readonly { label: string; value: string; note?: string }[];
  /** On hover, such as the moment of the count. */
  title?: string;
  /** One below the other on a phone, for long labels. */
  isStacked?: boolean;
};

const SMALL_ROOM = "room-max-xs:grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))]";

/** Numbers in a row, each with its label; four of them are two in a row on a phone. */
export function StatCards({ stats, title, isStacked = false }: StatCardsProps) {
  const columns = isStacked
    ? "room-sm:grid-cols-3"
    : stats.length === 3
      ? `grid-cols-3 ${SMALL_ROOM}`
      : `grid-cols-2 ${SMALL_ROOM} room-md:grid-cols-4`;
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
