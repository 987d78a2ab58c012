import { useEffect, useRef } from "react";
import { ButtonLink } from "#app/components/admin/button.tsx";
import { EmptyState } from "#app/components/admin/empty-state.tsx";
import { useNow } from "#app/components/admin/use-now.ts";
import { DISPUTES_PATH } from "../../constants.ts";
import type { DisputeList, DisputesPageData } from "../../load-staff-page.server.ts";
import { DisputeCard } from "./dispute-card.tsx";

/** The disputes of providers: those that wait for a person, then the decided ones. */
export function DisputesPage({ waiting, open, decided, isFirst, loadedAt }: DisputesPageData) {
  const now = useNow(loadedAt);
  return (
    <div className="grid gap-6">
      {open ? <OpenDisputes {...{ waiting, list: open, now, isFirst }} /> : null}
      {decided && (decided.disputes.length > 0 || !isFirst) ? (
        <section aria-labelledby="decided-title" className="grid gap-3">
          <h2 id="decided-title" className="h3">
            Decided, the newest first
          </h2>
          <Rows list={decided} now={now} />
          <Pages isFirst={isFirst} first="Newest" next={decided.next && `?before=${decided.next}`}>
            Show older
          </Pages>
        </section>
      ) : null}
    </div>
  );
}

type OpenProps = { waiting: number; list: DisputeList; now: number; isFirst: boolean };

function OpenDisputes({ waiting, list, now, isFirst }: OpenProps) {
  const title = useFocusAfterDecision(list);
  return (
    <section aria-labelledby="open-title" className="grid gap-3">
      <h2 id="open-title" ref={title} tabIndex={-1} className="h3">
        Waiting for a decision ({waiting})
      </h2>
      <p className="max-w-prose text-muted">
        Our own records did not decide these. The first one is due first. The provider reads your
        answer in their portal and in an email.
      </p>
      {list.disputes.length > 0 ? (
        <Rows list={list} now={now} />
      ) : (
        <div className="panel-card">
          <EmptyState title={isFirst ? "No dispute waits" : "No more open disputes"}>
            You get an email when a provider disputes an offer and a person has to decide.
          </EmptyState>
        </div>
      )}
      <Pages isFirst={isFirst} first="First page" next={list.next && `?after=${list.next}`}>
        Next page
      </Pages>
    </section>
  );
}

const Rows = ({ list: { disputes }, now }: { list: DisputeList; now: number }) =>
  disputes.map((dispute) => <DisputeCard key={dispute.id} dispute={dispute} now={now} />);

type PagesProps = { isFirst: boolean; first: string; next: string | null; children: string };

const Pages = ({ isFirst, first, next, children }: PagesProps) =>
  isFirst && !next ? null : (
    <p className="flex flex-wrap gap-3">
      {isFirst ? null : <ButtonLink to={DISPUTES_PATH}>{first}</ButtonLink>}
      {next ? <ButtonLink to={next}>{children}</ButtonLink> : null}
    </p>
  );

/** A decided dispute leaves the list with its form; whoever uses the keyboard goes on at the title. */
function useFocusAfterDecision({ disputes }: DisputeList) {
  const title = useRef<HTMLHeadingElement>(null);
  const known = useRef(disputes);
  useEffect(() => {
    const isGone = known.current.some(({ id }) => disputes.every((dispute) => dispute.id !== id));
    known.current = disputes;
    if (isGone && document.activeElement === document.body)
      title.current?.focus({ preventScroll: true });
  }, [disputes]);
  return title;
}
