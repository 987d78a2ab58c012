type OfferFactsProps = {
  facts: readonly { label: string; value: string }[];
  description: string | null;
};

/** The job: what, where and when, and what the customer wrote. */
export function OfferFacts({ facts, description }: OfferFactsProps) {
  return (
    <dl className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-4 gap-y-2.5 rounded-2xl border border-line bg-paper p-4 leading-6 sm:grid-cols-2 sm:p-5">
      {facts.map(({ label, value }) => (
        <div key={label} className="nth-last-2:odd:col-span-full">
          <dt className="text-muted">{label}</dt>
          <dd className="font-semibold break-words">{value}</dd>
        </div>
      ))}
      {description ? (
        <div className="col-span-full">
          <dt className="text-muted">What the customer wrote</dt>
          <dd className="break-words whitespace-pre-wrap">{description}</dd>
        </div>
      ) : null}
    </dl>
  );
}
