import { Mail, MessageCircle, Phone } from "lucide-react";
import { Badge } from "#app/components/admin/badge.tsx";
import { ButtonAnchor } from "#app/components/admin/button.tsx";
import type { RequestDetailData } from "../../loaders.server.ts";
import { CallingBadge, ContactLink, Flags } from "./request-parts.tsx";

type ContactPanelProps = { request: RequestDetailData["request"]; now: number };

/** How to reach the customer: large links, and whether a call is allowed now. */
export function ContactPanel({ request, now }: ContactPanelProps) {
  const { phone, email, phoneHref, mailHref, isOptedOut } = request;
  return (
    <section aria-label="Contact" className="panel-card p-4">
      <div className="flex flex-wrap gap-2">
        {phoneHref && !isOptedOut ? (
          <>
            <ButtonAnchor href={phoneHref} tone="primary" data-command="call" className="min-h-11">
              <Phone className="size-5" aria-hidden="true" />
              Call
            </ButtonAnchor>
            <ButtonAnchor href={phoneHref.replace("tel:", "sms:")} className="min-h-11">
              <MessageCircle className="size-5" aria-hidden="true" />
              Text
            </ButtonAnchor>
          </>
        ) : null}
        {mailHref && !isOptedOut ? (
          <ButtonAnchor href={mailHref} className="min-h-11">
            <Mail className="size-5" aria-hidden="true" />
            E-mail
          </ButtonAnchor>
        ) : null}
      </div>
      <p className="mt-2 flex flex-wrap gap-x-4 text-lg">
        <ContactLink href={isOptedOut ? null : phoneHref}>{phone}</ContactLink>
        {email ? <ContactLink href={isOptedOut ? null : mailHref}>{email}</ContactLink> : null}
      </p>
      <p className="mt-1 flex flex-wrap gap-1">
        <CallingBadge calling={request.calling} isOptedOut={isOptedOut} now={now} />
        <Flags flags={request.flags} />
        {request.gpc ? <Badge>Privacy signal on</Badge> : null}
      </p>
    </section>
  );
}
