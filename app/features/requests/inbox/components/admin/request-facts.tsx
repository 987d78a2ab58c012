import type { RequestDetailData } from "../../loaders.server.ts";

type Facts = RequestDetailData["facts"];
type RequestFactsProps = { facts: Facts; description: string | null };

/** The problem in the customer's words, and the other answers with a line for each section. */
export function RequestFacts({ facts, description }: RequestFactsProps) {
  const sections = [
    { title: "Customer", facts: facts.customer },
    { title: "Service details", facts: facts.service },
    { title: "Location", facts: facts.location },
    { title: "Additional details", facts: facts.details },
  ];
  return (
    <>
      <section aria-labelledby="request-description" className="panel-card p-4">
        <h3 id="request-description" className="text-sm font-bold text-muted">
          Description
        </h3>
        <p className="mt-1 text-lg break-words whitespace-pre-wrap">
          {description || <span className="text-base text-muted">Nothing was written.</span>}
        </p>
      </section>
      <div className="panel-card divide-y divide-line">
        {sections.map((section) => (
          <FactLine key={section.title} {...section} />
        ))}
      </div>
    </>
  );
}

type FactsProps = { facts: Facts[keyof Facts] };

/** The answers of one section, one after the other. */
function FactLine({ title, facts }: FactsProps & { title: string }) {
  const id = `request-${title.toLowerCase().replaceAll(" ", "-")}`;
  if (facts.length === 0) return null;
  return (
    <section aria-labelledby={id} className="px-4 py-2 room-not-phone:flex room-not-phone:gap-3">
      <h3
        id={id}
        className="text-sm font-bold text-muted room-not-phone:w-32 room-not-phone:shrink-0"
      >
        {title}
      </h3>
      <dl className="flex flex-wrap gap-x-4 gap-y-1">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex min-w-0 flex-wrap gap-x-1.5">
            <dt className="text-muted">{label}:</dt>
            <dd className="min-w-0 font-medium break-words whitespace-pre-wrap">{value}</dd>
          </div>
        ))}
      </dl>
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
