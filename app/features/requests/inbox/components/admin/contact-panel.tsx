import type { ReactNode } from "react";
import { Badge } from "#app/components/admin/badge.tsx";
import type { RequestDetailData } from "../../loaders.server.ts";
import { CallingBadge, ContactLink, Flags } from "./request-parts.tsx";

type ContactPanelProps = {
  request: RequestDetailData["request"];
  now: number;
  /** A call needs no reason, so the number may be a link too. */
  canDial: boolean;
  /** Called when the number is pressed. */
  onDial: () => void;
  /** Large links to call, text and email. */
  children: ReactNode;
};

/** How to reach the customer, and whether a call is allowed now. */
export function ContactPanel({ request, now, canDial, onDial, children }: ContactPanelProps) {
  const { phone, email, isOptedOut, isWrongNumber } = request;
  return (
    <section aria-label="Contact" className="panel-card p-4">
      {children}
      <p className="mt-2 flex flex-wrap gap-x-4 text-lg">
        <ContactLink
          href={canDial && !isOptedOut && !isWrongNumber ? request.phoneHref : null}
          onClick={onDial}
        >
          {phone}
        </ContactLink>
        {email ? (
          <ContactLink href={isOptedOut ? null : request.mailHref}>{email}</ContactLink>
        ) : null}
      </p>
      <p className="mt-1 flex flex-wrap gap-1">
        <CallingBadge
          calling={request.calling}
          isOptedOut={isOptedOut}
          isWrongNumber={isWrongNumber}
          now={now}
        />
        <Flags flags={request.flags} />
        {request.gpc ? <Badge>Privacy signal on</Badge> : null}
      </p>
    </section>
  );
}
