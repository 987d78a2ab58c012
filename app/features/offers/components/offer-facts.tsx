type OfferFactsProps = {
  facts: readonly { label: string; value: string }[];
  description: string | null;
};

/** The job: what, where and when, and what the customer wrote. */
export function OfferFacts({ facts, description }: OfferFactsProps) {
  return (
    <dl className="mt-5 grid gap-x-6 gap-y-3 rounded-2xl border border-line bg-paper p-5 sm:grid-cols-2">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-muted">{label}</dt>
          <dd className="font-semibold break-words">{value}</dd>
        </div>
      ))}
      {description ? (
        <div className="sm:col-span-2">
          <dt className="text-muted">What the customer wrote</dt>
          <dd className="break-words whitespace-pre-wrap">{description}</dd>
        </div>
      ) : null}
    </dl>
  );
}
