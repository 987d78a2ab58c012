import {
  AlarmClock,
  AlarmClockCheck,
  Flag,
  Merge,
  MessageSquare,
  Octagon,
  Phone,
  Undo2,
} from "lucide-react";
import type { ComponentType } from "react";
import { DAY_MS } from "#app/lib/durations.ts";
import { PresenceMark } from "../../../presence/components/admin/presence-line.tsx";
import type { ListedRequest } from "../../loaders.server.ts";
import { getFlagLabel } from "../../schema.ts";

type Mark = {
  label: string;
  Icon: ComponentType<{ className?: string; "aria-hidden"?: "true" }>;
  tone?: string;
};

function listMarks(request: ListedRequest, now: number): Mark[] {
  const { hasNewMessage, waitingFor, isReturned, sync, flags, snoozedUntil, wokeAt } = request;
  const marks: (Mark | false | null | undefined | "")[] = [
    hasNewMessage && { label: "New message", Icon: MessageSquare, tone: "text-action" },
    waitingFor && {
      label: `Waiting for the customer's yes: ${waitingFor}`,
      Icon: Phone,
      tone: "text-action",
    },
    isReturned && { label: "Returned", Icon: Undo2, tone: "text-danger" },
    snoozedUntil &&
      snoozedUntil.ms > now && {
        label: `Snoozed until ${snoozedUntil.exact}`,
        Icon: AlarmClock,
      },
    wokeAt &&
      !snoozedUntil &&
      request.status !== "closed" &&
      now - wokeAt.ms < DAY_MS && {
        label: `Back from snooze since ${wokeAt.exact}`,
        Icon: AlarmClockCheck,
        tone: "text-action",
      },
    request.isMerged && { label: "Merged into another request", Icon: Merge },
    sync === "held" && { label: "Held", Icon: Octagon, tone: "text-danger" },
    sync === "dead" && { label: "Not delivered", Icon: Octagon, tone: "text-danger" },
    ...flags.map((flag) => ({ label: getFlagLabel(flag), Icon: Flag })),
  ];
  return marks.filter((mark) => Boolean(mark)) as Mark[];
}

/** What is special about a request, as icons with names: a row has room for no more. */
export function RowBadges({ request, now }: { request: ListedRequest; now: number }) {
  const marks = listMarks(request, now);
  return (
    <span className="flex shrink-0 items-center gap-1 empty:hidden">
      <PresenceMark requestId={request.id} />
      {marks.map(({ label, Icon, tone = "text-muted" }) => (
        <span key={label} title={label} className={tone}>
          <Icon className="size-4" aria-hidden="true" />
          <span className="sr-only">{label}</span>
        </span>
      ))}
      {request.attemptCount > 0 ? (
        <span
          title={`Attempts to reach the customer: ${request.attemptCount}`}
          className="rounded-full bg-sand px-1.5 text-xs tabular-nums"
        >
          {request.attemptCount}
          <span className="sr-only"> attempts</span>×
        </span>
      ) : null}
    </span>
  );
}
