import { Mail, Phone, Siren } from "lucide-react";
import { Link } from "react-router";
import { getCallingStatus } from "#app/features/calls/calling-hours.ts";
import { MAX_ATTEMPTS_A_DAY } from "#app/features/calls/calling-rules.ts";
import type { ListedRequest } from "../../loaders.server.ts";
import { RowBadges } from "./row-badges.tsx";

type RowCustomerProps = { request: ListedRequest; search: string; now: number };

/** The name, and how to reach the customer; on a phone the number and the address are icons. */
export function RowCustomer({ request, search, now }: RowCustomerProps) {
  const { phone, email, mailHref, isOptedOut } = request;
  const path = { pathname: request.id, search };
  return (
    <>
      <div className="inbox-name">
        <Link
          to={path}
          preventScrollReset
          data-row-link
          className="truncate py-0.5 font-semibold hover:underline"
        >
          {request.isEmergency ? (
            <Siren className="mr-1 inline size-4 text-danger" aria-label="Emergency:" />
          ) : null}
          {request.name.trim() || "No name"}
        </Link>
        <RowBadges request={request} now={now} />
      </div>
      <div className="inbox-contact">
        {canDial(request, now) ? (
          <a href={request.phoneHref ?? ""} title={phone} data-call className={CONTACT}>
            <ContactText Icon={Phone} text={phone} />
          </a>
        ) : request.phoneHref && !isOptedOut ? (
          // The open request asks for the reason that the rules need.
          <Link to={path} preventScrollReset title={phone} data-call className={CONTACT}>
            <ContactText Icon={Phone} text={phone} />
          </Link>
        ) : (
          <span title={phone} className={CONTACT}>
            <ContactText Icon={Phone} text={phone} />
          </span>
        )}
        {email ? <EmailLink email={email} href={isOptedOut ? null : mailHref} /> : null}
      </div>
    </>
  );
}

/** Whether a call needs no reason: within the hours, and few attempts so far. */
export function canDial(
  { phoneHref, isOptedOut, calling, attemptCount }: ListedRequest,
  now: number,
) {
  if (!phoneHref || isOptedOut || attemptCount >= MAX_ATTEMPTS_A_DAY) return false;
  return calling !== null && getCallingStatus(calling, new Date(now)).ok;
}

const CONTACT = "shrink-0 hover:underline";

/** On one line; the whole text shows on hover. */
function ContactText({ Icon, text }: { Icon: typeof Phone; text: string }) {
  return (
    <>
      <Icon className="size-4 room-not-phone:hidden" aria-hidden="true" />
      <span className="block truncate room-phone:sr-only">{text}</span>
    </>
  );
}

function EmailLink({ email, href }: { email: string; href: string | null }) {
  const content = <ContactText Icon={Mail} text={email} />;
  return href ? (
    <a href={href} title={email} className="min-w-0 hover:underline">
      {content}
    </a>
  ) : (
    <span title={email} className="min-w-0">
      {content}
    </span>
  );
}
