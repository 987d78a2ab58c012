import { SheetIcon } from "#app/components/admin/icon-sheet.tsx";
import type { WorkableRequest } from "../../workable-request.ts";
import { RowBadges } from "./row-badges.tsx";
import type { LinkToRequest } from "./use-row-links.ts";

type RowCustomerProps = { request: WorkableRequest; linkTo: LinkToRequest; now: number };

/** The name, and how to reach the customer; on a phone the number and the address are icons. */
export function RowCustomer({ request, linkTo, now }: RowCustomerProps) {
  const { phone, email, mailHref, isOptedOut } = request;
  return (
    <>
      <div className="inbox-name">
        <a
          {...linkTo(request.id)}
          data-row-link
          className="truncate py-0.5 font-semibold hover:underline"
        >
          {request.isEmergency ? (
            <SheetIcon
              name="emergency"
              label="Emergency:"
              className="mr-1 inline size-4 text-danger"
            />
          ) : null}
          {request.name.trim() || "No name"}
        </a>
        <RowBadges request={request} now={now} />
      </div>
      <div className="inbox-contact">
        {request.canDial ? (
          <a href={request.phoneHref ?? ""} title={phone} data-call className={CONTACT}>
            <ContactText icon="call" text={phone} />
          </a>
        ) : request.phoneHref && !isOptedOut ? (
          // The open request asks for the reason that the rules need.
          <a {...linkTo(request.id)} title={phone} data-call className={CONTACT}>
            <ContactText icon="call" text={phone} />
          </a>
        ) : (
          <span title={phone} className={CONTACT}>
            <ContactText icon="call" text={phone} />
          </span>
        )}
        {email ? <EmailLink email={email} href={isOptedOut ? null : mailHref} /> : null}
      </div>
    </>
  );
}

const CONTACT = "shrink-0 hover:underline";

/** On one line; the whole text shows on hover. */
function ContactText({ icon, text }: { icon: "call" | "mail"; text: string }) {
  return (
    <>
      <SheetIcon name={icon} className="size-4 room-not-phone:hidden" />
      <span className="block truncate room-phone:sr-only">{text}</span>
    </>
  );
}

function EmailLink({ email, href }: { email: string; href: string | null }) {
  const content = <ContactText icon="mail" text={email} />;
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
