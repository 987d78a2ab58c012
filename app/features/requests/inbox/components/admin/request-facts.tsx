import type { RequestDetailData } from "../../loaders.server.ts";

type Facts = RequestDetailData["facts"];
type RequestFactsProps = { facts: Facts; description: string | null };

/** The visitor's answers by section, except those at the top of the dialog. */
export function RequestFacts({ facts, description }: RequestFactsProps) {
  return (
    <>
      <FactSection title="Service details" facts={facts.service} />
      <section aria-labelledby="request-description" className="panel-card p-4">
        <h3 id="request-description" className="font-bold">
          Description
        </h3>
        <p className="mt-1 break-words whitespace-pre-wrap">
          {description || <span className="text-muted">Nothing was written.</span>}
        </p>
      </section>
      <FactSection title="Location" facts={facts.location} />
      <FactSection title="Additional details" facts={facts.details} />
    </>
  );
}

type FactsProps = { facts: Facts[keyof Facts] };

function FactSection({ title, facts }: FactsProps & { title: string }) {
  const id = `request-${title.toLowerCase().replaceAll(" ", "-")}`;
  if (facts.length === 0) return null;
  return (
    <section aria-labelledby={id} className="panel-card p-4">
      <h3 id={id} className="font-bold">
        {title}
      </h3>
      <FactList facts={facts} />
    </section>
  );
}

export function FactList({ facts }: FactsProps) {
  if (facts.length === 0) return null;
  return (
    <dl className="mt-2 grid gap-x-4 gap-y-2 room-sm:grid-cols-2">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="break-words whitespace-pre-wrap">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
