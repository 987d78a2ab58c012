import { Badge } from "#app/components/admin/badge.tsx";
import { STATUS_LABELS } from "../../../inbox/schema.ts";
import type { PersonData } from "../../load-person.server.ts";
import { MergeButton } from "./merge-button.tsx";
import { PersonEntryRow, RequestLink } from "./person-entry.tsx";
import { type MergeForm, PERSON_HEADING_ID, useMerge } from "./use-merge.ts";

/** How many entries are shown before the list is unfolded. */
const FIRST_SHOWN = 6;

type PersonPanelProps = { person: PersonData; now: number };

/** Everything from the person who sent a request, and the buttons that merge their requests. */
export function PersonPanel({ person, now }: PersonPanelProps) {
  const { requestId, summary, entries, isCut, optOut } = person;
  const merge = useMerge(requestId);
  const rows = entries.map((entry) => (
    <PersonEntryRow
      key={`${entry.kind} ${entry.key}`}
      entry={entry}
      requestId={requestId}
      merge={merge}
      now={now}
    />
  ));
  const more = rows.slice(FIRST_SHOWN);
  return (
    <section aria-labelledby={PERSON_HEADING_ID} className="panel-card p-4">
      <h3 id={PERSON_HEADING_ID} tabIndex={-1} className="font-bold">
        Everything from this person
      </h3>
      <p className="text-sm text-muted">{summary}</p>
      {optOut ? <OptOut optOut={optOut} /> : null}
      <DuplicateHint person={person} merge={merge} />
      <p role="alert" className="text-sm text-danger">
        {merge.refusal}
      </p>
      <ol className="mt-2 grid gap-3">{rows.slice(0, FIRST_SHOWN)}</ol>
      {more.length > 0 ? (
        <details className="mt-2">
          <summary className="link inline-block py-1">Show {more.length} more</summary>
          <ol className="mt-2 grid gap-3">{more}</ol>
        </details>
      ) : null}
      {isCut ? (
        <p className="mt-2 text-sm text-muted">Only the newest of each kind are listed.</p>
      ) : null}
    </section>
  );
}

function OptOut({ optOut }: { optOut: NonNullable<PersonData["optOut"]> }) {
  const { day, scope, holds } = optOut;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2">
      <Badge tone={holds ? "danger" : "muted"}>
        Opted out on {day}
        {scope === "company" ? ", of our contact alone" : ""}
      </Badge>
      {holds ? null : <span className="text-sm text-muted">and sent this request later</span>}
    </p>
  );
}

/** The form found an earlier request with the same phone. */
function DuplicateHint({ person, merge }: { person: PersonData; merge: MergeForm }) {
  const { original, requestId } = person;
  if (!original) return null;
  return (
    <div className="mt-2 rounded-lg bg-sand p-3">
      <p className="break-words">
        {original.isSameService ? "Likely" : "Maybe"} the same job as{" "}
        <RequestLink request={original}>
          {original.service} of {original.day}
        </RequestLink>{" "}
        ({STATUS_LABELS[original.status].toLowerCase()}).
      </p>
      <div className="mt-2">
        <MergeButton merge={merge} sourceId={requestId} targetId={original.id}>
          Merge into that request
        </MergeButton>
      </div>
    </div>
  );
}
