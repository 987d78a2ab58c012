import { Link } from "react-router";
import { Badge } from "#app/components/admin/badge.tsx";
import { formatTimeLeft } from "#app/lib/format-time.ts";
import type { StaffDispute } from "../../load-staff-page.server.ts";
import { DecisionForm } from "./decision-form.tsx";

/**
 * One dispute, closed at first. It opens to what was claimed, what our records say, and the decision or
 * its form; opening one closes the others.
 */
export function DisputeCard({ dispute, now }: { dispute: StaffDispute; now: number }) {
  const { company, claim, job, decision, due } = dispute;
  return (
    <details
      name="dispute"
      className="panel-card scroll-mt-20"
      onToggle={({ currentTarget }) => {
        // Where one above closes, this one moves up, maybe out of sight.
        const isAbove = currentTarget.getBoundingClientRect().top < 0;
        if (currentTarget.open && isAbove) currentTarget.scrollIntoView();
      }}
    >
      <summary className="cursor-pointer p-4">
        <span className="font-semibold wrap-anywhere">{company}</span>: {claim}{" "}
        <State dispute={dispute} now={now} />
        <span className="block text-[0.9375rem] text-muted">{job}</span>
      </summary>
      <div className="grid gap-3 border-t border-line p-4">
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          <Link to={`/backyard/service-requests/${dispute.requestId}`} className="link py-1">
            Request
          </Link>
          <Link to={`/backyard/providers/${dispute.providerId}`} className="link py-1">
            Provider
          </Link>
        </p>
        <p>
          Accepted {dispute.accepted} for {dispute.cost}
          {dispute.isRefunded ? " (they are back)" : ""}. Disputed {dispute.opened} by{" "}
          {dispute.openedBy ?? "a former person of the company"}.
          {decision === null && due ? ` Due ${due.exact}.` : ""}
        </p>
        <Words title="The provider wrote" text={dispute.words} empty="No words." />
        <Facts dispute={dispute} />
        <Job dispute={dispute} />
        {decision ? <Decision dispute={dispute} /> : <DecisionForm dispute={dispute} />}
      </div>
    </details>
  );
}

type StateProps = { dispute: StaffDispute; now: number };

function State({ dispute: { decision, due, isByFacts }, now }: StateProps) {
  if (decision)
    return (
      <Badge tone={decision === "granted" ? "ok" : "neutral"}>
        {decision === "granted" ? "Granted" : "Refused"}
        {isByFacts ? " by our records" : ""}
      </Badge>
    );
  if (!due) return <Badge tone="notice">Waits</Badge>;
  return due.ms < now ? (
    <Badge tone="alarm" title={due.exact}>
      Overdue
    </Badge>
  ) : (
    <Badge tone="notice" title={due.exact}>
      Due {formatTimeLeft(due.ms, now)}
    </Badge>
  );
}

/** What happened with the job, on which a decision depends. */
function Job({ dispute: { stage, visit, paid } }: { dispute: StaffDispute }) {
  return (
    <div>
      <p className="font-semibold">The job now</p>
      <dl className="mt-1 grid gap-2">
        {[
          ["Where it stands, as the provider says", stage],
          ["The visit", visit],
          ["What the customer paid, as the provider says", paid],
        ].map(([label, value]) => (
          <div key={label}>
            <dt className="text-[0.9375rem] text-muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Words({ title, text, empty }: { title: string; text: string | null; empty: string }) {
  return (
    <div>
      <p className="font-semibold">{title}</p>
      {text ? (
        <blockquote className="mt-1 border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-wrap">
          {text}
        </blockquote>
      ) : (
        <p className="text-muted">{empty}</p>
      )}
    </div>
  );
}

function Facts({ dispute: { facts } }: { dispute: StaffDispute }) {
  return (
    <div>
      <p className="font-semibold">What our records said then, as the provider sees it</p>
      {facts.length > 0 ? (
        <dl className="mt-1 grid gap-2">
          {facts.map(({ label, value, supports }) => (
            <div key={label}>
              <dt className="text-[0.9375rem] text-muted">{label}</dt>
              <dd>
                {value}
                {supports ? " (this proves it)" : ""}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="text-muted">Nothing was looked up for this claim.</p>
      )}
    </div>
  );
}

function Decision({ dispute }: { dispute: StaffDispute }) {
  const { decision, decided, isByFacts, decidedByName, answer } = dispute;
  return (
    <>
      <p>
        {decision === "granted" ? "Granted" : "Refused"} {decided} by{" "}
        {isByFacts ? "our own records" : (decidedByName ?? "a former member of staff")}.
      </p>
      <Words title="The answer" text={answer} empty="Deleted with the customer's details." />
    </>
  );
}
