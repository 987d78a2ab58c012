import { EmptyState } from "#app/components/admin/empty-state.tsx";
import type { DisputesPageData } from "../../loaders.server.ts";
import { DisputeCard } from "./dispute-card.tsx";

/** The disputes of providers: those that wait for a person, then the decided ones. */
export function DisputesPage({ open, decided }: DisputesPageData) {
  return (
    <div className="grid gap-6">
      <section aria-labelledby="open-title" className="grid gap-3">
        <h2 id="open-title" className="h3">
          Waiting for a decision ({open.length})
        </h2>
        <p className="max-w-prose text-muted">
          Our own records did not decide these. The first one is due first. The provider reads your
          answer in their portal and in a mail.
        </p>
        {open.length > 0 ? (
          open.map((dispute) => <DisputeCard key={dispute.id} dispute={dispute} />)
        ) : (
          <div className="panel-card">
            <EmptyState title="No dispute waits">
              You get a mail when a provider disputes an offer and a person has to decide.
            </EmptyState>
          </div>
        )}
      </section>
      {decided.length > 0 ? (
        <section aria-labelledby="decided-title" className="grid gap-3">
          <h2 id="decided-title" className="h3">
            Decided, the newest first
          </h2>
          {decided.map((dispute) => (
            <DisputeCard key={dispute.id} dispute={dispute} />
          ))}
        </section>
      ) : null}
    </div>
  );
}
