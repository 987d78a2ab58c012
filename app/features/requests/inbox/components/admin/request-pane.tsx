import { type ReactNode, useEffect } from "react";
import { useLocation, useNavigate, useOutletContext, useRevalidator } from "react-router";
import { Badge } from "#app/components/admin/badge.tsx";
import { Button } from "#app/components/admin/button.tsx";
import { PagePane } from "#app/components/admin/page-pane.tsx";
import { TimeAgo } from "#app/components/admin/time-ago.tsx";
import { useNow } from "#app/components/admin/use-now.ts";
import { useRoomWidth } from "#app/components/admin/use-room-width.ts";
import { ReturnLine } from "../../../assignments/components/admin/return-line.tsx";
import { TakeButton } from "../../../assignments/components/admin/take-button.tsx";
import { checkAttempt } from "../../../attempts/check-attempt.ts";
import { AttemptPanel } from "../../../attempts/components/admin/attempt-panel.tsx";
import { CallButton } from "../../../attempts/components/admin/call-button.tsx";
import type { AttemptPanelData } from "../../../attempts/loaders.server.ts";
import { OutcomePanel } from "../../../outcomes/components/admin/outcome-panel.tsx";
import type { RecordedOutcome } from "../../../outcomes/queries.server.ts";
import { PresenceLine } from "../../../presence/components/admin/presence-line.tsx";
import { usePresence } from "../../../presence/components/admin/use-presence.ts";
import { SnoozeMenu } from "../../../snooze/components/admin/snooze-menu.tsx";
import type { NextStep } from "../../describe-next-step.ts";
import type { RequestDetailData } from "../../loaders.server.ts";
import { getSyncLabel, LIST_PATH } from "../../schema.ts";
import { Activity } from "./activity.tsx";
import { AssigneeSelect } from "./assignee-select.tsx";
import { ConsentPanel } from "./consent-panel.tsx";
import { ContactPanel } from "./contact-panel.tsx";
import { DuplicatesPanel } from "./duplicates-panel.tsx";
import { FoldedPanel } from "./folded-panel.tsx";
import { NoteComposer } from "./note-composer.tsx";
import { focusNote } from "./pane-commands.ts";
import { PhoneBar } from "./phone-bar.tsx";
import { QuizPanel } from "./quiz-panel.tsx";
import { RequestFacts } from "./request-facts.tsx";
import type { ListContext } from "./request-list.tsx";
import { MessageBadge, StatusSelect, WaitingBadge } from "./request-parts.tsx";
import { SyncPanel } from "./sync-panel.tsx";
import { useRequestStream } from "./use-request-stream.ts";

type RequestPaneProps = {
  data: RequestDetailData;
  contact: AttemptPanelData;
  /** The company that accepted the request and waits for the customer's yes. */
  waitingFor: string | null;
  outcome: RecordedOutcome | null;
  nextStep: NextStep;
  /** Panels of other features: matches, messages and photos. */
  work: ReactNode;
  /** Panels of other features that are needed now and then. */
  folded: ReactNode;
};

const STEP_TONES = {
  now: "border-danger bg-danger text-paper",
  next: "border-petrol bg-paper",
  wait: "border-line bg-paper text-muted",
} as const;

/** One request beside the list; closing it goes back to the same page of the list. */
export function RequestPane({
  data,
  contact,
  waitingFor,
  outcome,
  nextStep,
  work,
  folded,
}: RequestPaneProps) {
  const { request } = data;
  const { statuses, onClose, openRequest } = useOutletContext<ListContext>();
  const isPhone = useRoomWidth() === "phone";
  const now = useNow(data.now);
  const { search, key } = useLocation();
  const navigate = useNavigate();
  const leave = () => navigate({ pathname: LIST_PATH, search }, { preventScrollReset: true });
  const { revalidate } = useRevalidator();
  useRequestStream(request.id, () => void revalidate());
  const presence = usePresence(request.id);
  const status = statuses.getStatus(request, data.now);
  useEffect(() => {
    openRequest.current = { id: request.id, status };
    return () => {
      openRequest.current = null;
    };
  }, [openRequest, request.id, status]);
  const statusSelect = (
    <StatusSelect
      status={status}
      label="Status"
      onChange={(to) => statuses.change([request], to, data.now)}
    />
  );
  const composer = (
    <NoteComposer
      notes={data.notes}
      viewerId={data.viewerId}
      requestId={request.id}
      onTyping={presence.reportTyping}
    />
  );

  return (
    <PagePane
      title={request.name}
      subtitle={
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="text-sm text-muted">
            {request.serviceType}, <TimeAgo at={request.createdAt} now={now} />
          </span>
          {request.isEmergency ? <Badge tone="alarm">Emergency</Badge> : null}
          <MessageBadge isNew={request.hasNewMessage} />
          <WaitingBadge company={waitingFor} />
          <PresenceLine presence={presence} />
        </div>
      }
      actions={
        <Button
          onClick={() => onClose({ id: request.id, status })}
          disabled={status === "closed"}
          aria-keyshortcuts="E"
          className="room-phone:hidden"
        >
          Close with outcome
        </Button>
      }
      openKey={key}
      onClose={leave}
      footer={
        isPhone ? (
          <PhoneBar
            canCall={request.phoneHref !== null && !request.isOptedOut}
            statusSelect={statusSelect}
            composer={composer}
          />
        ) : (
          composer
        )
      }
    >
      <div className="grid content-start gap-3">
        <p
          className={`rounded-lg border px-4 py-2 font-semibold ${STEP_TONES[nextStep.tone]}`}
          data-next-step
        >
          <span className="sr-only">Next step: </span>
          {nextStep.text}
        </p>
        {status === "closed" ? <OutcomePanel requestId={request.id} outcome={outcome} /> : null}
        <ContactPanel
          request={request}
          now={now}
          canDial={checkAttempt({ ...contact, channel: "call", now: new Date(now) }).ok}
        >
          <CallButton
            requestId={request.id}
            name={request.name}
            phoneHref={request.phoneHref}
            mailHref={request.mailHref}
            isOptedOut={request.isOptedOut}
            data={contact}
            onDial={(channel) => {
              if (channel !== "call") return;
              presence.startCalling();
              focusNote();
            }}
          />
        </ContactPanel>
        <AttemptPanel
          requestId={request.id}
          data={contact}
          isOptedOut={request.isOptedOut}
          now={now}
          action={`${LIST_PATH}/${request.id}`}
        />
        <section
          aria-label="Handling"
          className="panel-card grid gap-3 p-4 room-not-phone:grid-cols-2!"
        >
          {isPhone ? null : (
            <div className="grid content-start gap-1">
              <span className="text-sm font-semibold">Status</span>
              {statusSelect}
            </div>
          )}
          <AssigneeSelect request={request} assignees={data.assignees} />
          <TakeButton
            requestId={request.id}
            assigneeId={request.assigneeId}
            viewerId={data.viewerId}
          />
          <ReturnLine returnDue={request.returnDue} returned={request.returned} now={now} />
          {status === "closed" ? null : (
            <SnoozeMenu
              requestId={request.id}
              snooze={request.snooze}
              timeZone={data.timeZone}
              now={now}
              suggestion={
                contact.next
                  ? { label: contact.next.text, at: new Date(contact.next.at) }
                  : undefined
              }
            />
          )}
        </section>
        <RequestFacts facts={data.facts} description={request.description} />
        {work}
        <QuizPanel
          requestId={request.id}
          quiz={data.quiz}
          answers={data.facts.quiz}
          isClosed={status === "closed"}
        />
        <Activity notes={data.notes} timeline={data.timeline} now={now} />
        <DuplicatesPanel duplicates={data.duplicates} search={search} now={now} />
        <FoldedPanel
          title={`CRM sync: ${getSyncLabel(request)}`}
          isOpenAtFirst={request.sync !== "delivered"}
        >
          <SyncPanel request={request} attempts={data.attempts} now={now} />
        </FoldedPanel>
        <FoldedPanel title="Consent and the customer's page">
          <ConsentPanel request={request} />
          {folded}
        </FoldedPanel>
      </div>
    </PagePane>
  );
}
