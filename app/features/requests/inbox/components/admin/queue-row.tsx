import { Phone, Siren } from "lucide-react";
import { Link, useNavigate } from "react-router";
import { Badge } from "#app/components/admin/badge.tsx";
import { rememberDialed } from "../../../attempts/dialed-calls.ts";
import type { ListedRequest } from "../../loaders.server.ts";
import { LIST_PATH } from "../../schema.ts";
import { toWorkableRequest, type WorkableRequest } from "../../workable-request.ts";
import { RequestAge } from "./request-age.tsx";
import { CallingLine } from "./request-parts.tsx";
import { RowBadges } from "./row-badges.tsx";

type QueueRowProps = {
  request: ListedRequest;
  now: number;
  /** Somebody has changed it since it was loaded. */
  isChanged: boolean;
};

/** A request to work on: the whole row opens it, and the number calls. */
export function QueueRow({ request: listed, now, isChanged }: QueueRowProps) {
  const request = toWorkableRequest(listed, now);
  const { id, name, serviceType, place, callingStatus, isOptedOut, isWrongNumber, isEmergency } =
    request;
  return (
    <li className="relative flex min-h-14 items-center gap-3 px-4 py-1 hover:bg-cream room-phone:min-h-18">
      <div className="min-w-0 flex-1">
        <div className="flex h-6 min-w-0 items-center gap-1.5 whitespace-nowrap">
          <Link
            to={`${LIST_PATH}/${id}`}
            className="truncate font-semibold after:absolute after:inset-0 hover:underline"
          >
            {isEmergency ? (
              <Siren className="mr-1 inline size-4 text-danger" aria-label="Emergency:" />
            ) : null}
            {name.trim() || "No name"}
          </Link>
          <RowBadges request={request} now={now} />
          <span className="ml-auto shrink-0 text-sm">
            <RequestAge request={request} now={now} />
          </span>
        </div>
        <div className="flex items-center gap-x-3 text-sm leading-5 text-muted room-phone:flex-col room-phone:items-stretch">
          <span className="truncate">
            <span className="font-semibold text-ink">{serviceType}</span>
            {place ? ` · ${place}` : ""}
          </span>
          <span className="shrink-0 room-not-phone:ml-auto">
            <CallingLine
              status={callingStatus}
              isOptedOut={isOptedOut}
              isWrongNumber={isWrongNumber}
            />
          </span>
        </div>
      </div>
      {isChanged ? <Badge>Changed</Badge> : <CallLink request={request} />}
    </li>
  );
}

/**
 * Calls with one tap and opens the request, where the result is logged. Where a call needs a reason,
 * there is no link: the open request asks for it.
 */
function CallLink({ request }: { request: WorkableRequest }) {
  const { id, name, phone, phoneHref, isEmergency, canDial } = request;
  const navigate = useNavigate();
  if (!phoneHref || !canDial) return <span className="w-11 room-sm:w-37" />;
  return (
    <a
      href={phoneHref}
      onClick={() => {
        rememberDialed(id, { channel: "call", at: Date.now() });
        void navigate(`${LIST_PATH}/${id}`);
      }}
      className={`btn-small relative z-1 min-h-11 w-11 shrink-0 px-0 whitespace-nowrap room-sm:w-37 ${isEmergency ? "btn-primary" : ""}`}
    >
      <Phone className="size-4 shrink-0" aria-hidden="true" />
      <span className="sr-only">Call {name}: </span>
      <span className="truncate room-max-sm:sr-only">{phone}</span>
    </a>
  );
}
