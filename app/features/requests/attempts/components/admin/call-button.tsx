import { type LucideIcon, Mail, MessageSquareText, Phone } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { useHydrated } from "#app/components/admin/use-hydrated.ts";
import { checkAttempt } from "../../check-attempt.ts";
import type { AttemptChannel } from "../../constants.ts";
import { type DialedCall, rememberDialed } from "../../dialed-calls.ts";
import type { AttemptPanelData } from "../../loaders.server.ts";
import type { NeededReason } from "../../schema.ts";
import { ReasonDialog } from "./reason-dialog.tsx";

type CallButtonProps = {
  requestId: string;
  /** The customer's name, for screen readers. */
  name: string;
  /** "tel:…"; null where what was typed is no number. */
  phoneHref: string | null;
  /** "mailto:…"; null where there is no address. */
  mailHref: string | null;
  isOptedOut: boolean;
  /** The number is not the customer's. */
  isWrongNumber: boolean;
  data: Pick<AttemptPanelData, "places" | "recentAt">;
  /** Called when a call, a text or an email is started. */
  onDial?: (channel: AttemptChannel) => void;
};

type Link = { channel: AttemptChannel; label: string; href: string | undefined; Icon: LucideIcon };
type Asked = { channel: AttemptChannel; href: string; needed: NeededReason };

const VERBS = { call: "Call", text: "Text", email: "Email" } as const;

/**
 * Large links to call, text and email a customer. Where the rules need a reason, it is asked for
 * each time before dialing. Of a person who opted out there are none, of a wrong number only the email.
 */
export function CallButton(props: CallButtonProps) {
  const { requestId, name, phoneHref, mailHref, isOptedOut, isWrongNumber, data, onDial } = props;
  const isHydrated = useHydrated();
  const [asked, setAsked] = useState<Asked | null>(null);
  if (isOptedOut)
    return (
      <p className="font-semibold text-danger">
        This person asked not to be contacted: do not call, text or email.
      </p>
    );
  const tel = isWrongNumber ? undefined : (phoneHref ?? undefined);
  const links: Link[] = [
    { channel: "call", label: "Call", href: tel, Icon: Phone },
    { channel: "text", label: "Text", href: tel?.replace("tel:", "sms:"), Icon: MessageSquareText },
    { channel: "email", label: "Email", href: mailHref ?? undefined, Icon: Mail },
  ];
  const remember = (call: Omit<DialedCall, "at">) => {
    rememberDialed(requestId, { ...call, at: Date.now() });
    onDial?.(call.channel);
  };
  const handleClick = (event: MouseEvent, { channel, href }: Link) => {
    const check = checkAttempt({ ...data, channel, now: new Date() });
    if (check.ok || !href) return remember({ channel });
    event.preventDefault();
    setAsked({ channel, href, needed: check });
  };
  return (
    <div inert={!isHydrated} className="flex flex-wrap gap-2">
      {isWrongNumber ? (
        <p className="basis-full font-semibold text-danger">
          The number was logged as wrong: do not call or text it.
        </p>
      ) : null}
      {links.map((link) =>
        link.href ? (
          <a
            key={link.channel}
            href={link.href}
            data-dial={link.channel}
            aria-label={`${link.label} ${name}`}
            onClick={(event) => handleClick(event, link)}
            className={`btn-small min-h-12 flex-1 px-2 text-base font-semibold whitespace-nowrap ${link.channel === "call" ? "btn-primary" : ""}`}
          >
            <link.Icon className="size-5" aria-hidden="true" />
            {link.label}
          </a>
        ) : null,
      )}
      {asked ? (
        <ReasonDialog
          needed={asked.needed}
          title={`${VERBS[asked.channel]} anyway?`}
          label={`${VERBS[asked.channel]} anyway`}
          onConfirm={(text) => {
            const { channel, needed } = asked;
            remember({ channel, reason: { rule: needed.rule, text } });
            setAsked(null);
            window.location.assign(asked.href);
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </div>
  );
}
