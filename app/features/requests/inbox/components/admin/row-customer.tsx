import { Badge } from "#app/components/admin/badge.tsx";
import { SheetIcon } from "#app/components/admin/icon-sheet.tsx";
import type { WorkableRequest } from "../../workable-request.ts";
import { RowBadges } from "./row-badges.tsx";
import type { RowLinks } from "./use-row-links.ts";

type RowCustomerProps = {
  request: WorkableRequest;
  links: RowLinks;
  now: number;
  /** Somebody has changed it since it was loaded. */
  isChanged: boolean;
};

/**
 * The name, and how to reach the customer; on a phone the number and the address are icons. Where the
 * request has changed, they open it: a colleague may have called, or the customer may have opted out.
 */
export function RowCustomer({ request, links, now, isChanged }: RowCustomerProps) {
  const { id, phone, phoneHref, email, mailHref, isOptedOut, isWrongNumber, canDial } = request;
  const opens = links.linkTo(id);
  const write = isChanged ? opens : { href: mailHref ?? "" };
  return (
    <>
      <div className="inbox-name">
        <a {...opens} data-row-link className="truncate py-0.5 font-semibold hover:underline">
          {request.isEmergency ? (
            <SheetIcon
              name="emergency"
              label="Emergency:"
              className="mr-1 inline size-4 text-danger"
            />
          ) : null}
          {request.name.trim() || "No name"}
        </a>
        {isChanged ? (
          <Badge title="Changed since the list was loaded. Open the request to see it.">
            Changed
          </Badge>
        ) : null}
        <RowBadges request={request} now={now} />
      </div>
      <div className="inbox-contact">
        {phoneHref && !isOptedOut && !isWrongNumber ? (
          // Where the rules need a reason, the open request asks for it before it calls.
          <a
            {...(canDial && !isChanged ? links.linkToCall(id, phoneHref) : opens)}
            title={phone}
            data-call
            className={CONTACT}
          >
            <ContactText icon="call" text={phone} />
          </a>
        ) : (
          <span title={phone} className={CONTACT}>
            <ContactText icon="call" text={phone} />
          </span>
        )}
        {email ? <EmailLink email={email} link={mailHref && !isOptedOut ? write : null} /> : null}
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

type ContactLink = { href: string; onClick?: ReturnType<RowLinks["linkTo"]>["onClick"] };

function EmailLink({ email, link }: { email: string; link: ContactLink | null }) {
  const content = <ContactText icon="mail" text={email} />;
  return link ? (
    <a {...link} title={email} className="min-w-0 hover:underline">
      {content}
    </a>
  ) : (
    <span title={email} className="min-w-0">
      {content}
    </span>
  );
}
