import type { ReactNode } from "react";
import { Link, useLocation, useNavigate, useRevalidator } from "react-router";
import { Badge } from "#app/components/admin/badge.tsx";
import { PageDialog } from "#app/components/admin/page-dialog.tsx";
import { TimeAgo } from "#app/components/admin/time-ago.tsx";
import { useNow } from "#app/components/admin/use-now.ts";
import type { RequestDetailData } from "../../loaders.server.ts";
import { LIST_PATH, STATUS_LABELS } from "../../schema.ts";
import { AssigneeSelect } from "./assignee-select.tsx";
import { NotesPanel } from "./notes-panel.tsx";
import { QuizPanel } from "./quiz-panel.tsx";
import { FactList, RequestFacts } from "./request-facts.tsx";
import {
  CallingBadge,
  ContactLink,
  Flags,
  MessageBadge,
  StatusSelect,
  WaitingBadge,
} from "./request-parts.tsx";
import { SyncPanel } from "./sync-panel.tsx";
import { useRequestStream } from "./use-request-stream.ts";
import type { StatusChanges } from "./use-status-changes.ts";

type RequestDialogProps = {
  data: RequestDetailData;
  statuses: StatusChanges;
  /** The company that accepted the request and waits for the customer's yes. */
  waitingFor: string | null;
  /** Panels of other features. */
  children: ReactNode;
};

/** One request in a dialog over the list; closing it goes back to the same page of the list. */
export function RequestDialog({ data, statuses, waitingFor, children }: RequestDialogProps) {
  const { request, duplicates, timeline } = data;
  const now = useNow(data.now);
  const { search, key } = useLocation();
  const navigate = useNavigate();
  const close = () => navigate({ pathname: LIST_PATH, search }, { preventScrollReset: true });
  const { revalidate } = useRevalidator();
  useRequestStream(request.id, () => void revalidate());

  return (
    <PageDialog
      title={request.name}
      subtitle={
        <>
          <p className="text-sm text-muted">
            {request.serviceType}, <TimeAgo at={request.createdAt} now={now} />
          </p>
          <MessageBadge isNew={request.hasNewMessage} />
          <WaitingBadge company={waitingFor} />
        </>
      }
      // Reopens the dialog also when the user navigates back to a request that is still mounted.
      openKey={key}
      onClose={close}
    >
      <div className="grid gap-4 room-md:grid-cols-[1fr_18rem]">
        <div className="grid content-start gap-4">
          <section aria-labelledby="request-customer" className="panel-card p-4">
            <h3 id="request-customer" className="font-bold">
              Customer
            </h3>
            <p className="mt-2 text-lg room-max-xs:text-base">
              <ContactLink href={request.phoneHref}>{request.phone}</ContactLink>
            </p>
            {request.email ? (
              <p>
                <ContactLink href={request.mailHref}>{request.email}</ContactLink>
              </p>
            ) : null}
            <FactList facts={data.facts.customer} />
            <p className="mt-2 flex flex-wrap gap-1">
              <CallingBadge calling={request.calling} isOptedOut={request.isOptedOut} now={now} />
              <Flags flags={request.flags} />
              {request.gpc ? <Badge>Privacy signal on</Badge> : null}
            </p>
          </section>
          <RequestFacts facts={data.facts} description={request.description} />
          <QuizPanel
            requestId={request.id}
            quiz={data.quiz}
            answers={data.facts.quiz}
            isClosed={statuses.getStatus(request, data.now) === "closed"}
          />
          <NotesPanel
            notes={data.notes}
            viewerId={data.viewerId}
            requestId={request.id}
            now={now}
          />
          {children}
        </div>
        <div className="grid content-start gap-4">
          <section aria-label="Handling" className="panel-card grid gap-3 p-4">
            <div className="grid gap-1">
              <span className="text-sm font-semibold">Status</span>
              <StatusSelect
                status={statuses.getStatus(request, data.now)}
                label="Status"
                onChange={(status) => statuses.change([request], status, data.now)}
              />
            </div>
            <AssigneeSelect request={request} assignees={data.assignees} />
          </section>
          <SyncPanel request={request} attempts={data.attempts} now={now} />
          <section aria-labelledby="request-consent" className="panel-card p-4">
            <h3 id="request-consent" className="font-bold">
              Consent
            </h3>
            <p className="mt-1">
              {request.consent === "captured"
                ? "Captured with the request."
                : request.consent === null
                  ? "There is no record."
                  : "Not captured: another program sent the request."}
            </p>
            {request.consent ? (
              <a
                href={`${LIST_PATH}/${request.id}/consent`}
                target="_blank"
                rel="noreferrer"
                className="link mt-1 inline-block py-1"
              >
                Proof to print
              </a>
            ) : null}
          </section>
          {duplicates.length > 0 ? (
            <section aria-labelledby="request-duplicates" className="panel-card p-4">
              <h3 id="request-duplicates" className="font-bold">
                Other requests of this person
              </h3>
              <ul className="mt-1 grid gap-2">
                {duplicates.map((duplicate) => (
                  <li key={duplicate.id}>
                    <Link
                      to={{ pathname: `${LIST_PATH}/${duplicate.id}`, search }}
                      preventScrollReset
                      className="link"
                    >
                      {duplicate.serviceType}
                    </Link>
                    <span className="block text-sm text-muted">
                      {duplicate.name}, {STATUS_LABELS[duplicate.status]},{" "}
                      <TimeAgo at={duplicate.createdAt} now={now} />
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
          <section aria-labelledby="request-timeline" className="panel-card p-4">
            <h3 id="request-timeline" className="font-bold">
              Timeline
            </h3>
            <ol className="mt-1 grid gap-2">
              {timeline.map(({ id, at, text, by }) => (
                <li key={id} className="border-l-2 border-line pl-3 break-words">
                  {text}
                  <span className="block text-sm text-muted">
                    {by ? `${by}, ` : ""}
                    <TimeAgo at={at} now={now} />
                  </span>
                </li>
              ))}
            </ol>
          </section>
        </div>
      </div>
    </PageDialog>
  );
}
