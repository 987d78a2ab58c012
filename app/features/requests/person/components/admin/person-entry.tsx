import {
  FileCheck,
  Inbox,
  ListChecks,
  type LucideIcon,
  MessageSquare,
  Phone,
  PhoneMissed,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { Badge } from "#app/components/admin/badge.tsx";
import { TimeAgo } from "#app/components/admin/time-ago.tsx";
import { LIST_PATH, STATUS_LABELS } from "../../../inbox/schema.ts";
import type { PersonEntry, PersonRequest, RequestEntry } from "../../build-entries.ts";
import { MergeButton } from "./merge-button.tsx";
import type { MergeForm } from "./use-merge.ts";

type PersonEntryProps = {
  entry: PersonEntry;
  /** The open request. */
  requestId: string;
  merge: MergeForm;
  now: number;
};

/** One thing that a person sent or that happened with them. */
export function PersonEntryRow({ entry, requestId, merge, now }: PersonEntryProps) {
  const time = <TimeAgo at={entry.at} now={now} />;
  if (entry.kind === "request")
    return <RequestRow entry={entry} requestId={requestId} merge={merge} time={time} />;
  if (entry.kind === "call")
    return (
      <Row icon={entry.isConnected ? Phone : PhoneMissed}>
        <p>
          {entry.isConnected ? "Call" : "Call, not connected"}
          {entry.label ? `: ${entry.label}` : ""}
        </p>
        <Meta>{time}</Meta>
      </Row>
    );
  const about = entry.of ? (
    <>
      {", about "}
      <RequestLink request={entry.of}>
        {entry.of.service} of {entry.of.day}
      </RequestLink>
    </>
  ) : null;
  if (entry.kind === "message")
    return (
      <Row icon={MessageSquare}>
        <p>
          <span className="font-semibold">{entry.author}:</span> {entry.text}
        </p>
        <Meta>
          {time}
          {about}
        </Meta>
      </Row>
    );
  if (entry.kind === "quiz")
    return (
      <Row icon={ListChecks}>
        <p>
          Quiz: {entry.title}
          {entry.cause ? (
            <span className="block">
              {entry.isDanger ? "Danger" : "Most likely"}: {entry.cause}
            </span>
          ) : null}
        </p>
        <Meta>
          {time}
          {about}
        </Meta>
      </Row>
    );
  return (
    <Row icon={FileCheck}>
      <p>
        {entry.title}
        {entry.textVersion === null ? "" : `, text version ${entry.textVersion}`}
      </p>
      <Meta>
        {time}
        {about}
        {", "}
        <a
          href={`${LIST_PATH}/${entry.requestId}/consent`}
          target="_blank"
          rel="noreferrer"
          className="link"
        >
          proof<span className="sr-only"> of this consent, {entry.at.exact}</span>
        </a>
      </Meta>
    </Row>
  );
}

type RequestRowProps = Omit<PersonEntryProps, "entry" | "now"> & {
  entry: RequestEntry;
  time: ReactNode;
};

function RequestRow({ entry, requestId, merge, time }: RequestRowProps) {
  const { id, service, day, status, text, isOpenOne, merged, canMerge, canUndo } = entry;
  return (
    <Row icon={Inbox}>
      <p className="flex flex-wrap items-center gap-x-2">
        {isOpenOne ? (
          <strong>{service}, this request</strong>
        ) : (
          <RequestLink request={entry}>{service}</RequestLink>
        )}
        <Badge>{STATUS_LABELS[status]}</Badge>
        {merged ? (
          <Badge tone="muted">{merged === "here" ? "Merged into this one" : "Merged"}</Badge>
        ) : null}
      </p>
      {text && !isOpenOne ? <p>{text}</p> : null}
      <Meta>{time}</Meta>
      {canMerge || canUndo ? (
        <div className="mt-1">
          <MergeButton
            merge={merge}
            sourceId={id}
            targetId={canMerge ? requestId : null}
            about={`${service} of ${day}`}
          >
            {canMerge ? "Merge into this request" : "Undo merge"}
          </MergeButton>
        </div>
      ) : null}
    </Row>
  );
}

function Row({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-2 break-words">
      <Icon className="mt-1 size-4 text-muted" aria-hidden="true" />
      <div>{children}</div>
    </li>
  );
}

const Meta = ({ children }: { children: ReactNode }) => (
  <p className="text-sm text-muted">{children}</p>
);

type RequestLinkProps = { request: Pick<PersonRequest, "id">; children: ReactNode };

/** Opens another request over the same page of the list. */
export function RequestLink({ request, children }: RequestLinkProps) {
  const { search } = useLocation();
  return (
    <Link
      to={{ pathname: `${LIST_PATH}/${request.id}`, search }}
      preventScrollReset
      className="link"
    >
      {children}
    </Link>
  );
}
