export type Fact = [label: string, value: React.ReactNode];

/** Facts about one thing: the label beside its value, above it on a narrow page. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-1 room-sm:grid-cols-[max-content_1fr]">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="wrap-anywhere room-max-sm:mb-2">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
