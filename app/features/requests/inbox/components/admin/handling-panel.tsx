import type { ReactNode } from "react";
import { ReturnLine } from "../../../assignments/components/admin/return-line.tsx";
import { TakeButton } from "../../../assignments/components/admin/take-button.tsx";
import { SnoozeMenu } from "../../../snooze/components/admin/snooze-menu.tsx";
import type { RequestDetailData } from "../../loaders.server.ts";
import { AssigneeSelect } from "./assignee-select.tsx";

type HandlingPanelProps = {
  data: RequestDetailData;
  isClosed: boolean;
  /** Null where the status is elsewhere on the screen. */
  statusSelect: ReactNode;
  now: number;
};

/** Who works on the request, until when, and when it comes back. */
export function HandlingPanel({ data, isClosed, statusSelect, now }: HandlingPanelProps) {
  const { request, assignees, viewerId, timeZone } = data;
  const snooze = (
    <SnoozeMenu requestId={request.id} snooze={request.snooze} timeZone={timeZone} now={now} />
  );
  return (
    <section aria-label="Handling" className="panel-card grid gap-3 p-4">
      <div className="grid gap-3 room-not-phone:grid-cols-2!">
        {statusSelect ? (
          <div className="grid content-start gap-1">
            <span className="text-sm font-semibold">Status</span>
            {statusSelect}
          </div>
        ) : null}
        <AssigneeSelect request={request} assignees={assignees} />
      </div>
      <div className="flex flex-wrap items-center gap-3 empty:hidden">
        <TakeButton requestId={request.id} assigneeId={request.assigneeId} viewerId={viewerId} />
        <ReturnLine returnDue={request.returnDue} returned={request.returned} now={now} />
      </div>
      {isClosed ? null : request.snooze ? (
        snooze
      ) : (
        <details>
          <summary className="link inline-block py-1">Snooze</summary>
          {snooze}
        </details>
      )}
    </section>
  );
}
