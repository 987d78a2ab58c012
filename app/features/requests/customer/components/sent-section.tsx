import { PageSection } from "#app/components/layouts/page-section.tsx";
import type { Fact } from "../../inbox/list-facts.server.ts";

/** Service, street and place: enough to recognize a request. */
const SHOWN_FIRST = 3;
/** Longer values take the whole width. */
const LONG_VALUE = 60;

/** Everything that the customer sent. */
export function SentSection({
  facts,
  sentAt,
  reference,
  children,
}: {
  facts: readonly Fact[];
  sentAt: string;
  reference: string | null;
  children?: React.ReactNode;
}) {
  return (
    <PageSection id="sent" title="What you sent">
      <p className="mt-1 text-muted">
        {sentAt}
        {reference ? <span className="wrap-anywhere">, reference {reference}</span> : null}
      </p>
      <FactList facts={facts.slice(0, SHOWN_FIRST)} />
      {facts.length > SHOWN_FIRST ? (
        <details className="mt-3">
          <summary className="py-1 font-semibold">Everything you sent</summary>
          <FactList facts={facts.slice(SHOWN_FIRST)} />
        </details>
      ) : null}
      {children}
    </PageSection>
  );
}

const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-2">
    {facts.map(({ label, value }) => (
      <div key={label} className={value.length > LONG_VALUE ? "sm:col-span-2" : undefined}>
        <dt className="text-muted">{label}</dt>
        <dd className="font-semibold break-words whitespace-pre-wrap">{value}</dd>
      </div>
    ))}
  </dl>
);
