import { Link } from "react-router";
import { Badge } from "#app/components/admin/badge.tsx";
import type { StaffDispute } from "../../loaders.server.ts";
import { DecisionForm } from "./decision-form.tsx";

/** One dispute. It opens to what was claimed, what our records say, and the decision or its form. */
export function DisputeCard({ dispute }: { dispute: StaffDispute }) {
  const { company, claim, serviceType, city, decision, due } = dispute;
  return (
    <details className="panel-card" open={decision === null}>
      <summary className="cursor-pointer p-4">
        <span className="font-semibold wrap-anywhere">{company}</span>: {claim}{" "}
        <State dispute={dispute} />
        <span className="block text-[0.9375rem] text-muted">
          {[serviceType, city].filter(Boolean).join(", ")}
          {decision === null && due ? `. Due ${due}` : ""}
        </span>
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
        </p>
        <Words title="The provider wrote" text={dispute.words} empty="No words." />
        <Facts dispute={dispute} />
        {decision ? <Decision dispute={dispute} /> : <DecisionForm dispute={dispute} />}
      </div>
    </details>
  );
}

function State({ dispute: { decision, isOverdue, isByFacts } }: { dispute: StaffDispute }) {
  if (decision)
    return (
      <Badge tone={decision === "granted" ? "ok" : "neutral"}>
        {decision === "granted" ? "Granted" : "Refused"}
        {isByFacts ? " by our records" : ""}
      </Badge>
    );
  return isOverdue ? <Badge tone="alarm">Overdue</Badge> : <Badge tone="notice">Waits</Badge>;
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
