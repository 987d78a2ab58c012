import { type ReactNode, useEffect } from "react";
import { useLocation, useNavigate, useOutletContext, useRevalidator } from "react-router";
import { Badge } from "#app/components/admin/badge.tsx";
import { Button } from "#app/components/admin/button.tsx";
import { PagePane } from "#app/components/admin/page-pane.tsx";
import { TimeAgo } from "#app/components/admin/time-ago.tsx";
import { useNow } from "#app/components/admin/use-now.ts";
import { useRoomWidth } from "#app/components/admin/use-room-width.ts";
import type { AttemptPanelData } from "../../../attempts/loaders.server.ts";
import type { RecordedOutcome } from "../../../outcomes/queries.server.ts";
import type { PersonData } from "../../../person/load-person.server.ts";
import { PresenceLine } from "../../../presence/components/admin/presence-line.tsx";
import { type Presence, usePresence } from "../../../presence/components/admin/use-presence.ts";
import type { NextStep } from "../../describe-next-step.ts";
import type { RequestDetailData } from "../../loaders.server.ts";
import { LIST_PATH } from "../../schema.ts";
import { HandlingPanel } from "./handling-panel.tsx";
import { NoteComposer } from "./note-composer.tsx";
import { focusNote } from "./pane-commands.ts";
import { PaneContent } from "./pane-content.tsx";
import { PhoneBar } from "./phone-bar.tsx";
import type { ListContext } from "./request-list.tsx";
import { MessageBadge, StatusSelect, WaitingBadge } from "./request-parts.tsx";
import { useRequestStream } from "./use-request-stream.ts";

export type RequestPaneProps = {
  data: RequestDetailData;
  contact: AttemptPanelData;
  person: PersonData;
  /** The company that accepted the request and waits for the customer's yes. */
  waitingFor: string | null;
  outcome: RecordedOutcome | null;
  nextStep: NextStep;
  /** Panels of other features: matches, messages and photos. */
  work: ReactNode;
  /** Panels of other features that are needed now and then. */
  folded: ReactNode;
};

/** One request beside the list; closing it goes back to the same page of the list. */
export function RequestPane(props: RequestPaneProps) {
  const { data, waitingFor } = props;
  const { request, mergedInto } = data;
  const isMerged = mergedInto !== null;
  const { statuses, onClose, openRequest } = useOutletContext<ListContext>();
  const isPhone = useRoomWidth() === "phone";
  const now = useNow(data.now);
  const { search, key } = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  useRequestStream(request.id, { loadedAt: data.now, onChange: () => void revalidate() });
  const presence = usePresence(request.id);
  const status = statuses.getStatus(request, data.now);
  useEffect(() => {
    openRequest.current = { id: request.id, status, isMerged };
    return () => {
      openRequest.current = null;
    };
  }, [openRequest, request.id, status, isMerged]);
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
        <Subtitle request={request} waitingFor={waitingFor} presence={presence} now={now} />
      }
      actions={
        mergedInto || isPhone ? null : (
          <Button
            onClick={() => onClose({ id: request.id, status })}
            disabled={status === "closed"}
            aria-keyshortcuts="E"
          >
            Close with outcome
          </Button>
        )
      }
      openKey={key}
      onClose={() => navigate({ pathname: LIST_PATH, search }, { preventScrollReset: true })}
      footer={
        mergedInto ? null : isPhone ? (
          <PhoneBar
            canCall={request.phoneHref !== null && !request.isOptedOut && !request.isWrongNumber}
            statusSelect={statusSelect}
            composer={composer}
          />
        ) : (
          composer
        )
      }
    >
      <PaneContent
        {...props}
        status={status}
        now={now}
        onCall={() => {
          presence.startCalling();
          focusNote();
        }}
        handling={
          mergedInto ? null : (
            <HandlingPanel
              data={data}
              isClosed={status === "closed"}
              statusSelect={isPhone ? null : statusSelect}
              now={now}
            />
          )
        }
        onLogged={presence.endCalling}
      />
    </PagePane>
  );
}

type SubtitleProps = {
  request: RequestDetailData["request"];
  waitingFor: string | null;
  presence: Presence;
  now: number;
};

function Subtitle({ request, waitingFor, presence, now }: SubtitleProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="text-sm text-muted">
        {request.serviceType}, <TimeAgo at={request.createdAt} now={now} />
      </span>
      {request.isEmergency ? <Badge tone="alarm">Emergency</Badge> : null}
      <MessageBadge isNew={request.hasNewMessage} />
      <WaitingBadge company={waitingFor} />
      <PresenceLine presence={presence} />
    </div>
  );
}
