import type { Fact } from "../../inbox/list-facts.server.ts";
import { PageSection } from "./page-section.tsx";

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
      <dl className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {facts.map(({ label, value }) => (
          <div key={label} className={value.length > 60 ? "sm:col-span-2" : undefined}>
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold break-words whitespace-pre-wrap">{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </PageSection>
  );
}
