type StatCardsProps = {
  stats: readonly { label: string; value: string; note?: string }[];
  /** On hover, such as the moment of the count. */
  title?: string;
};

/** Numbers in a row, each with its label; two in a row on a phone. */
export function StatCards({ stats, title }: StatCardsProps) {
  return (
    <dl
      title={title}
      className="grid grid-cols-2 gap-3 room-max-xs:grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] room-md:grid-cols-4"
    >
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
